import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Tasks

@Suite("Tasks for programs")
struct DataTests {
  private func data(_ line: String, _ prompt: Prompt = Prompt()) async throws -> JSONValue {
    let (artifact, text) = try await prompt.file(line)
    #expect(artifact.isAnswer && artifact.mediaType == "application/json")
    return try JSONValue.parse(text)
  }

  @Test("The list is the page's: its grade, its filters, its order, all of it")
  func list() async throws {
    #expect(
      try await data("tasks --fields handle,status,due,urgency,locked").text
        == #"[{"handle":"t2","status":"in_progress","due":"2026-01-31","urgency":"critical","locked":false},{"handle":"t3","status":"not_started","due":"2026-02-14","urgency":"urgent","locked":false},{"handle":"t4","status":"not_started","due":"2026-02-28","urgency":"future","locked":true},{"handle":"t5","status":"completed","due":"2025-10-31","urgency":"none","locked":false},{"handle":"t6","status":"not_started","due":"2026-03-31","urgency":"future","locked":false}]"#
    )
    #expect(try await data("tasks --grade 11 --fields handle").text == #"[{"handle":"t7"}]"#)
    #expect(
      try await data("tasks --status completed --fields handle").text == #"[{"handle":"t5"}]"#)
  }

  @Test("What `tasks filter` remembers narrows the values too")
  func remembered() async throws {
    let prompt = Prompt()
    try await prompt.enter("tasks filter --status completed")
    #expect(try await data("tasks --fields handle", prompt).text == #"[{"handle":"t5"}]"#)
  }

  @Test("One task is one object, with the tasks it waits for")
  func one() async throws {
    let task = try await data("tasks show t4 --fields name,own-date,waits-for,completed,category")
    #expect(task["name"] == "E-mail ten coaches" && task["own-date"] == .null)
    #expect(task["waits-for"]?[0]?["handle"] == "t2")
    #expect(task["completed"] == .null && task["category"] == "recruiting")
    let dated = try await data("tasks show t3 --fields due,own-date")
    #expect(dated == ["due": "2026-02-14", "own-date": "2026-02-14"])
  }

  @Test("The option alone lists the fields, until tasks are asked for again")
  func names() async throws {
    let prompt = Prompt()
    #expect(try await prompt.show("tasks --fields").title == "Fields of tasks")
    #expect(try await prompt.show("tasks").title == "My Tasks")
    #expect(try await prompt.show("tasks show t4 --fields").title == "Fields of tasks")
    #expect(try await prompt.show("tasks show t4").title == "My Tasks")
    await #expect(throws: Problem.self) { try await prompt.enter("tasks --fields nmae") }
  }

  @Test("A parent's reading is a visit")
  func parent() async throws {
    let prompt = Prompt(as: ExampleFamily.dana)
    try await prompt.stage.switchTo(ExampleFamily.sam)
    _ = try await data("tasks --fields handle", prompt)
    #expect(try await prompt.stage.visits().count == 1)
  }
}

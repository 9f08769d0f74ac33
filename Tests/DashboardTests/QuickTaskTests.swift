import Dashboard
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import Testing
import WebRendering

@Suite("Quick tasks")
struct QuickTaskTests {
  @Test("Quick tasks: add, toggle, delete, clear completed all work")
  func changes() async throws {
    let prompt = Prompt()
    func said(_ line: String) async throws -> String? {
      let done = try await prompt.enter(line).done
      #expect(done.count == 1 && done.first?.details == ["undo takes it back"])
      return done.first?.sentence
    }
    #expect(try await said("quick add Call Coach Smith") == "Added q1 Call Coach Smith.")
    #expect(try await said("quick add 'Send transcript'") == "Added q2 Send transcript.")
    #expect(try await said("quick add Pack") == "Added q3 Pack.")
    #expect(try await said("quick toggle q2") == "q2 Send transcript is done.")
    let page = try await prompt.show("quick")
    #expect(page.rows.map(\.title) == ["Call Coach Smith", "Send transcript", "Pack"])
    #expect(page.rows.map(\.marker) == [.unchecked, .checked, .unchecked])
    #expect(page.links.map(\.command).suffix(2) == ["quick add", "quick clear"])
    #expect(
      page.rows.map(\.opens?.spoken) == [
        "Mark Call Coach Smith as done", "Mark Send transcript as open again", "Mark Pack as done",
      ])
    #expect(try await said("quick toggle q2") == "q2 Send transcript is open again.")
    #expect(try await said("quick toggle q1") == "q1 Call Coach Smith is done.")
    #expect(try await said("quick clear") == "Cleared 1 quick task.")
    #expect(try await said("quick delete q3") == "Deleted q3 Pack.")
    #expect(try await prompt.show("quick").rows.map(\.title) == ["Send transcript"])
    #expect(
      try await prompt.enter("quick clear").done
        == [Done("No quick task was done, so none was cleared.")])
  }

  @Test("A long one can be read whole, also when it is done")
  func long() async throws {
    let text = Array(repeating: "Call the coach", count: 13).joined(separator: " ")
    let prompt = Prompt()
    try await prompt.enter("quick add \(text)")
    try await prompt.enter("quick toggle q1")
    let row = try await prompt.show("quick --all").rows.first
    #expect(row?.title == text && row?.marker == .checked)
    #expect(HTMLRenderer.render(try await prompt.show("quick --all")).contains(text))
  }

  @Test("Several are turned or deleted in one step, with a line each, all or none")
  func several() async throws {
    let prompt = Prompt()
    for text in ["Call", "Send", "Pack"] { try await prompt.enter("quick add \(text)") }
    let turned = try await prompt.enter("quick toggle q1 q2").done
    #expect(turned.map(\.sentence) == ["Turned 2 quick tasks."])
    #expect(turned[0].details == ["q1 Call is done", "q2 Send is done", "undo takes it back"])
    let mixed = try await prompt.enter("quick toggle q2 q3").done
    #expect(mixed[0].details == ["q2 Send is open again", "q3 Pack is done", "undo takes it back"])
    let deleted = try await prompt.enter("quick delete q1 q3").done
    #expect(deleted[0].details == ["q1 Call", "q3 Pack", "undo takes it back"])
    #expect(try await prompt.stage.backend.undo.undo().summary == "Deleted 2 quick tasks")
    let rows = try await prompt.stage.backend.quickTasks.list()
    await #expect(throws: Problem.self) {
      try await prompt.stage.backend.quickTasks.delete([rows[0].reference.id, .numbered(999)])
    }
    #expect(try await prompt.stage.backend.quickTasks.list() == rows)
  }

  @Test("Quick tasks persist after navigating away and back")
  func persist() async throws {
    let prompt = Prompt()
    try await prompt.enter("quick add Pack")
    try await prompt.enter("dashboard activity")
    #expect(try await prompt.show().section("Quick Tasks")?.rows.map(\.title) == ["Pack"])
    // A new store over the same file reads what the first one has stored, as the next start of the
    // program does.
    let again = Store(prompt.stage.feature)
    await again.send(.viewRequested(.quickTasks(all: false))).settled()
    #expect(again.state.quickTasks.value?.map(\.task.text) == ["Pack"])
    // The specification fixes the key and the JSON format in which quick tasks are stored.
    let stored = try await prompt.stage.backend.devicePreferences.value(
      of: "user_tasks-\(ExampleFamily.sam)")
    #expect(stored?.contains(#""text":"Pack","completed":false"#) == true)
  }

  @Test("An unreadable list is an empty one")
  func unreadable() async throws {
    let prompt = Prompt { rows in
      rows.setDevicePreference(
        DevicePreferenceKey.quickTasks(user: ExampleFamily.sam), of: ExampleFamily.sam, to: "{[")
    }
    #expect(try await prompt.show("quick").rows.isEmpty)
  }

  @Test(
    "Empty and overlong texts are not submitted",
    arguments: ["''", "'  '", String(repeating: "x", count: 201)])
  func refused(text: String) async throws {
    let prompt = Prompt()
    await #expect(throws: Problem.self) { try await prompt.enter("quick add \(text)") }
    #expect(prompt.stage.backend.hook.count(of: "quickTasks.add") == 0)
    // The command already refuses an empty text. The reducer and the gateway must refuse it too, so
    // the test sends the action directly.
    let problems = await prompt.send(.quickTaskTyped(" ")).problems
    #expect(problems.map(\.title) == ["A quick task needs some words."])
    #expect(prompt.stage.backend.hook.count(of: "quickTasks.add") == 0)
  }

  @Test("Quick tasks still work offline")
  func offline() async throws {
    let prompt = Prompt()
    try await prompt.enter("quick add Pack")
    for endpoint in ["people.signedInPerson", "families.families", "dashboard.schools"] {
      prompt.stage.backend.hook.fail(endpoint, .offline)
    }
    prompt.stage.family.reset()
    let page = try await prompt.show()
    #expect(page.problem?.title == "You are offline. Quick tasks still work.")
    #expect(page.problem?.exitCode == .offline)
    #expect(page.rows.map(\.title) == ["Pack"])
    #expect(try await prompt.enter("quick toggle q1").done.count == 1)
    #expect(try await prompt.show("quick").rows.map(\.marker) == [.checked])
  }

  @Test("Where quick tasks are left out, as on a server's pages, the dashboard has no card of them")
  func leftOut() async throws {
    let stage = Stage().withButtons
    let page = try await Prompt(stage).show()
    #expect(page.section("Quick Tasks")?.writing?.command == "quick add")
    #expect(page.section("Quick Tasks")?.writing?.placeholder == "Add a task...")
    #expect(page.omitting { $0.hasPrefix("quick ") }.section("Quick Tasks") == nil)
  }

  @Test("A long list is a screenful and says how many more", arguments: [0, 1, 2, 3, 100])
  func many(count: Int) async throws {
    let prompt = Prompt()
    for number in 0..<count {
      _ = try await prompt.stage.backend.quickTasks.add("Task \(number)")
    }
    #expect(try await prompt.show("quick").rows.count == count)
    let screen = try await prompt.show("quick", rowLimit: 20)
    #expect(screen.rows.count == min(count, 20))
    #expect(screen.more?.label == (count > 20 ? "… 80 more" : nil))
    #expect(try await prompt.show("quick --all", rowLimit: 20).rows.count == count)
    let home = try await prompt.show("dashboard", rowLimit: 20).section("Quick Tasks")
    #expect(home?.rows.count == min(count, 6))
  }
}

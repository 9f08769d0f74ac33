import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Notifications

@Suite("Notifications for programs")
struct DataTests {
  private func data(_ line: String, _ prompt: Prompt = Prompt()) async throws -> JSONValue {
    let (artifact, text) = try await prompt.file(line)
    #expect(artifact.isAnswer && artifact.mediaType == "application/json")
    return try JSONValue.parse(text)
  }

  @Test("The inbox as the page orders and narrows it, all of it unless a limit is said")
  func list() async throws {
    let all = try await data("notifications --fields handle,read")
    #expect(all.array?.count == 7)
    let unread = try await data("notifications --unread --fields handle,read")
    #expect(unread.array?.count == 3 && unread[0]?["read"] == .null)
    #expect(try await data("notifications --limit 2 --fields handle").array?.count == 2)
  }

  @Test("Reading one for a program marks nothing as read")
  func one() async throws {
    let prompt = Prompt()
    let row = try await data("notifications show n7 --fields handle,name,type,when,about", prompt)
    #expect(row["handle"] == "n7" && row["when"]?.string?.hasSuffix("Z") == true)
    #expect(try await prompt.stage.row("n7").notification.isRead == false)
  }

  @Test("The option alone lists the fields")
  func names() async throws {
    #expect(
      try await Prompt().show("notifications --fields").title == "Fields of notifications")
  }
}

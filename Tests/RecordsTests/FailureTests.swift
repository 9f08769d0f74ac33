import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("When something fails")
struct FailureTests {
  struct Failing: Sendable, CustomTestStringConvertible {
    var cause: Cause
    var load: String
    var save: String
    var delete: String
    var exitCode: ExitCode

    var testDescription: String { "\(cause)" }
  }

  static let causes = [
    Failing(
      cause: .timedOut, load: "Connection timed out",
      save: "Could not save the school. Connection timed out",
      delete: "Could not delete. Connection timed out", exitCode: .offline),
    Failing(
      cause: .offline, load: "You are offline.",
      save: "Could not save the school. You are offline.",
      delete: "Could not delete. You are offline.", exitCode: .offline),
    Failing(
      cause: .serverError, load: "Server error", save: "Could not save the school. Server error",
      delete: "Could not delete. Server error", exitCode: .failed),
    Failing(
      cause: .failed, load: "Failed to load schools", save: "Could not save the school.",
      delete: "Could not delete.", exitCode: .failed),
    Failing(
      cause: .sessionExpired, load: "Your session has expired. Sign in again.",
      save: "Your session has expired. Sign in again.",
      delete: "Your session has expired. Sign in again.", exitCode: .signInNeeded),
    Failing(
      cause: .refused, load: "You can view this but not change it.",
      save: "You can view this but not change it.",
      delete: "You can view this but not change it.", exitCode: .refused),
  ]

  @Test("Each cause has its words when loading, saving and deleting", arguments: causes)
  func words(_ failing: Failing) async throws {
    let stage = Stage()
    stage.fail("schools", failing.cause)
    let page = try await stage.show("schools")
    #expect(page.problem?.title == failing.load && page.problem?.exitCode == failing.exitCode)
    #expect(page.title == "Schools" && page.rows.isEmpty)
    let added = try await stage.say("schools add X").problems.first
    #expect(added?.title == failing.save && added?.exitCode == failing.exitCode)
    #expect(try await stage.say("schools edit s1 --tier A").problems.first?.title == failing.save)
    #expect(try await stage.say("schools delete s1").problems.first?.title == failing.delete)
  }

  @Test(
    "Every kind is named in its own failure",
    arguments: [
      ("schools", "school"), ("coaches", "coach"), ("interactions", "interaction"),
      ("offers", "offer"), ("events", "event"), ("documents", "document"), ("letters", "letter"),
    ])
  func named(noun: String, singular: String) async throws {
    let stage = Stage()
    stage.fail(noun, .failed)
    let page = try await stage.show(noun)
    #expect(page.problem?.title == "Failed to load \(noun)")
    #expect(page.problem?.fix == "Try again:  refresh")
    #expect(page.commands == ["refresh"])
  }

  @Test("What the gateway refuses is said in its words")
  func gatewayWords() async throws {
    let stage = Stage()
    let told = try await stage.say("offers add s1 partial --on 2026-02-05 --deadline 2026-02-01")
    #expect(
      told.problems.first
        == Problem(
          .usage, "The deadline, Feb 1, 2026, is before the offer, Feb 5, 2026.",
          fix: "Change one of the two."
        ).about(["deadline", "on"]))
  }

  @Test("A record that is gone is not found, and the page says so")
  func gone() async throws {
    let prompt = Prompt()
    let school = try await prompt.stage.reference("s1")
    try prompt.stage.backend.change("DELETE FROM schools")
    await prompt.send(.recordRequested(school))
    let page = prompt.page()
    #expect(page.problem == Problem(.notFound, "There is no such school."))
    #expect(page.problem?.exitCode == .notFound)
  }

  @Test("Not being able to look for namesakes does not fail what was saved")
  func namesakes() async throws {
    let stage = Stage()
    stage.backend.hook.fail("schools.list", .offline)
    #expect(try await stage.say("schools add X").done.first?.sentence.hasPrefix("Added") == true)
  }

  @Test("A retry that works replaces the failure")
  func retry() async throws {
    let stage = Stage()
    stage.fail("schools", .offline)
    let prompt = Prompt(stage)
    await prompt.send(.listRequested(RecordsFeature.ListRequest(.school)))
    #expect(prompt.state.loaded.problem?.title == "You are offline.")
    stage.backend.hook.recover()
    await prompt.send(.reloadRequested)
    #expect(prompt.page().handles == ["s1", "s2"])
  }
}

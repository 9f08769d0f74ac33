import Domain
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
    let stage = Stage.filled()
    stage.schools.answer { $0.problem = Problem(failing.cause) }
    let page = try await stage.show("schools")
    #expect(page.problem?.title == failing.load && page.problem?.exitCode == failing.exitCode)
    #expect(page.title == "Schools" && page.rows.isEmpty)
    let added = try await stage.say("schools add X").problems.first
    #expect(added?.title == failing.save && added?.exitCode == failing.exitCode)
    #expect(try await stage.say("schools edit s3 --tier A").problems.first?.title == failing.save)
    #expect(try await stage.say("schools delete s3").problems.first?.title == failing.delete)
  }

  @Test(
    "Every kind is named in its own failure",
    arguments: [
      ("schools", "school"), ("coaches", "coach"), ("interactions", "interaction"),
      ("offers", "offer"), ("events", "event"), ("documents", "document"), ("letters", "letter"),
    ])
  func named(noun: String, singular: String) async throws {
    let stage = Stage()
    let failed = Problem(.failed)
    stage.schools.answer { $0.problem = failed }
    stage.coaches.answer { $0.problem = failed }
    stage.interactions.answer { $0.problem = failed }
    stage.offers.answer { $0.problem = failed }
    stage.events.answer { $0.problem = failed }
    stage.documents.answer { $0.problem = failed }
    stage.letters.answer { $0.problem = failed }
    let page = try await stage.show(noun)
    #expect(page.problem?.title == "Failed to load \(noun)")
    #expect(page.problem?.fix == "Try again:  refresh")
    #expect(page.commands == ["refresh"])
  }

  @Test("What the gateway refuses is said in its words")
  func gatewayWords() async throws {
    let stage = Stage.filled()
    let refusal = Problem(.usage, "The deadline, 2026-02-01, is before the offer, 2026-03-01.")
    stage.offers.answer { $0.problem = refusal }
    let told = try await stage.say("offers add s3 partial --on 2026-03-01 --deadline 2026-02-01")
    #expect(told.problems.first == refusal)
  }

  @Test("A record that is gone is not found, and the page says so")
  func gone() async throws {
    let page = try await Stage().show("schools show s3")
    #expect(page.problem == Problem(.notFound, "There is no such school."))
    #expect(page.problem?.exitCode == .notFound)
  }

  @Test("Not being able to look for namesakes does not fail what was saved")
  func namesakes() async throws {
    let stage = Stage.filled()
    stage.schools.answer { $0.rows = [] }
    #expect(try await stage.say("schools add X").done.first?.sentence.hasPrefix("Added") == true)
  }

  @Test("A retry that works replaces the failure")
  func retry() async throws {
    let stage = Stage.filled()
    stage.schools.answer { $0.problem = Problem(.offline) }
    let prompt = StagedPrompt(stage)
    await prompt.send(.listRequested(RecordsFeature.ListRequest(.school)))
    #expect(prompt.state.loaded.problem?.title == "You are offline.")
    stage.schools.answer { $0.problem = nil }
    await prompt.send(.reloadRequested)
    #expect(prompt.page().rows.count == 1)
  }
}

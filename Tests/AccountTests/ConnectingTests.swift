import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Account

/// Tests of what `account connect` asks and says.
@Suite struct ConnectingTests {
  @Test("Who gives a family's code and has no profile here is asked for a name too")
  func questions() async throws {
    let stage = Stage.empty()
    let command = try #require(
      stage.feature.commands.first { $0.description.words == "account connect" })
    var draft = try CommandDraft(command.description, words: [])
    #expect(!draft.unasked.map(\.name).contains("name"))
    draft.fill("code", with: "FAM-ABC234")
    draft.fill("new", with: "yes")
    #expect(
      draft.unasked.map(\.name) == ["address", "key", "email", "password", "name", "birth-date"])
    #expect(try await stage.feature.leftOutOfConnecting() == [])
    #expect(try await Stage().feature.leftOutOfConnecting() == ["name"])
  }

  @Test("Before a parent connects with a code, the question says as whom they join")
  func asksAsParent() throws {
    let plan = ConnectPlan(
      address: "https://compass.example.org", email: "dana@example.org", goes: [])
    var request = ConnectRequest(
      address: plan.address, key: "k", email: plan.email, password: SecretText("a long password"))
    let before = ConnectQuestion(request: request, plan: plan).question.details
    request.joining = FamilyToJoin(code: try #require(FamilyCode("FAM-ABC234")))
    #expect(
      ConnectQuestion(request: request, plan: plan).question.details == before + [
        "You join as a parent, with the code FAM-ABC234. The athlete has to let you in."
      ])
  }
}

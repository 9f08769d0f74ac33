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
    #expect(try await stage.feature.leftOutOfConnecting(draft.given) == [])
    #expect(try await Stage().feature.leftOutOfConnecting(draft.given) == ["name"])
    draft.fill("code", with: Self.invitation)
    #expect(try await stage.feature.leftOutOfConnecting(draft.given) == ["address", "key"])
  }

  private static let invitation = "Server: https://a.example.org Key: k Code: FAM-ABC234"

  @Test(
    "An invitation has the address and the key, and what is given besides must be the same",
    arguments: [
      (invitation, nil, nil, nil), (invitation, "HTTPS://a.example.org/", "k", nil),
      ("Code: FAM-ABC234", "https://a.example.org", "k", nil),
      ("Server: https://a.example.org Code: FAM-ABC234", nil, "k", nil),
      (
        invitation, "https://b.example.org", nil,
        Problem(
          .usage, "The invitation is for another server, https://a.example.org.",
          fix: "Leave out what is wrong."
        ).about(["address"])
      ),
      (
        invitation, nil, "other",
        Problem(.usage, "The invitation has another key.", fix: "Leave out what is wrong.")
          .about(["key"])
      ),
      ("FAM-ABC234", nil, "k", .notSaid("the server's address", option: "ADDRESS")),
    ] as [(String, String?, String?, Problem?)])
  func invited(typed: String, address: String?, key: String?, problem: Problem?) throws {
    let request = ServerRequest(
      address: address, key: key, email: "dana@example.org", password: SecretText("a long one"),
      invitation: try FamilyInvitation(typed: typed), name: "Dana")
    do throws(Problem) {
      let checked = try request.checked()
      #expect(problem == nil && ServerAddress.isSame(checked.address, "https://a.example.org"))
      #expect(checked.key == "k" && checked.joining?.code.text == "FAM-ABC234")
      #expect(checked.joining?.name == "Dana")
    } catch {
      #expect(error == problem)
    }
  }

  @Test(
    "Only a code that no family has is called wrong; after another failure the same one is asked with",
    arguments: [
      (
        Problem(.notFound, "No family has the code FAM-ABC234.", fix: "Ask for a new one."),
        [
          "The code did not work: No family has the code FAM-ABC234.", "Ask for a new one.",
          "Ask again with the right one:  family join CODE",
        ]
      ),
      (
        Problem(.refused, "Too many codes were tried.", fix: "Try again in 300 seconds."),
        [
          "You have not asked to join yet: Too many codes were tried.",
          "Try again in 300 seconds.", "Ask again later with the same code:  family join CODE",
        ]
      ),
      (
        Problem(.offline, "The server does not answer.", fix: "Nothing is lost."),
        [
          "You have not asked to join yet: The server does not answer.",
          "Ask again later with the same code:  family join CODE",
        ]
      ),
      (
        Problem(.serverError, "The server could not do that.", details: ["It says: no"]),
        [
          "You have not asked to join yet: The server could not do that.", "It says: no",
          "Ask again later with the same code:  family join CODE",
        ]
      ),
    ])
  func refusedJoins(problem: Problem, words: [String]) {
    var outcome = SyncOutcome()
    outcome.joining = .refused(problem)
    #expect(Array(outcome.connected.details.prefix(words.count)) == words)
    #expect(outcome.connected.details.count == words.count + 1)
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

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
}

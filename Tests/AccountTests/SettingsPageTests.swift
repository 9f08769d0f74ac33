import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Account

/// Tests of the settings page, and of the feature's declarations.
@Suite struct SettingsPageTests {
  @Test("Settings stand in groups, each with the line that changes it")
  func page() async throws {
    let page = try await Stage().say("settings").page
    #expect(
      page.sections.map(\.title) == [
        "Notifications", "Dashboard cards", "Dashboard", "Pages", "Sending e-mail",
      ])
    #expect(page.rows.map(\.title) == SettingKey.all.map(\.title))
    let digest = try #require(page.row("Daily digest"))
    #expect(digest.marker == .chosen)
    #expect(
      digest.opens
        == CommandLink(
          "Turn off", "settings set daily-digest off", spoken: "Turn Daily digest off"))
    #expect(
      page.row("Quiet hours")?.opens
        == CommandLink("Change", "settings set quiet-hours", spoken: "Change Quiet hours"))
    #expect(
      page.paragraphs.first
        == "To change one:  settings set daily-digest off.  To put it back:  settings set daily-digest default."
    )
  }

  @Test("In a browser the settings that are no switch are one form, and have no rows")
  func form() async throws {
    let stage = Stage()
    var state = AccountFeature.State()
    state.screen = .settings
    state.loaded = .loaded(.settings(try await stage.feature.loadedSettings()))
    var context = Stage.context()
    context.hasButtons = true
    let page = stage.feature.page(state, in: context)
    #expect(
      page.sections.map(\.title) == [
        "Notifications", "Days, hours and filters", "Dashboard cards", "Dashboard",
        "Sending e-mail",
      ])
    #expect(page.writings.map(\.command) == ["settings edit"])
    let switches = SettingKey.all.filter { !SettingKey.valued.contains($0) }
    #expect(page.rows.map(\.title) == switches.map(\.title))
  }

  @Test("A setting has one name: that of its row is the label of its field and its question")
  func labels() throws {
    let edit = try #require(
      Stage().feature.commands.map(\.description).first { $0.words == "settings edit" })
    let titles = SettingKey.valued.map(\.title)
    #expect(edit.parameters.map(\.label) == titles && edit.parameters.map(\.question) == titles)
  }

  @Test(
    "Every command a page offers is one the grammar knows",
    arguments: [
      "account", "account who", "profile", "family", "family members", "family views", "settings",
    ])
  func linksParse(_ line: String) async throws {
    for person in [ExampleFamily.sam, ExampleFamily.dana, ExampleFamily.stranger, nil] {
      let stage = Stage(person)
      let index = CommandIndex([
        (AccountFeature.manifest, stage.feature.commands.map(\.description))
      ])
      for command in try await stage.say(line).page.commands where command != "refresh" {
        let match = try index.match(CommandText.words(command))
        _ = try CommandDraft(match.command, words: match.rest, leavesOpen: true)
      }
    }
  }

  @Test("Every command has a summary, an example and the right mode")
  func declarations() {
    let commands = Stage().feature.commands.map(\.description)
    let reading = Set(commands.filter { $0.mode == .reads }.map(\.words))
    #expect(
      reading == [
        "account show", "account who", "profile show", "family show", "family members",
        "family views", "settings show",
      ])
    for command in commands {
      #expect(command.mode == .reads || command.mode == .writesOwn)
      #expect(command.summary.hasSuffix("."))
      #expect(!command.examples.isEmpty)
      #expect(command.examples.allSatisfy { $0.line.hasPrefix(command.noun) })
      for parameter in command.parameters {
        #expect(!parameter.summary.isEmpty, "\(parameter.name)")
      }
    }
  }

  @Test(
    "Web paths open pages, and pages have web paths",
    arguments: [
      ("/account", "account"), ("/account/who", "account who"), ("/profile", "profile"),
      ("/settings", "settings"), ("/settings/profile", "profile"),
      ("/settings/notifications", "settings"), ("/settings/dashboard", "settings"),
      ("/settings/family", "family"), ("/family", "family"), ("/family/members", "family members"),
      ("/family/views", "family views"), ("/login?reason=timeout", "account"),
      ("/family/switch?athlete_id=p1", "family switch p1"),
    ])
  func routes(path: String, command: String) {
    let patterns = AccountFeature.manifest.routes
    #expect(patterns.lazy.compactMap { $0.command(for: Route(path)) }.first == command)
    let back = patterns.lazy.compactMap { $0.route(for: command) }.first
    #expect(back != nil)
    #expect(
      back.flatMap { route in patterns.lazy.compactMap { $0.command(for: route) }.first } == command
    )
  }
}

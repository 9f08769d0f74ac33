import Auth
import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Account

/// Tests of the account pages: their contents, and their spoken sentences.
@Suite struct SignInPageTests {
  @Test("The account page shows who is signed in and everybody of the file")
  func account() async throws {
    let stage = Stage()
    stage.office.guardProfile(ExampleFamily.dana)
    let page = try await stage.say("account").page
    #expect(page.title == "Account" && page.context == "Signed in: Sam Lee")
    #expect(page.problem == nil)
    #expect(page.fact("You are") == "Sam Lee (athlete)")
    #expect(page.fact("Signed in") == "until you sign out")
    #expect(page.fact("Looking at") == nil)
    #expect(
      page.rows.map(\.spoken) == [
        "Profile p1. Sam Lee, athlete, signed in.",
        "Profile p2. Dana Lee, parent, with a passphrase.", "Profile p3. Mia Lee, athlete.",
        "Profile p4. Alex Moss, athlete.",
      ])
    #expect(page.rows.map(\.marker) == [.chosen, .bullet, .bullet, .bullet])
    #expect(page.row("Dana Lee")?.badges.map(\.text) == ["parent", "passphrase"])
    #expect(page.row("Sam Lee")?.opens == nil)
    #expect(
      page.commands == [
        "profile", "family", "settings", "account passphrase", "account sign-out",
        "account create",
      ])
    #expect(
      page.rows.map { $0.opens?.command } == [
        nil, "account sign-in p2", "account sign-in p3", "account sign-in p4",
      ])
  }

  @Test("In a browser each other profile has a button that says what it does")
  func buttons() async throws {
    let loaded = try await Stage().feature.loadedAccount()
    var context = Stage.context(now: ExampleFamily.now)
    context.hasButtons = true
    let rows = SignInPage(loaded: loaded, context: context).page.rows
    #expect(rows.allSatisfy { $0.opens == nil })
    #expect(
      rows.map { $0.links.map(\.accessibleName) } == [
        [], ["Sign in as Dana Lee"], ["Sign in as Mia Lee"], ["Sign in as Alex Moss"],
      ])
  }

  @Test("The account page leads to the passphrase, and says whether there is one")
  func passphrase() async throws {
    let stage = Stage()
    func label() async throws -> String? {
      try await stage.say("account").page.links.first { $0.command == "account passphrase" }?.label
    }
    #expect(try await label() == "Choose a passphrase")
    stage.office.guardProfile(ExampleFamily.sam)
    try await stage.say("account sign-in sam", secrets: ["passphrase": Office.passphrase])
    #expect(try await label() == "Change your passphrase")
    #expect(try await stage.say("account").page.links.contains(where: \.leads) == false)
  }

  @Test(
    "The profile has a primary action, the account without a passphrase too, and the settings none",
    arguments: [
      ("profile", ["profile edit"]), ("account", ["account passphrase"]), ("settings", []),
    ] as [(String, [String])])
  func primary(line: String, commands: [String]) async throws {
    let links = try await Stage().say(line).page.links
    #expect(links.filter(\.leads).map(\.command) == commands)
  }

  @Test("A parent's account names whom they look at, and a session its end")
  func parent() async throws {
    let stage = Stage(ExampleFamily.dana)
    stage.office.guardProfile(ExampleFamily.dana)
    try await stage.say(
      "account sign-in dana --remember", secrets: ["passphrase": Office.passphrase])
    for line in ["account", "account who"] {
      let page = try await stage.say(line).page
      #expect(page.fact("Looking at") == "Mia Lee")
      #expect(page.fact("Signed in") == "until Mar 12, 2026, 12:00")
    }
  }

  @Test("Without a passphrase no session has to last: none is told an end, and none is warned of")
  func noSession() async throws {
    let stage = Stage()
    try await stage.say("account sign-in sam")
    let loaded = try await stage.feature.loadedAccount()
    let day = ExampleFamily.now.adding(seconds: 24 * 3600 - 60)
    let page = SignInPage(loaded: loaded, context: Stage.context(now: day)).page
    #expect(page.fact("Signed in") == "until you sign out")
    #expect(page.messages.isEmpty)
  }

  @Test("The end of a session is told by the viewer's clock")
  func zone() async throws {
    let stage = Stage()
    stage.office.guardProfile(ExampleFamily.sam)
    try await stage.say("account sign-in sam", secrets: ["passphrase": Office.passphrase])
    let loaded = try await stage.feature.loadedAccount()
    let zone = try #require(try? Zone.named("America/New_York"))
    let context = PageContext(now: ExampleFamily.now, zone: zone, viewer: Viewer(name: "Sam"))
    #expect(
      SignInPage(loaded: loaded, context: context).page.fact("Signed in")
        == "until Feb 11, 2026, 07:00")
  }

  @Test(
    "The last five minutes of a session are announced",
    arguments: [
      (6 * 60, nil), (5 * 60, "Your session ends in 5 minutes."),
      (61, "Your session ends in 2 minutes."), (60, "Your session ends in 1 minute."),
    ])
  func warning(seconds: Int64, words: String?) async throws {
    let stage = Stage()
    stage.office.guardProfile(ExampleFamily.sam)
    try await stage.say("account sign-in sam", secrets: ["passphrase": Office.passphrase])
    let loaded = try await stage.feature.loadedAccount()
    let now = try #require(loaded.session).expiresAt.adding(seconds: -seconds)
    let page = SignInPage(loaded: loaded, context: Stage.context(now: now))
    for shown in [page.page, page.whoPage] {
      #expect(shown.messages.map(\.text) == [words].compactMap { $0 })
      #expect(shown.messages.allSatisfy { $0.tone == .warning })
      if words != nil { #expect(shown.commands.contains("account sign-in \"Sam Lee\"")) }
    }
  }

  @Test("`account who` is one person, or a problem that says how to sign in")
  func who() async throws {
    let page = try await Stage().say("account who").page
    #expect(page.title == "Signed in" && page.context == "Sam Lee")
    #expect(page.facts.map(\.label) == ["Name", "Handle", "Role", "Signed in"])
    #expect(page.facts.map(\.value) == ["Sam Lee", "p1", "athlete", "until you sign out"])
    let nobody = try await Stage(nil).say("account who").page
    #expect(nobody.title == "Not signed in" && nobody.problem == .signInNeeded)
    #expect(nobody.messages.map(\.text) == ["You are not signed in."])
    #expect(nobody.commands == ["account sign-in"])
  }

  @Test(
    "Signed out, the account still shows who can sign in, and why nobody is",
    arguments: [
      (nil, "You are not signed in."),
      (
        Problem(.signInNeeded, "4 people use this file. Say who you are."),
        "4 people use this file. Say who you are."
      ),
      (Problem(.sessionExpired), "Your session has expired. Sign in again."),
    ])
  func signedOut(refusal: Problem?, words: String) async throws {
    let stage = Stage(nil)
    stage.office.change { $0.refusal = refusal }
    let page = try await stage.say("account").page
    #expect(page.problem == nil)
    #expect(page.messages.map(\.text) == [words])
    #expect(page.rows.count == 4)
    #expect(page.commands.last == "account create")
    #expect(!page.commands.contains("profile"))
  }

  @Test(
    "The other pages of somebody signed out say so and show nothing",
    arguments: [
      "profile", "family", "family members", "family views", "settings",
    ])
  func otherPages(_ line: String) async throws {
    let page = try await Stage(nil).say(line).page
    #expect(page.problem == .signInNeeded)
    #expect(page.messages.map(\.text) == ["You are not signed in."])
    #expect(page.messages.first?.tone == .caution)
    #expect(page.rows.isEmpty && page.facts.isEmpty)
    #expect(page.commands == ["account sign-in"])
  }

  @Test("A file nobody has used says how to begin")
  func empty() async throws {
    let page = try await Stage.empty().say("account").page
    #expect(page.empty?.text == "This file has no profile yet.")
    #expect(page.commands == ["account create"])
    #expect(page.messages.isEmpty)
  }

  @Test(
    "Before anything is loaded each page says that it loads",
    arguments: [
      (AccountFeature.Screen.account, "Account"), (.who, "Signed in"), (.profile, "Profile"),
      (.family, "Family"), (.members, "Members"), (.views(.all), "Visits"), (.settings, "Settings"),
    ])
  func loading(screen: AccountFeature.Screen, title: String) {
    let stage = Stage()
    for loaded: Loading<AccountFeature.LoadedPage> in [.idle, .loading] {
      var state = AccountFeature.State()
      state.screen = screen
      state.loaded = loaded
      let page = stage.feature.page(state, in: stage.context)
      #expect(page.title == title)
      #expect(page.paragraphs == ["Loading \(title.lowercased())…"])
    }
  }
}

import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Account

/// Tests of the sentences that the account pages show for each cause of a failure (domain.md 9),
/// after a failed load of every page and after every failed write.
@Suite struct FailureTests {
  struct Reason: Sendable {
    var cause: Cause
    /// The sentence that explains the cause of the failure; nil if the cause has no explanation.
    ///
    /// After a failed load, the page shows only this sentence. After a failed write, the sentence
    /// follows the name of the write, such as "Could not update the family.", unless `isWhole` is
    /// set.
    var words: String?
    var isWhole = false
    var exit: ExitCode
  }

  static let reasons: [Reason] = [
    Reason(cause: .timedOut, words: "Connection timed out", exit: .offline),
    Reason(cause: .offline, words: "You are offline.", exit: .offline),
    Reason(cause: .serverError, words: "Server error", exit: .failed),
    Reason(cause: .failed, words: nil, exit: .failed),
    Reason(
      cause: .sessionExpired, words: "Your session has expired. Sign in again.", isWhole: true,
      exit: .signInNeeded),
    Reason(
      cause: .refused, words: "You can view this but not change it.", isWhole: true,
      exit: .refused),
  ]

  static let pages = [
    ("account", "Failed to load account"), ("account who", "Failed to load account"),
    ("profile", "Failed to load profile"), ("family", "Failed to load family"),
    ("family members", "Failed to load family"), ("family views", "Failed to load visits"),
    ("settings", "Failed to load settings"),
  ]

  @Test(
    "A page that cannot be loaded says why, in words of its own, and offers what helps",
    arguments: pages, reasons)
  func load(_ page: (line: String, failure: String), _ reason: Reason) async throws {
    let stage = Stage()
    stage.backend.hook.fail(reason.cause)
    let shown = try await stage.say(page.line).page
    let words = reason.words ?? page.failure
    #expect(shown.problem?.title == words)
    #expect(shown.problem?.exitCode == reason.exit)
    #expect(shown.messages.map(\.text) == [words])
    #expect(shown.messages.first?.spoken.hasPrefix(words) == true)
    #expect(shown.rows.isEmpty && shown.facts.isEmpty)
    #expect(shown.commands == [reason.cause == .sessionExpired ? "account sign-in" : "refresh"])
  }

  @Test("A failed load passes and the retry brings the page", arguments: pages)
  func retry(_ page: (line: String, failure: String)) async throws {
    let stage = Stage()
    stage.backend.hook.fail(.offline)
    let store = stage.store()
    let action = try await stage.feature.action(for: page.line)
    guard case .pageRequested(let screen) = action else { return }
    await store.send(action) {
      $0.screen = screen
      $0.loaded = .loading
    }
    var worded = Problem(.offline)
    await store.receive(.pageLoaded(.failure(worded))) {
      worded.fix = "Try again:  refresh"
      $0.loaded = .failed(worded)
    }
    stage.backend.hook.recover()
    let loaded = try await stage.loaded(of: screen)
    await store.send(event: .refreshed) { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(loaded))) { $0.loaded = .loaded(loaded) }
    await store.finish()
  }

  static let writes = [
    ("account create --name Ana", "Could not make the account."),
    ("account sign-in dana", "Could not sign in."),
    ("account sign-out", "Could not sign out."),
    ("account passphrase --remove", "Could not change the passphrase."),
    ("profile edit --gpa 3.5", "Could not update the profile."),
    ("family create", "Could not update the family."),
    ("family join FAM-SAM234", "Could not update the family."),
    ("family withdraw", "Could not update the family."),
    ("family leave", "Could not update the family."),
    ("family code --renew", "Could not update the family."),
    ("family switch", "Could not update the family."),
    ("settings set daily-digest off", "Could not update the settings."),
  ]

  @Test(
    "A write that fails says that it did, then why; nothing is changed", arguments: writes, reasons)
  func write(_ write: (line: String, failure: String), _ reason: Reason) async throws {
    // Sam has an athlete's profile and a family, so every command reaches the backend, which fails.
    // For a person without them, the account feature would refuse some commands itself.
    let stage = Stage()
    let before = try stage.everything
    stage.backend.hook.fail(reason.cause)
    // A sign-out after the session has expired has nothing to do, so it does not fail.
    if write.line == "account sign-out", reason.cause == .sessionExpired { return }
    let problem = try #require(await stage.problem(with: write.line))
    let sentence =
      reason.isWhole
      ? reason.words ?? ""
      : ([write.failure] + [reason.words].compactMap { $0 }).joined(separator: " ")
    #expect(problem.title == sentence)
    #expect(problem.exitCode == reason.exit)
    stage.backend.hook.recover()
    #expect(try stage.everything == before)
  }

  @Test(
    "A step that was agreed to and then fails says so",
    arguments: [
      ("family code --renew", "families.regenerateCode"), ("family remove dana", "families.remove"),
    ])
  func confirmed(line: String, endpoint: String) async throws {
    let stage = Stage()
    let before = try stage.everything
    stage.backend.hook.fail(endpoint, .timedOut)
    let heard = try await stage.say(line, agrees: true)
    #expect(heard.problems.map(\.title) == ["Could not update the family. Connection timed out"])
    #expect(heard.problems.map(\.exitCode) == [.offline])
    #expect(try stage.everything == before)
  }

  @Test("A failure of the file keeps its own words after what could not be done")
  func storage() async throws {
    let stage = Stage()
    let full = Problem(.storage(.full), "The disk is full.", fix: "Make room and try again.")
    stage.backend.hook.fail(full)
    let problem = await stage.problem(with: "profile edit --gpa 3.5")
    #expect(problem?.title == "Could not update the profile. The disk is full.")
    #expect(problem?.fix == "Make room and try again.")
    #expect(try await stage.say("profile").page.problem?.title == "The disk is full.")
  }

  @Test("A write after which the reading fails is done all the same, and the page says what failed")
  func readingAfterwards() async throws {
    let stage = Stage()
    let loaded = try await stage.feature.loadedSettings()
    var shown = AccountFeature.State()
    shown.screen = .settings
    shown.loaded = .loaded(.settings(loaded))
    let store = stage.store(shown)
    let saved = SavedSetting(key: .followUpDays, text: "9", hasChanged: true, isUndoable: true)
    stage.backend.hook.fail("preferences.preference", .offline)
    await store.send(.settingsSaved(.success([saved])))
    await store.expect(.done([saved].done))
    var worded = Problem(.offline)
    await store.receive(.pageLoaded(.failure(worded))) {
      worded.fix = "Try again:  refresh"
      $0.loaded = .failed(worded)
    }
    await store.finish()
  }
}

extension Stage {
  /// Loads the data of a page through the account feature, without a store.
  func loaded(of screen: AccountFeature.Screen) async throws -> AccountFeature.LoadedPage {
    switch screen {
    case .account, .who: .account(try await feature.loadedAccount())
    case .profile: .profile(try await feature.loadedProfile())
    case .family, .members: .family(try await feature.loadedFamily())
    case .views(let visits): .views(try await feature.loadedViews(visits))
    case .settings: .settings(try await feature.loadedSettings())
    }
  }
}

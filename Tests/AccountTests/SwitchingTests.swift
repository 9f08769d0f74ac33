import Auth
import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Account

/// Tests that no data of the previous person is shown after another person signs in, and that the
/// result of a slow, older load does not replace the result of a newer load.
@Suite struct SwitchingTests {
  private static let screens: [AccountFeature.Screen] = [
    .account, .who, .profile, .family, .members, .views(.newest), .settings,
  ]

  /// Returns a store that shows this page, with the data that was loaded while Sam was signed
  /// in.
  private func shown(
    _ screen: AccountFeature.Screen, on stage: Stage
  ) async throws -> TestStore<AccountFeature> {
    var state = AccountFeature.State()
    state.screen = screen
    state.loaded = .loaded(try await stage.loaded(of: screen))
    return stage.store(state)
  }

  @Test(
    "When another person or athlete is meant, the page is empty until it is theirs",
    arguments: screens)
  func viewerChanged(_ screen: AccountFeature.Screen) async throws {
    let stage = Stage()
    try await stage.say("settings set follow-up-days 9")
    let store = try await shown(screen, on: stage)
    stage.office.change { $0.person = ExampleFamily.dana }
    stage.family.reset()
    let theirs = try await stage.loaded(of: screen)
    let mine = try #require(store.state.loaded.value)
    #expect(theirs != mine)
    await store.send(event: .viewerChanged) { $0.loaded = .loading }
    #expect(stage.feature.page(store.state, in: stage.context).rows.isEmpty)
    await store.receive(.pageLoaded(.success(theirs))) { $0.loaded = .loaded(theirs) }
    await store.finish()
  }

  @Test("When somebody signs out, only who could sign in is left", arguments: screens)
  func signedOut(_ screen: AccountFeature.Screen) async throws {
    let stage = Stage()
    let store = try await shown(screen, on: stage)
    stage.office.change { $0.person = nil }
    stage.family.reset()
    await store.send(event: .signedOut) {
      $0.screen = .account
      $0.loaded = .loading
    }
    let left = LoadedAccount(profiles: try await stage.feature.auth.profiles())
    await store.receive(.pageLoaded(.success(.account(left)))) {
      $0.loaded = .loaded(.account(left))
    }
    await store.finish()
  }

  @Test("What the person before had asked for never arrives")
  func lateAnswer() async throws {
    let stage = Stage()
    let gate = stage.backend.hook.hold("people.profile")
    let store = stage.store()
    try await store.enter("profile") {
      $0.screen = .profile
      $0.loaded = .loading
    }
    stage.office.change { $0.person = ExampleFamily.dana }
    await store.send(event: .viewerChanged)
    gate.open()
    stage.family.reset()
    let theirs = try await stage.feature.loadedProfile()
    await store.receive(.pageLoaded(.success(.profile(theirs)))) {
      $0.loaded = .loaded(.profile(theirs))
    }
    await store.finish()
    #expect(theirs.own.person.id == ExampleFamily.dana)
  }

  @Test("Signing in and out at a prompt shows the account, with nothing of the one before")
  func signIn() async throws {
    let stage = Stage()
    let store = try await shown(.profile, on: stage)
    try await store.enter("account sign-in dana")
    let dana = SignedInProfile(
      reference: Reference(
        kind: .person, id: ExampleFamily.dana, handle: "p2", title: "Dana Lee"), isParent: true,
      whatIsSeen: "You see Mia Lee's pages and change none of them.")
    await store.receive(.signInFinished(.success(.finished(dana)))) {
      $0.screen = .account
      $0.loaded = .loading
    }
    await store.expect(.done(dana.done))
    let loaded = try await stage.feature.loadedAccount()
    await store.receive(.pageLoaded(.success(.account(loaded)))) {
      $0.loaded = .loaded(.account(loaded))
    }
    try await store.enter("account sign-out")
    let out = SignedOutProfile(name: "Dana Lee", hasPassphrase: false)
    await store.receive(.signOutFinished(.success(out))) { $0.loaded = .loading }
    let warning = "Dana Lee has no passphrase: anybody at this computer can sign in as Dana."
    await store.expect(
      .done(
        Done(
          "Dana Lee is signed out.", details: [warning, SignedOutProfile.elsewhere],
          brief: Done.Brief("Dana Lee is signed out.", warnings: [warning]))))
    let left = LoadedAccount(profiles: try await stage.feature.auth.profiles())
    await store.receive(.pageLoaded(.success(.account(left)))) {
      $0.loaded = .loaded(.account(left))
    }
    await store.finish()
  }

  @Test("Looking at another athlete empties the page of the one before", arguments: screens)
  func switchAthlete(_ screen: AccountFeature.Screen) async throws {
    let stage = Stage(ExampleFamily.dana)
    let store = try await shown(screen, on: stage)
    let sam = Reference(kind: .person, id: ExampleFamily.sam, handle: "p1", title: "Sam Lee")
    try await store.enter("family switch sam", knowing: [sam])
    let viewing = try await stage.family.current()
    #expect(viewing.athlete == ExampleFamily.sam)
    await store.receive(.familyChanged(.success(.finished(.switched(viewing))))) {
      $0.screen = screen == .members ? .members : .family
      $0.loaded = .loading
    }
    await store.expect(.done(Done("You look at Sam Lee's pages now.")))
    let loaded = try await stage.feature.loadedFamily()
    await store.receive(.pageLoaded(.success(.family(loaded)))) {
      $0.loaded = .loaded(.family(loaded))
    }
    await store.finish()
  }

  @Test("A page of another topic is not drawn from what the last one loaded")
  func otherTopic() async throws {
    let stage = Stage()
    let store = try await shown(.family, on: stage)
    let visits = try await stage.feature.loadedViews(.newest)
    try await store.enter("family views") {
      $0.screen = .views(.newest)
      $0.loaded = .loading
    }
    let page = stage.feature.page(store.state, in: stage.context)
    #expect(page.paragraphs == ["Loading visits…"])
    await store.receive(.pageLoaded(.success(.views(visits)))) {
      $0.loaded = .loaded(.views(visits))
    }
    await store.finish()
  }

  @Test("A page of the same topic stays until its own is there: members below the family")
  func sameTopic() async throws {
    let stage = Stage()
    let store = try await shown(.family, on: stage)
    let loaded = try await stage.feature.loadedFamily()
    try await store.enter("family members") { $0.screen = .members }
    #expect(stage.feature.page(store.state, in: stage.context).title == "Members")
    await store.receive(.pageLoaded(.success(.family(loaded))))
    await store.finish()
  }

  @Test("A newer load supersedes an older one that is slow")
  func newest() async throws {
    let stage = Stage()
    let gate = stage.backend.hook.hold("families.families")
    let store = stage.store()
    try await store.enter("family") {
      $0.screen = .family
      $0.loaded = .loading
    }
    await store.send(event: .refreshed)
    gate.open()
    let loaded = try await stage.feature.loadedFamily()
    await store.receive(.pageLoaded(.success(.family(loaded)))) {
      $0.loaded = .loaded(.family(loaded))
    }
    await store.finish()
  }

  @Test(
    "A change from elsewhere is fetched", arguments: [HostEvent.opened, .refreshed, .dataChanged])
  func happenings(_ event: HostEvent) async throws {
    let stage = Stage()
    let store = try await shown(.settings, on: stage)
    try stage.backend.put { rows in
      rows.setPreference(.notifications, of: ExampleFamily.sam, to: ["enableDailyDigest": false])
    }
    let loaded = try await stage.feature.loadedSettings()
    await store.send(event: event)
    await store.receive(.pageLoaded(.success(.settings(loaded)))) {
      $0.loaded = .loaded(.settings(loaded))
    }
    await store.finish()
    #expect(!loaded.notifications.enableDailyDigest)
  }
}

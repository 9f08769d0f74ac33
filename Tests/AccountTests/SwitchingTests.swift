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

/// Nothing of another person shows after a switch of person, and nothing late overtakes what is newer.
@Suite struct SwitchingTests {
  private static let screens: [AccountFeature.Screen] = [
    .account, .who, .profile, .family, .members, .views(.newest), .settings,
  ]

  /// A store whose page shows what Sam sees.
  private func shown(
    _ screen: AccountFeature.Screen, on stage: Stage
  ) async throws -> TestStore<AccountFeature> {
    var state = AccountFeature.State()
    state.screen = screen
    state.sheet = .loaded(try await stage.sheet(of: screen))
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
    let theirs = try await stage.sheet(of: screen)
    let mine = try #require(store.state.sheet.value)
    #expect(theirs != mine)
    await store.send(event: .viewerChanged) { $0.sheet = .loading }
    #expect(stage.feature.page(store.state, in: stage.context).rows.isEmpty)
    await store.receive(.sheetLoaded(.success(theirs))) { $0.sheet = .loaded(theirs) }
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
      $0.sheet = .loading
    }
    let left = AccountSheet(profiles: try await stage.feature.auth.profiles())
    await store.receive(.sheetLoaded(.success(.account(left)))) {
      $0.sheet = .loaded(.account(left))
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
      $0.sheet = .loading
    }
    stage.office.change { $0.person = ExampleFamily.dana }
    await store.send(event: .viewerChanged)
    gate.open()
    stage.family.reset()
    let theirs = try await stage.feature.profileSheet()
    await store.receive(.sheetLoaded(.success(.profile(theirs)))) {
      $0.sheet = .loaded(.profile(theirs))
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
      athleteName: "Mia Lee")
    await store.receive(.signInFinished(.success(.finished(dana)))) {
      $0.screen = .account
      $0.sheet = .loading
    }
    await store.expect(.done(dana.done))
    let sheet = try await stage.feature.accountSheet()
    await store.receive(.sheetLoaded(.success(.account(sheet)))) {
      $0.sheet = .loaded(.account(sheet))
    }
    try await store.enter("account sign-out")
    let out = SignedOutProfile(name: "Dana Lee", hasPassphrase: false)
    await store.receive(.signOutFinished(.success(out))) { $0.sheet = .loading }
    await store.expect(
      .done(
        Done(
          "Dana Lee is signed out.",
          details: ["Dana Lee has no passphrase: anybody at this computer can sign in as Dana."])))
    let left = AccountSheet(profiles: try await stage.feature.auth.profiles())
    await store.receive(.sheetLoaded(.success(.account(left)))) {
      $0.sheet = .loaded(.account(left))
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
      $0.sheet = .loading
    }
    await store.expect(.done(Done("You look at Sam Lee's pages now.")))
    let sheet = try await stage.feature.familySheet()
    await store.receive(.sheetLoaded(.success(.family(sheet)))) {
      $0.sheet = .loaded(.family(sheet))
    }
    await store.finish()
  }

  @Test("A page of another topic is not drawn from what the last one loaded")
  func otherTopic() async throws {
    let stage = Stage()
    let store = try await shown(.family, on: stage)
    let visits = try await stage.feature.viewsSheet(.newest)
    try await store.enter("family views") {
      $0.screen = .views(.newest)
      $0.sheet = .loading
    }
    let page = stage.feature.page(store.state, in: stage.context)
    #expect(page.paragraphs == ["Loading visits…"])
    await store.receive(.sheetLoaded(.success(.views(visits)))) {
      $0.sheet = .loaded(.views(visits))
    }
    await store.finish()
  }

  @Test("A page of the same topic stays until its own is there: members below the family")
  func sameTopic() async throws {
    let stage = Stage()
    let store = try await shown(.family, on: stage)
    let sheet = try await stage.feature.familySheet()
    try await store.enter("family members") { $0.screen = .members }
    #expect(stage.feature.page(store.state, in: stage.context).title == "Members")
    await store.receive(.sheetLoaded(.success(.family(sheet))))
    await store.finish()
  }

  @Test("A newer load supersedes an older one that is slow")
  func newest() async throws {
    let stage = Stage()
    let gate = stage.backend.hook.hold("families.families")
    let store = stage.store()
    try await store.enter("family") {
      $0.screen = .family
      $0.sheet = .loading
    }
    await store.send(event: .refreshed)
    gate.open()
    let sheet = try await stage.feature.familySheet()
    await store.receive(.sheetLoaded(.success(.family(sheet)))) {
      $0.sheet = .loaded(.family(sheet))
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
    let sheet = try await stage.feature.settingsSheet()
    await store.send(event: event)
    await store.receive(.sheetLoaded(.success(.settings(sheet)))) {
      $0.sheet = .loaded(.settings(sheet))
    }
    await store.finish()
    #expect(!sheet.notifications.enableDailyDigest)
  }
}

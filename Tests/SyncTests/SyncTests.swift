import Basics
import CivilTime
import Domain
import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@testable import Sync

@Suite struct SyncTests {
  private let noon = Instant(milliseconds: 1_770_000_000_000)

  private static let connected = SharingStatus(
    address: "https://compass.example.org", email: "sam@example.org",
    lastSync: Instant(milliseconds: 1_769_999_000_000), waiting: 2, held: 1)

  private static let conflict = SyncConflict(
    number: 7, summary: "Changed s1 Oak", at: Instant(milliseconds: 1_769_999_900_000),
    isHeld: true,
    differences: [
      .init(
        reason: .changed, record: "s1", field: "notes", mine: "mine", theirs: "theirs",
        by: "Dana Lee", at: Instant(milliseconds: 1_769_999_940_000))
    ])

  private static let left = {
    var outcome = SyncOutcome()
    outcome.left = ["The Lees"]
    outcome.neverSent = ["Added Oak"]
    return outcome
  }()

  private func feature(
    _ status: SharingStatus = connected, _ change: (inout SharingGateway) -> Void = { _ in }
  ) -> SyncFeature {
    var gateway = Dependencies.testing("Sync")[SharingGateway.self]
    gateway.status.implement { () throws(Problem) in status }
    gateway.conflicts.implement { () throws(Problem) in [Self.conflict] }
    change(&gateway)
    return SyncFeature(.testing("Sync").providing(gateway))
  }

  /// The page of the conflicts does not show whether the person is signed in, so it may not ask the
  /// keyring for the session: the endpoint is left without an implementation, and a call fails.
  private func page(
    _ view: SyncFeature.View, _ status: SharingStatus = connected, isSignedIn: Bool = true
  ) async -> Page {
    let feature = feature(status) { gateway in
      if view == .status { gateway.isSignedIn.implement { () throws(Problem) in isSignedIn } }
    }
    let store = TestStore(feature)
    await store.send(.pageRequested(view)) {
      $0.view = view
      $0.loaded = .loading
    }
    let content =
      status.address == nil
      ? SyncFeature.Content(status: status)
      : SyncFeature.Content(
        status: status, isSignedIn: view == .status ? isSignedIn : nil,
        conflicts: [Self.conflict])
    await store.receive(.pageLoaded(.success(content))) { $0.loaded = .loaded(content) }
    await store.finish()
    return feature.page(
      store.state, in: PageContext(now: noon, zone: .utc, viewer: Viewer(name: "Sam")))
  }

  @Test("A file without a server says so, and how to get one")
  func notConnected() async {
    let page = await page(.status, SharingStatus())
    #expect(page.blocks.count == 1)
    #expect(page.links.map(\.command) == ["help account connect"])
  }

  @Test("The page says when it was synced, what waits and what is to be decided")
  func status() async {
    let page = await page(.status)
    let facts = page.blocks.flatMap { block -> [Fact] in
      if case .facts(let facts) = block { facts.facts } else { [] }
    }
    #expect(facts.map(\.label) == ["Last synced", "Waits to be sent", "For you to decide"])
    #expect(facts.map(\.value) == ["16m ago", "2", "1"])
    #expect(page.links.map(\.command) == ["sync now", "sync conflicts"])
  }

  @Test("Since when there is no connection is said, and that it is no fault")
  func offline() async throws {
    var status = Self.connected
    status.offlineSince = Instant(milliseconds: 1_769_992_800_000)
    let facts = await page(.status, status).blocks.flatMap { block -> [Fact] in
      if case .facts(let facts) = block { facts.facts } else { [] }
    }
    #expect(facts.map(\.label)[1] == "No connection since")
    #expect(facts.map(\.value)[1] == "2h ago")
  }

  @Test("Who is signed out there is told, and how to sign in")
  func signedOut() async {
    let page = await page(.status, isSignedIn: false)
    #expect(page.links.map(\.command).contains("sync sign-in"))
  }

  @Test("Whose account there was deleted is told, and how to keep the file")
  func erased() async {
    var status = Self.connected
    status.isErased = true
    let commands = await page(.status, status).links.map(\.command)
    #expect(commands.contains("account disconnect") && !commands.contains("sync sign-in"))
  }

  @Test("A conflict shows both values, whose the other is, and what can be done")
  func conflicts() async {
    let page = await page(.conflicts)
    let sections = page.blocks.compactMap { block -> Section? in
      if case .section(let section) = block { section } else { nil }
    }
    #expect(sections.map(\.title) == ["7  Changed s1 Oak"])
    let facts = sections.flatMap(\.blocks).flatMap { block -> [Fact] in
      if case .facts(let facts) = block { facts.facts } else { [] }
    }
    #expect(facts.map(\.value) == ["mine", "theirs  (Dana Lee, 1m ago)"])
    #expect(page.links.map(\.command) == ["sync keep mine 7", "sync keep theirs 7"])
  }

  @Test("A rule of the server is read in the server's sentence, where there is one")
  func rules() {
    var state = SyncFeature.State()
    state.view = .conflicts
    state.loaded = .loaded(
      SyncFeature.Content(
        status: Self.connected,
        conflicts: [
          SyncConflict(
            number: 1, summary: "Changed the profile", at: noon, isHeld: false,
            differences: [
              .init(reason: .rule, rule: "The name of a person is blank.", record: "Profile"),
              .init(reason: .rule, record: "s1"),
            ])
        ]))
    let page = feature().page(
      state, in: PageContext(now: noon, zone: .utc, viewer: Viewer(name: "Sam")))
    let sections = page.blocks.compactMap { block -> Section? in
      if case .section(let section) = block { section } else { nil }
    }
    let facts = sections.flatMap(\.blocks).flatMap { block -> [Fact] in
      if case .facts(let facts) = block { facts.facts } else { [] }
    }
    #expect(
      facts.map(\.value) == [
        "The name of a person is blank.", "A rule of the server stands against it.",
      ])
  }

  @Test(
    "What a sync came to is said in a line, and what is to be decided with it",
    arguments: [
      (SyncOutcome(), "Nothing new.", [String]()),
      (SyncOutcome(sent: 1), "1 change sent.", []),
      (SyncOutcome(sent: 2, fetched: 1), "2 changes sent, 1 row fetched.", []),
      (
        SyncOutcome(held: 1), "1 change waits for you.",
        ["Decide:  sync conflicts"]
      ),
      (
        SyncOutcome(sent: 1, refused: 2, removed: 1),
        "1 change sent, 1 record is gone there, and here too.",
        ["2 changes were not allowed:  sync conflicts"]
      ),
      (
        Self.left, "You are no longer in The Lees, and what it shared is gone here.",
        ["Not sent any more: Added Oak"]
      ),
    ])
  func outcomes(outcome: SyncOutcome, title: String, details: [String]) async {
    let store = TestStore(feature { $0.sync.implement { _ throws(Problem) in outcome } })
    await store.send(.syncRequested(.news, mayTakeMuch: false))
    await store.receive(.synced(.news, .success(outcome)))
    await store.expect(.done(Done(title, details: details)))
    await store.finish()
  }

  @Test(
    "After a command a held change and a refused one are told apart",
    arguments: [
      (SyncOutcome(sent: 1), String?.none),
      (SyncOutcome(held: 1), "Another device changed what this builds on. Decide:  sync conflicts"),
      (Self.overtaken, "Dana Lee changed what this builds on. Decide:  sync conflicts"),
      (SyncOutcome(refused: 1), "The server does not allow this. Decide:  sync conflicts"),
    ])
  func afterCommand(outcome: SyncOutcome, words: String?) { #expect(outcome.notTaken == words) }

  private static let overtaken = {
    var outcome = SyncOutcome(held: 1)
    outcome.overtakenBy = ["Dana Lee"]
    return outcome
  }()

  @Test(
    "What is decided goes to the gateway as it was said",
    arguments: [
      (KeptSide.mine, "Your change is made anew: Changed s1 Oak.", true),
      (.theirs, "What is there stays; yours is let go: Changed s1 Oak.", false),
      (.both, "Both texts stand below each other: Changed s1 Oak.", true),
    ])
  func keeping(side: KeptSide, title: String, isStep: Bool) async {
    let heard = Mutex<[String]>([])
    let feature = feature {
      $0.keep.implement { number, side throws(Problem) in
        heard.withLock { $0.append("\(number) \(side)") }
        return Self.conflict
      }
    }
    let store = TestStore(feature)
    await store.send(.keepRequested(side, 7))
    await store.receive(.kept(side, .success(Self.conflict)))
    await store.expect(
      .done(
        Done(
          title,
          details: isStep
            ? ["undo takes it back", "It goes to the server by itself."]
            : ["To make it anew after all, within a month:  sync keep mine 7"])))
    await store.finish()
    #expect(heard.withLock { $0 } == ["7 \(side)"])
  }

  @Test("Beside two texts the values of which one's own stays are named")
  func keepingInPart() async {
    var conflict = Self.conflict
    conflict.notJoined = ["name", "priority tier"]
    let store = TestStore(
      feature { $0.keep.implement { [conflict] _, _ throws(Problem) in conflict } })
    await store.send(.keepRequested(.both, 7))
    await store.receive(.kept(.both, .success(conflict)))
    await store.expect(
      .done(
        Done(
          "Both texts stand below each other: Changed s1 Oak.",
          details: [
            "Yours stays where no two fit: name and priority tier.", "undo takes it back",
            "It goes to the server by itself.",
          ])))
    await store.finish()
  }

  @Test("After a loss the other devices are signed out, and what stays is said")
  func lost() async {
    let heard = Mutex<[String]>([])
    let feature = feature {
      $0.signOutOthers.implement { () throws(Problem) in heard.withLock { $0.append("others") } }
      $0.changePassword.implement { current, new throws(Problem) in
        heard.withLock { $0.append("\(current.revealed) \(new.revealed)") }
      }
    }
    let store = TestStore(feature)
    await store.send(.othersSignOutRequested)
    await store.receive(.accountChanged(.success(.othersSignedOut)))
    await store.expect(
      .done(
        Done(
          "Your other devices are signed out.",
          details: [
            "Nothing more goes there or comes from there; what lies on them stays.",
            "A person who knows your password can sign in again:  sync password",
          ])))
    await store.send(.passwordChangeRequested(current: SecretText("old"), new: SecretText("new")))
    await store.receive(.accountChanged(.success(.password)))
    await store.expect(
      .done(
        Done(
          "Your password there is changed.",
          details: ["Your other devices are signed out; sign in on each:  sync sign-in"])))
    await store.send(.passwordChangeRequested(current: nil, new: SecretText("new")))
    await store.expect(
      .problem(
        Problem(
          .usage, "Say the password you have there, and the new one.",
          fix: "Give them with --current-file FILE and --new-file FILE.")))
    await store.finish()
    #expect(heard.withLock { $0 } == ["others", "old new"])
  }

  @Test("What fails says why, in the server's case too")
  func failures() async {
    let problem = Problem(.offline, "The server does not answer.")
    let store = TestStore(feature { $0.sync.implement { _ throws(Problem) in throw problem } })
    await store.send(.syncRequested(.news, mayTakeMuch: false))
    await store.receive(.synced(.news, .failure(problem)))
    await store.expect(.problem(problem))
    await store.finish()
  }

  @Test("Before much goes it is asked, and the answer is what is done then")
  func much() async throws {
    let heard = Mutex<[Bool]>([])
    let feature = feature {
      $0.sync.implement { mayTakeMuch throws(Problem) in
        heard.withLock { $0.append(mayTakeMuch) }
        var outcome = SyncOutcome()
        if mayTakeMuch { outcome.removed = 30 } else { outcome.wouldRemove = 30 }
        return outcome
      }
    }
    let store = TestStore(feature)
    var asks = SyncOutcome()
    asks.wouldRemove = 30
    await store.send(.syncRequested(.news, mayTakeMuch: false))
    await store.receive(.synced(.news, .success(asks)))
    await store.expect(
      .question(
        Question(
          "30 records are gone at the server. Take them away here too?",
          details: [
            "A person in your family deleted them, or a right of yours has ended there.",
            "A backup of what is here is made first. Until you agree, nothing new is fetched; what you write goes there as ever.",
          ], agree: .takingAway("Take away"), yes: .syncRequested(.news, mayTakeMuch: true))))
    await store.answerYes()
    var went = SyncOutcome()
    went.removed = 30
    await store.receive(.synced(.news, .success(went)))
    await store.expect(
      .done(Done("30 records are gone there, and here too.")))
    await store.finish()
    #expect(heard.withLock { $0 } == [false, true])
  }

  @Test("Who has no account reads so, and whose the file is")
  func noAccount() async {
    var status = Self.connected
    status.email = nil
    status.others = ["sam@example.org"]
    status.held = 0
    let page = await page(.status, status)
    let facts = page.blocks.flatMap { block -> [Fact] in
      if case .facts(let facts) = block { facts.facts } else { [] }
    }
    #expect(facts.map(\.label) == ["Connected here", "Waits for an account of yours"])
    #expect(facts.map(\.value) == ["sam@example.org", "2"])
  }

  @Test(
    "Nothing to decide is no word on what was not sent",
    arguments: [
      (0, "The server took everything that was sent."),
      (1, "1 change waits to be sent; what becomes of it is known then."),
      (2, "2 changes wait to be sent; what becomes of them is known then."),
    ])
  func nothingToDecide(waiting: Int, detail: String) {
    var status = Self.connected
    status.waiting = waiting
    var state = SyncFeature.State()
    state.view = .conflicts
    state.loaded = .loaded(SyncFeature.Content(status: status))
    let page = feature().page(
      state, in: PageContext(now: noon, zone: .utc, viewer: Viewer(name: "Sam")))
    let empty = page.blocks.compactMap { block -> EmptyState? in
      if case .empty(let empty) = block { empty } else { nil }
    }
    #expect(empty.map(\.text) == ["Nothing to decide."] && empty.first?.detail == detail)
  }

  @Test("What waits for another person, stands twice or needs a code is named after a sync")
  func toldAfterwards() async {
    var outcome = SyncOutcome()
    outcome.asking = [
      JoinRequest(person: RecordID(high: 1, low: 1), name: "Dana", email: "dana@example.org")
    ]
    outcome.turnedAwayFrom = "The Lees"
    outcome.twice = ["s4 like s1", "c2 like c1"]
    outcome.needsNewCode = true
    outcome.waiting = 2
    let store = TestStore(
      feature { [outcome] in $0.sync.implement { _ throws(Problem) in outcome } })
    await store.send(.syncRequested(.news, mayTakeMuch: false))
    await store.receive(.synced(.news, .success(outcome)))
    await store.expect(
      .done(
        Done(
          "Nothing was sent.",
          details: [
            "Dana (dana@example.org) asks to join your family:  family admit dana@example.org",
            "The Lees did not let you in. Ask the athlete for a new code:  family join CODE",
            "2 records stand twice: s4 like s1, c2 like c1. If one table was imported on two devices, take one import back:  undo",
            "The family's code of before does not work there. A new one:  family code --renew",
            "2 changes wait here to be sent.",
          ])))
    await store.finish()
  }
}

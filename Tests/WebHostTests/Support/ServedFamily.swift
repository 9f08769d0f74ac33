import Account
import Auth
import CivilTime
import Conversation
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import Foundation
import HTTP
import HTTPServing
import Mailing
import Records
import Synchronization
import Tasks
import Threads
import WebRendering
import WebTesting

@testable import WebHost

/// The example family, served over a real socket by the program's own backend over a file in
/// memory.
///
/// Each request sets the backend's acting person to the visitor, so requests of two people run one
/// after the other.
final class ServedFamily: Sendable {
  let backend: ExampleBackend
  let host: WebHost
  let server: HTTPServer
  private let acting: Acting
  let pauses: Pauses

  final class Acting: Sendable {
    let person = Mutex<RecordID?>(nil)
  }

  /// Replaces the pause of the web host between two checks for changed data.
  ///
  /// Each pause lasts until the test ends it, so the test decides when the host checks.
  final class Pauses: Sendable {
    private let stream: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    init() { (stream, continuation) = AsyncStream.makeStream() }
    func end() { continuation.yield() }
    func wait() async { for await _ in stream { return } }
  }

  /// The person who is signed in with one browser; `person` is nil after signing out.
  final class SignedIn: Sendable {
    let person: Mutex<RecordID?>
    init(_ person: RecordID?) { self.person = Mutex(person) }
  }

  init(as person: RecordID? = ExampleFamily.sam, uploads: Bool = true) throws {
    let acting = Acting()
    self.acting = acting
    let backend = ExampleBackend(
      calendar: .fixed(ExampleFamily.now), acting: { acting.person.withLock { $0 } })
    self.backend = backend
    let drawn = Mutex<UInt64>(1)
    let pauses = Pauses()
    self.pauses = pauses
    let stored = StoredSettings()
    let preferences = PreferenceStore(
      load: { stored.values.withLock { $0 } },
      save: { key, value in stored.values.withLock { $0[key] = value } })
    let keysTaken = KeyBox()
    let clockBox = ClockBox()
    var program = WebProgram(
      makeVisitor: {
        let signedIn = SignedIn(person)
        return WebVisitor(
          visit: { place in
            acting.person.withLock { $0 = signedIn.person.withLock { $0 } }
            return Self.visit(backend, acting, signedIn, preferences, place)
          },
          athletes: { place throws(Problem) in
            try await Self.family(backend, acting, place).athletes()
              .map { VisitedAthlete($0.reference.id, $0.reference.title) }
          })
      },
      keys: EntryKeys { key in keysTaken.take(key) },
      random: { count in
        drawn.withLock { drawn in
          (0..<count).map { _ in
            drawn = drawn &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: drawn >> 33)
          }
        }
      },
      uptime: { clockBox.now.withLock { $0 } }, pause: { _ in await pauses.wait() },
      revision: { clockBox.revision.withLock { $0 } })
    program.places = [
      WebPlace("Tasks", "tasks"), WebPlace("Schools", "schools", .records),
      WebPlace("Reports", "reports"),
    ]
    program.search = "find"
    program.quick = [CommandLink("Log a contact", "interactions add")]
    program.neverKept = ["account"]
    program.signIn = "account sign-in"
    program.signOut = "account sign-out"
    keyBox = keysTaken
    clock = clockBox
    let host = WebHost(program, threads: WorkThreads(most: 3))
    self.host = host
    var settings = ServerSettings(port: 0)
    settings.times.idle = .seconds(3_600)
    settings.times.headers = .seconds(3_600)
    settings.times.body = .seconds(3_600)
    settings.times.ping = .seconds(3_600)
    settings.clientKind = { host.knows($0) ? (host.waits($0) ? .waiting : .known) : .stranger }
    settings.refusal = { status, fault, request in host.refusal(status, fault, request) }
    server = try HTTPServer.start(settings) { await host.answer($0) }
    host.origin = .ofThisComputer(port: server.port)
  }

  let keyBox: KeyBox
  let clock: ClockBox

  final class KeyBox: Sendable {
    private let good = Mutex<Set<String>>([])
    func add(_ key: String) { good.withLock { _ = $0.insert(key) } }
    func take(_ key: String) -> Bool { good.withLock { $0.remove(key) != nil } }
  }

  private final class StoredSettings: Sendable {
    let values = Mutex<[String: String]>([:])
  }

  final class ClockBox: Sendable {
    let now = Mutex<Int64>(1_000_000)
    let revision = Mutex<Int64>(1)
  }

  var port: Int { server.port }

  func pass(_ milliseconds: Int64) { clock.now.withLock { $0 += milliseconds } }
  func change(to revision: Int64) { clock.revision.withLock { $0 = revision } }

  /// Returns a browser that has opened the pages with a valid key, as the program opens them, and
  /// is therefore signed in.
  func browser() async throws -> Browser {
    let key = "key\(UInt64.random(in: .min ... .max))"
    keyBox.add(key)
    let browser = Browser(port: port)
    _ = try await browser.get("/enter?key=\(key)")
    return browser
  }

  private static func family(
    _ backend: ExampleBackend, _ acting: Acting, _ place: VisitedPlace
  ) -> FamilyContextClient {
    .live(
      signedIn: { acting.person.withLock { $0 } }, routed: { place.athlete },
      people: backend.people, families: backend.families, preferences: backend.devicePreferences,
      viewLog: backend.viewLog, afterwards: place.afterwards ?? .atOnce)
  }

  private static func visit(
    _ backend: ExampleBackend, _ acting: Acting, _ signedIn: SignedIn,
    _ preferences: PreferenceStore, _ place: VisitedPlace
  ) -> Visit {
    let family = family(backend, acting, place)
    let clock = WallClock.fixed(ExampleFamily.now)
    let dependencies = backend.provided(to: Dependencies())
      .providing(clock).providing(LocalCalendar.fixed(ExampleFamily.now, .utc))
      .providing(family).providing(DailyWork.none)
      .providing(LinkProbe { _ in .notTried })
      .providing(
        OutgoingMail(
          through: { () throws(Problem) in throw Problem(.refused) },
          compose: { _ throws(Problem) in throw Problem(.refused) },
          send: { _ throws(MailFailure) in })
      )
      .providing(
        CurrentPerson(
          current: { signedIn.person.withLock { $0 } },
          choose: { person in
            signedIn.person.withLock { $0 = person }
            acting.person.withLock { $0 = person }
          })
      )
      .providing(auth(backend, clock))
    return Visit(
      time: { () throws(Problem) in ParseContext(now: ExampleFamily.now, zone: .utc) },
      makeFeatures: { tell in
        [
          FeatureBox(AccountFeature.self, dependencies: dependencies, tell: tell),
          FeatureBox(RecordsFeature.self, dependencies: dependencies, tell: tell),
          FeatureBox(TasksFeature.self, dependencies: dependencies, tell: tell),
        ]
      },
      resolver: ReferenceResolver { lookup throws(Problem) in
        try await backend.recordIndex.find(lookup, of: try await family.current().athlete)
      },
      looking: { () throws(Problem) in
        guard acting.person.withLock({ $0 }) != nil else {
          return Looking(viewer: Viewer(name: ""), identity: nil)
        }
        family.reset()
        let viewing = try await family.current()
        return Looking(
          viewer: Viewer(
            name: viewing.name ?? "", subject: viewing.isReadOnly ? viewing.athleteName : nil,
            isReadOnly: viewing.isReadOnly),
          identity: "\(viewing.person) \(viewing.athlete?.description ?? "")",
          athlete: viewing.isReadOnly ? viewing.athlete : nil)
      },
      steps: Visit.Steps(
        undo: { () throws(Problem) in
          Done("\(try await backend.undo.undo().wordsOfUndo).")
        },
        redo: { () throws(Problem) in
          Done("\(try await backend.undo.redo().wordsOfRedo).")
        },
        history: { _, _ throws(Problem) in Page(title: "History") {} }),
      lists: Visit.Lists(
        words: { name in
          name == "profiles"
            ? ((try? await backend.people.profiles()) ?? []).map(\.reference.title) : []
        },
        choices: { name in
          name == EventType.choices ? [HTMLChoice("game", "Meet")] : []
        }),
      upkeep: Visit.Upkeep(doctor: { _ throws(Problem) in Page(title: "Doctor") {} }),
      preferences: preferences)
  }

  private static func auth(_ backend: ExampleBackend, _ clock: WallClock) -> AuthClient {
    AuthClient {
      $0.profiles.implement { () throws(Problem) in
        try await backend.people.profiles().map { summary in
          Profile(
            id: summary.reference.id, handle: summary.reference.handle,
            name: summary.reference.title, role: summary.role.rawValue, hasPassphrase: false)
        }
      }
      $0.currentSession.implement { () throws(Problem) in nil }
      $0.signIn.implement { person, _, length in
        SignInSession(
          userID: person, startedAt: clock.now(),
          expiresAt: SignInSessionRules.expiry(of: length, from: clock.now()))
      }
      $0.signOut.implement { () throws(Problem) in }
      $0.changePassphrase.implement { _ in }
    }
  }

  /// Returns the history of Sam's steps as one text.
  ///
  /// If the texts from before and after a command are equal, the command has made no step.
  func rows() async throws -> String {
    let before = acting.person.withLock { $0 }
    acting.person.withLock { $0 = ExampleFamily.sam }
    defer { acting.person.withLock { $0 = before } }
    return "\(try await backend.undo.history(limit: 100))"
  }
}

/// Serves a family for one test and stops the server afterwards.
func served(
  as person: RecordID? = ExampleFamily.sam, _ use: (ServedFamily) async throws -> Void
) async throws {
  let family = try ServedFamily(as: person)
  do {
    try await use(family)
  } catch {
    await family.server.stop(within: .zero)
    throw error
  }
  await family.server.stop(within: .zero)
}

import CivilTime
import Domain
import FamilyContext
import FeatureKit
import InMemoryBackend
import Synchronization

/// The live context over a family in memory: Dana, parent of Sam (2028) and Mia (2026).
struct Household: Sendable {
  let backend: InMemoryBackend
  let context: FamilyContextClient
  private let signedIn: SignedIn

  init(
    _ person: RecordID? = ExampleFamily.dana, route: RecordID? = nil,
    world change: @Sendable (inout World) -> Void = { _ in }
  ) {
    var world = ExampleFamily.world()
    change(&world)
    let backend = InMemoryBackend.example(signedIn: person, world: world)
    let signedIn = SignedIn(person)
    self.backend = backend
    self.signedIn = signedIn
    context = .live(
      signedIn: { signedIn.person }, routed: { route }, people: backend.people,
      families: backend.families, preferences: backend.devicePreferences, viewLog: backend.viewLog)
  }

  /// Another person sits down, or nobody.
  func signIn(_ person: RecordID?) {
    signedIn.person = person
    backend.signIn(person)
  }

  func remember(_ athlete: String?) async throws {
    try await backend.devicePreferences.set(athlete, for: "parent_last_viewed_athlete")
  }

  var remembered: String? {
    get async throws { try await backend.devicePreferences.value(of: "parent_last_viewed_athlete") }
  }

  func visits(of athlete: RecordID = ExampleFamily.sam) async throws -> [ViewRow] {
    try await backend.viewLog.views(of: athlete, limit: 100).rows
  }

  private final class SignedIn: Sendable {
    private let held: Mutex<RecordID?>

    init(_ person: RecordID?) { held = Mutex(person) }

    var person: RecordID? {
      get { held.withLock { $0 } }
      set { held.withLock { $0 = newValue } }
    }
  }
}

extension World {
  /// A parent of these athletes, in the order of their families.
  mutating func addParent(_ id: RecordID, of athletes: [(id: RecordID, year: Int?)]) {
    add(Person(id: id, email: "p@example.org", role: .parent, fullName: "Pat Ray"))
    for (index, athlete) in athletes.enumerated() {
      add(
        Person(
          id: athlete.id, email: "a\(index)@example.org", role: .player,
          graduationYear: athlete.year))
      addFamily(
        .version4(high: 0xFA, low: UInt64(index)), athlete: athlete.id, parents: [id],
        at: ExampleFamily.now.adding(days: index))
    }
  }
}

import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit

/// The real family context over a family in memory: Dana, parent of Sam (class of 2028) and Mia
/// (class of 2026).
struct Household: Sendable {
  let backend: ExampleBackend
  let context: FamilyContextClient

  init(
    _ person: RecordID? = ExampleFamily.dana, route: RecordID? = nil,
    family change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) {
    var rows = ExampleFamily.rows()
    change(&rows)
    backend = ExampleBackend(signedIn: person, family: rows)
    context = backend.familyContext(routed: { route })
  }

  /// Changes the signed-in person; nil signs out.
  func signIn(_ person: RecordID?) { backend.signIn(person) }

  func remember(_ athlete: String?) async throws {
    try await backend.devicePreferences.set(athlete, for: "parent_last_viewed_athlete")
  }

  var remembered: String? {
    get async throws { try await backend.devicePreferences.value(of: "parent_last_viewed_athlete") }
  }

  func visits(of athlete: RecordID = ExampleFamily.sam) async throws -> [ViewRow] {
    try await backend.viewLog.views(of: athlete, limit: 100).rows
  }
}

extension MadeUpFamily {
  /// Adds a parent of these athletes, who each have a family, in this order.
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

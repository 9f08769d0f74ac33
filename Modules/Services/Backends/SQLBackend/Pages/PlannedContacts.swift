public import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// What planned interactions set off once their time has come (rule 10.8): the coach's last contact, suggestions that asked for
/// one, and the announcement of a message from a coach.
struct PlannedContacts {
  private let records: RecordScope
  private var now: Instant { records.scope.now }

  init(_ records: RecordScope) {
    self.records = records
  }

  /// Follows those that came due since this was last done; doing it twice changes nothing.
  func follow() throws {
    let preferences = records.connection.devicePreferences
    let key = DevicePreferenceKey.plansFollowed
    let before = try preferences.value(key, of: records.athlete).flatMap { Instant($0) }
    var due = try Interaction.past(in: records, now)
    due.require("interactions.occurred_at > interactions.created_at")
    due.require(
      "interactions.occurred_at > ?", .instant(before ?? now.adding(days: -Self.firstLook)))
    let arrived = try records.find(
      Interaction.self, due, order: [.ascending("interactions.occurred_at")])
    let effects = InteractionEffects(records)
    _ = try effects.refreshLastContacts(arrived.map(\.coachID) + datedAhead())
    for interaction in arrived {
      _ = try effects.completeSuggestions(of: interaction.schoolID)
      _ = try effects.notify(of: interaction)
    }
    try preferences.set(key, to: now.description, for: records.athlete)
  }

  /// How far back plans are followed that nobody followed before, in days.
  private static let firstLook = 1

  /// Coaches whose last contact was stored when plans still counted as one.
  private func datedAhead() throws -> [RecordID] {
    var ahead = try Coach.visible(in: records)
    ahead.require("coaches.last_contact_date > ?", .instant(now))
    return try records.find(Coach.self, ahead).map(\.id)
  }
}

extension SQLBackend {
  /// Done once a day before notifications and suggestions, which look at when coaches were last in touch. No undo step.
  public func followPlannedContacts(of athlete: RecordID) async throws(Problem) {
    try await remember { scope in
      try scope.caller.requireToChangeData(of: athlete)
      try PlannedContacts(RecordScope(scope, of: athlete)).follow()
    }
  }
}

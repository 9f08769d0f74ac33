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

/// What contacts that another person logged set off for the athlete: suggestions that asked for one are done, and a message from a coach
/// is announced. Each of the athlete's devices works it out when it has fetched the contact, to the same rows.
struct OthersContacts {
  private let records: RecordScope
  private var connection: DatabaseConnection { records.connection }
  private var now: Instant { records.scope.now }

  init(_ records: RecordScope) {
    self.records = records
  }

  /// Doing it twice changes nothing.
  ///
  /// - Returns: whether something was written.
  func follow() throws -> Bool {
    guard records.isOwner, try Outbox(connection) != nil else { return false }
    let key = DevicePreferenceKey.contactsFollowed
    let followed = try connection.devicePreferences.value(key, of: records.athlete)
    var logged = try Interaction.past(in: records, now)
    logged.require("interactions.logged_by <> ?", .id(records.athlete))
    logged.require(
      "interactions.created_at > ?",
      .instant(now.adding(days: followed == nil ? -Self.firstLook : -Self.lookedBack)))
    let found = try records.find(
      Interaction.self, logged, order: [.ascending("interactions.occurred_at")])
    let new = found.filter { followed?.contains($0.id.description) != true }
    guard !new.isEmpty || followed == nil else { return false }
    let effects = InteractionEffects(records)
    let seed = try IDSeed(records.scope).value(of: records.athlete)
    let before = connection.totalChanges
    for interaction in new {
      _ = try effects.completeSuggestions(
        of: interaction.schoolID, askedBefore: interaction.createdAt)
      // Named after the contact, so that two devices announce it once.
      let id = RecordID.named("contact \(interaction.id)", under: seed)
      let isThere = try connection.first(
        "SELECT 1 FROM notifications WHERE id = ?", id, read: { _ in true })
      if isThere == nil { _ = try effects.notify(of: interaction, as: id) }
    }
    let hasWritten = connection.totalChanges != before
    try connection.setDevicePreference(
      key, found.map(\.id.description).joined(separator: " "), of: records.athlete)
    return hasWritten
  }

  /// In days. What is older is no news any more; on a new device hardly anything is.
  private static let lookedBack = 30
  private static let firstLook = 1
}

extension SQLBackend {
  /// Done after each sync that fetched something. No undo step.
  ///
  /// - Returns: whether something was written, which is to be sent.
  public func followOthersContacts(of athlete: RecordID) async throws(Problem) -> Bool {
    try await remember { scope in
      try OthersContacts(RecordScope(scope, of: athlete)).follow()
    }
  }

  /// Done once a day before notifications and suggestions, which look at when coaches were last in touch. No undo step.
  public func followPlannedContacts(of athlete: RecordID) async throws(Problem) {
    try await remember { scope in
      try scope.caller.requireToChangeData(of: athlete)
      try PlannedContacts(RecordScope(scope, of: athlete)).follow()
    }
  }
}

public import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Applies the effects of planned interactions once their time has come: sets the coach's last
/// contact, completes suggestions, and creates notifications about messages from coaches.
///
/// An interaction that is still planned has no effects, because it is not a contact yet (domain.md
/// 10.8).
struct PlannedContacts {
  private let records: RecordScope
  private var now: Instant { records.scope.now }

  init(_ records: RecordScope) {
    self.records = records
  }

  /// Applies the effects of the planned interactions whose time has come since the last call, such
  /// as setting the coach's last contact. A repeated call changes nothing.
  func follow() throws {
    let preferences = records.connection.devicePreferences
    let key = DevicePreferenceKey.plansFollowed
    let before = try preferences.value(key, of: records.athlete).flatMap { Instant($0) }
    var due = try Interaction.past(in: records, now)
    due.require(Self.wasPlanned)
    due.require(
      "interactions.occurred_at > ?", .instant(before ?? now.adding(days: -Self.firstLook)))
    let arrived = try records.find(
      Interaction.self, due, order: [.ascending("interactions.occurred_at")])
    let effects = InteractionEffects(records)
    _ = try effects.refreshLastContacts(arrived.map(\.coachID) + datedAhead())
    for interaction in arrived {
      _ = try effects.completeSuggestions(of: interaction.schoolID)
      try effects.notifyOnce(of: interaction)
    }
    try preferences.set(key, to: now.description, for: records.athlete)
  }

  /// An SQL condition for interactions that were logged before they happened, that is, as planned
  /// ones.
  private static let wasPlanned = "interactions.occurred_at > interactions.created_at"

  /// The number of past days in which the first call of `follow` for an athlete looks for planned
  /// interactions whose time has come. Later calls continue from the time of the call before.
  private static let firstLook = 1

  /// Returns the coaches whose stored date of the last contact is in the future because of a
  /// planned interaction. An older version of the program counted planned interactions as contacts,
  /// so these dates have to be corrected.
  ///
  /// A date in the future can also belong to an interaction that was logged after it happened, if
  /// the clock is wrong now. Such a date stays as it is.
  private func datedAhead() throws -> [RecordID] {
    var ahead = try Coach.visible(in: records)
    ahead.require("coaches.last_contact_date > ?", .instant(now))
    ahead.require(
      """
      NOT EXISTS (SELECT 1 FROM interactions WHERE coach_id = coaches.id
        AND occurred_at = coaches.last_contact_date
        AND (\(Self.wasPlanned)) IS NOT TRUE)
      """)
    return try records.find(Coach.self, ahead).map(\.id)
  }
}

/// Applies the effects of contacts that another person logged for the athlete: completes
/// suggestions and creates notifications about messages from coaches.
///
/// Each of the athlete's devices does this after it has fetched the contact from the server, and
/// all devices create the same rows.
struct OthersContacts {
  private let records: RecordScope
  private var connection: DatabaseConnection { records.connection }
  private var now: Instant { records.scope.now }

  init(_ records: RecordScope) {
    self.records = records
  }

  /// Applies the effects of newly fetched contacts, such as a notification about a coach's message.
  /// A repeated call changes nothing.
  ///
  /// - Returns: whether a row was written.
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
    let before = connection.totalChanges
    for interaction in new {
      _ = try effects.completeSuggestions(
        of: interaction.schoolID, askedBefore: interaction.createdAt)
      try effects.notifyOnce(of: interaction)
    }
    let hasWritten = connection.totalChanges != before
    try connection.setDevicePreference(
      key, found.map(\.id.description).joined(separator: " "), of: records.athlete)
    return hasWritten
  }

  /// The number of past days whose contacts are examined for notifications; a notification about an
  /// older contact would come too late. The first call on a new device examines only `firstLook`
  /// days, because the other devices have already announced older contacts.
  private static let lookedBack = 30
  private static let firstLook = 1
}

extension SQLBackend {
  /// Applies the effects of contacts that other people logged for the athlete, such as a
  /// notification about a coach's message.
  ///
  /// A sync that fetched rows calls it, and so does the work that the program does once a day. It
  /// is not an undo step.
  ///
  /// - Returns: whether it wrote rows, which then have to be sent to the server.
  public func followOthersContacts(of athlete: RecordID) async throws(Problem) -> Bool {
    try await remember { scope in
      try OthersContacts(RecordScope(scope, of: athlete)).follow()
    }
  }

  /// Applies the effects of planned contacts whose time has come, such as setting the coach's last
  /// contact. It is not an undo step.
  ///
  /// It runs once a day, before the notifications and suggestions are generated, because these
  /// depend on the coaches' last contacts.
  public func followPlannedContacts(of athlete: RecordID) async throws(Problem) {
    try await remember { scope in
      try scope.caller.requireToChangeData(of: athlete)
      try PlannedContacts(RecordScope(scope, of: athlete)).follow()
    }
  }
}

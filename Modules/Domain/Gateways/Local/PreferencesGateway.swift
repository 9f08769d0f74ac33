public import Basics
public import CivilTime
public import JSON

/// Preferences that people share with their other devices: `user_preferences`, with its history.
public struct PreferencesGateway: Gateway {
  /// Computes the new stored value from the old one.
  public typealias Change = @Sendable (JSONValue?) throws(Problem) -> JSONValue

  public var preference = Endpoint<
    (category: PreferenceCategory, person: RecordID), StoredPreference
  >("preference")
  public var save = Endpoint<
    (category: PreferenceCategory, person: RecordID, change: Change), SavedPreference
  >("save")
  public var clear = Endpoint<
    (category: PreferenceCategory, person: RecordID), SavedPreference
  >("clear")
  public var history = Endpoint<
    (category: PreferenceCategory, person: RecordID, limit: Int), [PreferenceChange]
  >("history")

  public init() {}
}

extension PreferencesGateway {
  /// Returns a category of the person's own preferences, or the category `player` of an athlete in
  /// the person's family (rule 3).
  public func preference(
    _ category: PreferenceCategory, of person: RecordID
  ) async throws(Problem) -> StoredPreference {
    try await preference((category, person))
  }

  /// Changes the value that is stored at that moment, so that changes of other processes are kept.
  /// The closure returns the object it was given with its changes, so that unknown keys are kept.
  /// If it returns a value that is not an object, nothing is stored.
  @discardableResult
  public func save(
    as category: PreferenceCategory, of person: RecordID, _ change: @escaping Change
  ) async throws(Problem) -> SavedPreference {
    try await save((category, person, change))
  }

  /// Resets a category to its defaults.
  public func clear(
    _ category: PreferenceCategory, of person: RecordID
  ) async throws(Problem) -> SavedPreference {
    try await clear((category, person))
  }

  /// Returns the changes of a category, newest first.
  public func history(
    of category: PreferenceCategory, of person: RecordID, limit: Int
  ) async throws(Problem) -> [PreferenceChange] {
    try await history((category, person, limit))
  }
}

/// The stored value of a category: nothing, or an object and its time.
public struct StoredPreference: Equatable, Sendable {
  public var category: PreferenceCategory
  /// The stored value, which may be anything that a server wrote; the typed views read it tolerantly.
  public var data: JSONValue?
  public var updatedAt: Instant?

  public init(category: PreferenceCategory, data: JSONValue? = nil, updatedAt: Instant? = nil) {
    self.category = category
    self.data = data
    self.updatedAt = updatedAt
  }
}

/// The result of saving.
public struct SavedPreference: Equatable, Sendable {
  public var preference: StoredPreference
  /// The changed keys in the order of the new object, then the removed ones; if empty, nothing was written.
  public var changedFields: [String]

  public init(preference: StoredPreference, changedFields: [String]) {
    self.preference = preference
    self.changedFields = changedFields
  }
}

/// One change of a preference; a row of `preference_history`.
public struct PreferenceChange: Equatable, Sendable {
  public var category: PreferenceCategory
  public var oldValue: JSONValue?
  public var newValue: JSONValue
  public var changedFields: [String]
  public var changedBy: Reference
  public var createdAt: Instant

  public init(
    category: PreferenceCategory, oldValue: JSONValue?, newValue: JSONValue,
    changedFields: [String], changedBy: Reference, createdAt: Instant
  ) {
    self.category = category
    self.oldValue = oldValue
    self.newValue = newValue
    self.changedFields = changedFields
    self.changedBy = changedBy
    self.createdAt = createdAt
  }
}

extension PreferenceChange {
  /// The top-level keys that differ: new and changed ones in the order of `new`, then removed ones.
  public static func changedFields(from old: JSONValue?, to new: JSONValue) -> [String] {
    let before = old?.object ?? [:]
    let after = new.object ?? [:]
    return after.keys.filter { before[$0] != after[$0] } + before.keys.filter { after[$0] == nil }
  }
}

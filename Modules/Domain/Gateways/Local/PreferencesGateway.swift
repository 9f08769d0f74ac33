public import Basics
public import CivilTime
public import JSON

/// The operations on preferences that apply to a person on all devices. They are stored in the
/// tables `user_preferences` and `preference_history`.
public struct PreferencesGateway: Gateway {
  /// A function that computes the new value of a preference category, such as `player`, from the
  /// stored value.
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
  /// Returns a preference category of the signed-in person, or the category `player` of an athlete
  /// in their family (domain.md 3).
  public func preference(
    _ category: PreferenceCategory, of person: RecordID
  ) async throws(Problem) -> StoredPreference {
    try await preference((category, person))
  }

  /// Replaces the stored value of a preference category, such as `player`, by the result of the
  /// closure.
  ///
  /// The closure gets the value that is stored at that moment, so that a change by another process
  /// is not lost. It should return the same object with its changes, so that keys of other programs
  /// stay. If it returns a value that is not an object, nothing is stored.
  @discardableResult
  public func save(
    as category: PreferenceCategory, of person: RecordID, _ change: @escaping Change
  ) async throws(Problem) -> SavedPreference {
    try await save((category, person, change))
  }

  /// Deletes the stored values of a preference category, so that the defaults apply.
  public func clear(
    _ category: PreferenceCategory, of person: RecordID
  ) async throws(Problem) -> SavedPreference {
    try await clear((category, person))
  }

  /// Returns the changes of a preference category, newest first.
  public func history(
    of category: PreferenceCategory, of person: RecordID, limit: Int
  ) async throws(Problem) -> [PreferenceChange] {
    try await history((category, person, limit))
  }
}

/// The stored value of one preference category, with the time of its last change. `data` is nil if
/// nothing is stored.
public struct StoredPreference: Equatable, Sendable {
  public var category: PreferenceCategory
  /// The stored JSON, which may have any form, because a server may have written it. The types that
  /// read it ignore unexpected values.
  public var data: JSONValue?
  public var updatedAt: Instant?

  public init(category: PreferenceCategory, data: JSONValue? = nil, updatedAt: Instant? = nil) {
    self.category = category
    self.data = data
    self.updatedAt = updatedAt
  }
}

/// The result of saving a preference category.
public struct SavedPreference: Equatable, Sendable {
  public var preference: StoredPreference
  /// The keys that were added or changed, in the order of the new object, and then the keys that
  /// were removed. If it is empty, nothing was written.
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
  /// Returns the keys of the two objects whose values differ: first the added and changed keys in
  /// the order of `new`, then the removed keys.
  public static func changedFields(from old: JSONValue?, to new: JSONValue) -> [String] {
    let before = old?.object ?? [:]
    let after = new.object ?? [:]
    return after.keys.filter { before[$0] != after[$0] } + before.keys.filter { after[$0] == nil }
  }
}

public import JSON

/// A typed view of the JSON object that is stored for one category of preferences.
///
/// A value of a wrong type counts as nil. Keys that this version does not know stay in `object` and
/// are stored again unchanged. If the stored value is empty or not an object, the category counts
/// as never saved (domain.md 2.5).
public protocol PreferenceData: Equatable, Sendable {
  /// The category under which the object is stored. It is a constant of the type, because people's
  /// data was once hidden by two different spellings of a category (domain.md 2.5).
  static var category: PreferenceCategory { get }
  /// The stored JSON object. It also contains the keys that this version does not know, so that
  /// saving does not delete the values of newer versions and other apps.
  var object: JSONObject { get set }
  init()
}

extension PreferenceData {
  /// Creates the view of a stored value. A value that is not an object counts as an empty object.
  public init(reading stored: JSONValue?) {
    self.init()
    if let object = stored?.object { self.object = object }
  }

  public var value: JSONValue { .object(object) }
  public var isEmpty: Bool { object.isEmpty }

  /// Returns the text under a key; nil if it is missing or empty.
  func text(_ key: String) -> String? {
    guard let text = object[key]?.string, !text.isEmpty else { return nil }
    return text
  }

  func whole(_ key: String) -> Int? { object[key]?.int }
  func number(_ key: String) -> Double? { object[key]?.double }
  func flag(_ key: String) -> Bool? { object[key]?.bool }
  func texts(_ key: String) -> [String] { object[key]?.array?.compactMap(\.string) ?? [] }

  mutating func write(_ value: String?, to key: String) {
    object[key] = value.map(JSONValue.string)
  }

  mutating func write(_ value: Int?, to key: String) { object[key] = value.map { JSONValue($0) } }
  mutating func write(_ value: Double?, to key: String) {
    object[key] = value.map { JSONValue($0) }
  }
  mutating func write(_ value: Bool?, to key: String) { object[key] = value.map(JSONValue.bool) }

  mutating func write(_ values: [String], to key: String) {
    object[key] = values.isEmpty ? nil : .array(values.map(JSONValue.string))
  }
}

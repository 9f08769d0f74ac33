public import JSON

/// The content of one category of preferences, read through a typed view.
///
/// A view is the stored object with typed accessors. A value of a wrong type reads as absent, and
/// unknown keys are kept when the object is written back. An empty value, or a value that is not an
/// object, means "nothing saved" (rule 2.5).
public protocol PreferenceData: Equatable, Sendable {
  /// The category under which the object is stored. Each category has one constant, because two
  /// spellings of a category once hid people's data (rule 2.5 of domain.md).
  static var category: PreferenceCategory { get }
  /// Everything that is stored, including values that this version does not know.
  var object: JSONObject { get set }
  init()
}

extension PreferenceData {
  /// Reads the stored value; a value that is not an object counts as nothing saved.
  public init(reading stored: JSONValue?) {
    self.init()
    if let object = stored?.object { self.object = object }
  }

  public var value: JSONValue { .object(object) }
  public var isEmpty: Bool { object.isEmpty }

  /// Returns the text of a key; nil if the text is empty.
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

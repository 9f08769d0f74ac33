/// A JSON value that loses nothing of the parsed text: keys stay in their order, and numbers keep
/// all their digits.
public enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  /// Creates a number. The result is null if JSON cannot represent the number (infinite or not a
  /// number).
  public init(_ value: Double) {
    self = JSONNumber(value).map(JSONValue.number) ?? .null
  }

  public init(_ value: Int) { self = .number(JSONNumber(value)) }
}

// Access to a value as a certain type. A value of another type reads as nil, so one wrong field
// does not hide a whole record.
extension JSONValue {
  public var isNull: Bool { self == .null }

  public var bool: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The value as a whole number, such as 85 for `85` or `85.0`.
  public var int: Int? {
    if case .number(let number) = self { number.int } else { nil }
  }

  public var double: Double? {
    if case .number(let number) = self { number.double } else { nil }
  }

  public var string: String? {
    if case .string(let value) = self { value } else { nil }
  }

  public var array: [JSONValue]? {
    if case .array(let values) = self { values } else { nil }
  }

  public var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  /// The value of a key. Nil if this is not an object or has no such key.
  public subscript(key: String) -> JSONValue? { object?[key] }

  /// The element at an index. Nil if this is not an array or is shorter.
  public subscript(index: Int) -> JSONValue? {
    guard let array, array.indices.contains(index) else { return nil }
    return array[index]
  }
}

extension JSONValue: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
  ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
  ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  public init(nilLiteral: ()) { self = .null }
  public init(booleanLiteral value: Bool) { self = .bool(value) }
  public init(integerLiteral value: Int) { self.init(value) }
  public init(floatLiteral value: Double) { self.init(value) }
  public init(stringLiteral value: String) { self = .string(value) }
  public init(arrayLiteral elements: JSONValue...) { self = .array(elements) }

  public init(dictionaryLiteral elements: (String, JSONValue)...) {
    self = .object(JSONObject(elements))
  }
}

extension JSONValue: CustomStringConvertible {
  public var description: String { text }
}

import Basics
import CivilTime
import JSON

/// The form of a JSON value in a request or an answer of the HTTP interface. Requests are checked
/// against it, and `docs/openapi.yaml` is generated from it.
package indirect enum Shape: Sendable {
  case text(ClosedRange<Int>)
  case word([String])
  case whole(ClosedRange<Int>)
  case number
  case flag
  case id, day, moment, email
  /// A path of the program's own pages; an address of another site is refused.
  case path(max: Int)
  /// An object whose members are not checked, such as stored preferences.
  case members
  case anything
  case list(Shape, most: Int)
  case object([Member])
  /// An object that may have more members than those that are checked.
  case openObject([Member])
  case orNull(Shape)

  package struct Member: Sendable {
    var name: String
    var shape: Shape
    var isRequired: Bool

    static func needed(_ name: String, _ shape: Shape) -> Member {
      Member(name: name, shape: shape, isRequired: true)
    }

    static func optional(_ name: String, _ shape: Shape) -> Member {
      Member(name: name, shape: shape, isRequired: false)
    }
  }

  static func text(max: Int) -> Shape { .text(0...max) }

  static func words<Word: CaseIterable & RawRepresentable>(_: Word.Type) -> Shape
  where Word.RawValue == String { .word(Word.allCases.map(\.rawValue)) }

  /// Returns the shape of an answer with the members `success` and `data`.
  static func data(_ shape: Shape) -> Shape {
    .object([.needed("success", .flag), .needed("data", shape)])
  }

  static let success = Shape.object([.needed("success", .flag)])
  /// Returns the shape of a list in an answer. The list may have any length. Only the lists in
  /// requests are limited, to protect the server.
  static func rows(_ shape: Shape) -> Shape { .list(shape, most: .max) }
}

// MARK: - Checking values against a shape

extension Shape {
  /// Checks a value against the shape, and throws a problem that names the member that does not
  /// fit.
  ///
  /// - Parameter name: the name of the value in the problem's message.
  func check(_ value: JSONValue, as name: String) throws(Problem) {
    if let expected = expected(of: value) {
      throw Problem(.usage, "`\(name)` must be \(expected).")
    }
    switch (self, value) {
    case (.orNull(let shape), let value):
      if !value.isNull { try shape.check(value, as: name) }
    case (.list(let shape, _), .array(let values)):
      for (place, value) in values.enumerated() {
        try shape.check(value, as: "\(name)[\(place)]")
      }
    case (.object(let members), .object(let object)):
      if let unknown = object.keys.first(where: { key in !members.contains { $0.name == key } }) {
        throw Problem(.usage, "`\(Self.prefix(name))\(unknown.prefix(60))` is not known here.")
      }
      try Self.check(object, members, as: name)
    case (.openObject(let members), .object(let object)):
      try Self.check(object, members, as: name)
    default: break
    }
  }

  private static func check(
    _ object: JSONObject, _ members: [Member], as name: String
  ) throws(Problem) {
    for member in members {
      guard let value = object[member.name] else {
        guard member.isRequired else { continue }
        throw Problem(.usage, "`\(prefix(name))\(member.name)` is missing.")
      }
      try member.shape.check(value, as: prefix(name) + member.name)
    }
  }

  static let bodyName = "the body"

  /// Returns the text before the name of a member in a message: the name of the member's object and
  /// a period. It is empty if the object is the whole body of the request.
  private static func prefix(_ name: String) -> String { name == bodyName ? "" : "\(name)." }

  /// Returns a description of the expected form, such as “a number”; nil if the value itself
  /// fits. Members of lists and objects are not checked.
  private func expected(of value: JSONValue) -> String? {
    let isRight: Bool
    switch self {
    case .text(let length):
      isRight = value.string.map { length.contains($0.unicodeScalars.count) } ?? false
    case .word(let words): isRight = value.string.map(words.contains) ?? false
    case .whole(let range): isRight = value.int.map(range.contains) ?? false
    case .number: isRight = value.double?.isFinite ?? false
    case .flag: isRight = value.bool != nil
    case .id: isRight = value.string.flatMap { RecordID($0) } != nil
    case .day: isRight = value.string.flatMap { CalendarDay($0) } != nil
    case .moment: isRight = value.string.flatMap { Instant($0) } != nil
    case .email:
      isRight = value.string.map { (3...254).contains($0.count) && $0.contains("@") } ?? false
    case .path(let max):
      isRight =
        value.string.map { text in
          text.unicodeScalars.count <= max && text.hasPrefix("/") && !text.hasPrefix("//")
            && !text.unicodeScalars.contains { $0 == "\\" || $0.value < 0x20 || $0.value == 0x7F }
        } ?? false
    case .members, .object, .openObject: isRight = value.object != nil
    case .anything, .orNull: isRight = true
    case .list(_, let most): isRight = value.array.map { $0.count <= most } ?? false
    }
    return isRight ? nil : words
  }

  private var words: String {
    switch self {
    case .text(let length):
      length.lowerBound == 0
        ? "a text of at most \(length.upperBound) characters"
        : "a text of \(length.lowerBound) to \(length.upperBound) characters"
    case .word(let words): "one of: \(words.joined(separator: ", "))"
    case .whole(let range): "a whole number from \(range.lowerBound) to \(range.upperBound)"
    case .number: "a number"
    case .flag: "true or false"
    case .id: "an id"
    case .day: "a day like 2026-02-10"
    case .moment: "a time like 2026-02-10T12:00:00Z"
    case .email: "an e-mail address"
    case .path(let max): "a path of these pages, such as /schools, of at most \(max) characters"
    case .members, .object, .openObject: "an object"
    case .list(_, let most): "a list of at most \(most)"
    case .anything, .orNull: "anything"
    }
  }

  /// Returns the value that a text from a URL stands for, such as a number. A text that does not
  /// fit the shape is returned as a string, so that `check` refuses it with a message.
  func value(written text: String) -> JSONValue {
    switch self {
    case .whole, .number:
      (try? JSONValue.parse(text)).flatMap { $0.double == nil ? nil : $0 } ?? .string(text)
    case .flag: text == "true" ? true : text == "false" ? false : .string(text)
    default: .string(text)
    }
  }
}

// MARK: - Shapes as OpenAPI schemas

extension Shape {
  /// The shape as a schema of OpenAPI 3.1.
  var schema: JSONValue {
    switch self {
    case .text(let length):
      length.upperBound == .max
        ? ["type": "string"]
        : [
          "type": "string", "minLength": JSONValue(length.lowerBound),
          "maxLength": JSONValue(length.upperBound),
        ]
    case .word(let words): ["type": "string", "enum": .array(words.map { .string($0) })]
    case .whole(let range):
      [
        "type": "integer", "minimum": JSONValue(range.lowerBound),
        "maximum": JSONValue(range.upperBound),
      ]
    case .number: ["type": "number"]
    case .flag: ["type": "boolean"]
    case .id: ["type": "string", "format": "uuid"]
    case .day: ["type": "string", "format": "date"]
    case .moment: ["type": "string", "format": "date-time"]
    case .email: ["type": "string", "format": "email", "minLength": 3, "maxLength": 254]
    case .path(let max):
      ["type": "string", "pattern": #"^/(?!/)[^\\]*$"#, "maxLength": JSONValue(max)]
    case .members: ["type": "object"]
    case .anything: [:]
    case .list(let shape, let most):
      most == .max
        ? ["type": "array", "items": shape.schema]
        : ["type": "array", "items": shape.schema, "maxItems": JSONValue(most)]
    case .object(let members): Self.schema(of: members, isOpen: false)
    case .openObject(let members): Self.schema(of: members, isOpen: true)
    case .orNull(let shape): ["anyOf": [shape.schema, ["type": "null"]]]
    }
  }

  private static func schema(of members: [Member], isOpen: Bool) -> JSONValue {
    var object: JSONObject = ["type": "object"]
    let required = members.filter(\.isRequired).map { JSONValue.string($0.name) }
    if !required.isEmpty { object["required"] = .array(required) }
    object["properties"] = .object(JSONObject(members.map { ($0.name, $0.shape.schema) }))
    object["additionalProperties"] = .bool(isOpen)
    return .object(object)
  }
}

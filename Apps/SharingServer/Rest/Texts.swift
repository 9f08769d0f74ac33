package import CivilTime
import FeatureKit
package import HTTP
package import JSON
package import PostgreSQL

extension Response {
  static func json(_ status: Status, _ json: JSONValue) -> Response {
    Response(status, .wireJSON, json.text)
  }

  /// Returns the answer that refuses a request before its caller or its table is known. It has the
  /// four members that programs expect of every error (supabase-wire 1.4).
  static func refusal(_ status: Status, _ message: String, _ more: JSONObject = [:]) -> Response {
    var body: JSONObject = [
      "code": .null, "message": .string(message), "details": .null, "hint": .null,
    ]
    for member in more.members { body[member.key] = member.value }
    return .json(status, .object(body))
  }
}

extension MediaType {
  /// The media type of JSON in the protocol, which names the charset (supabase-wire 1.2).
  static let wireJSON = MediaType("application/json; charset=utf-8") ?? .json
}

extension DatabaseRows {
  /// The first value of the result, parsed as JSON; nil if the value is null or the result is
  /// empty.
  package var json: JSONValue? {
    get throws { try value.map { try JSONValue.parse($0) } }
  }
}

extension Instant {
  /// The day of the instant in UTC.
  package var day: CalendarDay {
    CalendarDay(dayNumber: Int(seconds >= 0 ? seconds / 86_400 : (seconds - 86_399) / 86_400))
  }
}

/// Reads the bearer token in the header `Authorization`.
package enum Bearer {
  package static func token(_ headers: Headers) -> String? {
    guard let line = headers["Authorization"] else { return nil }
    let scheme = "bearer ".utf8
    guard line.utf8.prefix(scheme.count).elementsEqual(scheme, by: { $0 | 0x20 == $1 }) else {
      return nil
    }
    let token = Substring(line.utf8.dropFirst(scheme.count).drop { $0 == UInt8(ascii: " ") })
    guard !token.isEmpty, !token.withBytes({ $0.contains(UInt8(ascii: " ")) }) else { return nil }
    return String(token)
  }
}

/// Writes a list as the text of a PostgreSQL array, such as `{"a","b\"c"}`.
enum ArrayText {
  static func of(_ elements: [String]) -> String {
    let quoted = elements.map { element in
      var text = "\""
      for character in element.unicodeScalars {
        if character == "\"" || character == "\\" { text.unicodeScalars.append("\\") }
        text.unicodeScalars.append(character)
      }
      return text + "\""
    }
    return "{\(quoted.joined(separator: ","))}"
  }
}

/// Quotes a name for SQL: a name of the schema cache, or the name that a request gives to a column
/// of the answer, which can contain any characters.
///
/// It looks for quotation marks among the Unicode scalars and not among the characters: together
/// with a combining mark or after a prepended sign such as U+0600, a quotation mark forms another
/// character, but it still ends the name in SQL.
enum SQLName {
  static func quoted(_ name: String) -> String {
    guard name.withBytes({ $0.contains(UInt8(ascii: "\"")) }) else { return "\"\(name)\"" }
    let doubled = name.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
    return "\"" + String(String.UnicodeScalarView(doubled)) + "\""
  }
}

/// Finds the character NUL in a request's texts, which PostgreSQL cannot store.
package enum Text {
  package static func hasNUL(_ json: JSONValue) -> Bool {
    switch json {
    case .null, .bool, .number: false
    case .string(let text): text.utf8.contains(0)
    case .array(let values): values.contains(where: hasNUL)
    case .object(let object):
      object.members.contains { $0.key.utf8.contains(0) || hasNUL($0.value) }
    }
  }
}

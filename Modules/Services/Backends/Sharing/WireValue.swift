import Basics
import CivilTime
import JSON
import SQLite

/// Converts values between their form in the data file and their form in requests to the server.
/// For example, a flag is 0 or 1 in the file and `true` or `false` in a request.
enum WireValue {
  static func sent(_ value: Value, _ form: WireForm) -> JSONValue {
    switch value {
    case .null, .blob: .null
    case .integer(let number): form == .flag ? .bool(number != 0) : JSONValue(Int(number))
    case .real(let number): JSONValue(number)
    case .text(let text):
      // PostgreSQL cannot store the character NUL in a text and would refuse the whole request. So
      // the program removes NUL from texts; in a JSON value, `plain` does this.
      form == .json
        ? plain((try? JSONValue.parse(text)) ?? .string(text)) : .string(text.withoutNUL)
    }
  }

  /// Returns a value from the server in its form in the data file.
  ///
  /// - Parameter type: the column's type in the data file.
  static func fetched(_ json: JSONValue, _ form: WireForm, type: String) -> Value {
    if form == .json { return json.isNull ? .null : .text(json.text) }
    switch json {
    case .null: return .null
    case .bool(let flag): return .integer(flag ? 1 : 0)
    case .number(let number):
      if type == "INTEGER", let whole = number.int { return .integer(Int64(whole)) }
      guard type != "TEXT", let value = number.double else { return .text(number.text) }
      return .real(value)
    case .string(let text):
      return .text(form == .instant ? Instant(text)?.description ?? text : text)
    case .array, .object: return .text(json.text)
    }
  }

  /// Returns the JSON value with the members of its objects sorted, so that equal values have equal
  /// texts. PostgreSQL returns the members in an order of its own.
  static func canonical(_ json: JSONValue) -> JSONValue {
    switch json {
    case .object(let object):
      .object(
        JSONObject(
          object.members.sorted { $0.key < $1.key }.map { ($0.key, canonical($0.value)) }))
    case .array(let values): .array(values.map(canonical))
    default: json
    }
  }

  private static func plain(_ json: JSONValue) -> JSONValue {
    switch json {
    case .string(let text): .string(text.withoutNUL)
    case .object(let object):
      .object(JSONObject(object.members.map { ($0.key.withoutNUL, plain($0.value)) }))
    case .array(let values): .array(values.map { plain($0) })
    default: json
    }
  }
}

import Domain
import JSON

/// The default value of a column, before a database writes it in its own form.
enum StandardValue: Equatable {
  case text(String)
  case number(String)
  case flag(Bool)
  case list
  case json(String)

  init(_ value: JSONValue) {
    switch value {
    case .string(let text): self = .text(text)
    case .number(let number): self = .number(number.text)
    case .bool(let flag): self = .flag(flag)
    case .array: self = .list
    case .object, .null: self = .json(value.text)
    }
  }
}

extension ColumnForm {
  /// The default for a new required column, which the existing rows get; nil for a form of which
  /// every value would be a false statement, such as a date.
  var emptiest: StandardValue? {
    switch self {
    case .text: .text("")
    case .whole, .number: .number("0")
    case .flag: .flag(false)
    case .json: .json("{}")
    case .texts, .ids: .list
    case .word(let known): known.first.map { .text($0) }
    case .id, .day, .time, .moment, .term: nil
    }
  }
}

extension String {
  /// The text as a literal of an SQL statement.
  var quotedForSQL: String {
    "'" + split(separator: "'", omittingEmptySubsequences: false).joined(separator: "''") + "'"
  }
}

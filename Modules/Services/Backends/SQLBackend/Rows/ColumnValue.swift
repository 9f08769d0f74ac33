import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

/// A type whose values can be stored in a column of the data file, each value as one text or as a
/// number (decision 4).
protocol ColumnValue: Equatable, SendableMetatype {
  /// True if null is a value of this type, as for an optional. If it is false, a null in the column
  /// counts as missing, and the property keeps the value that a new record has.
  static var takesNull: Bool { get }
  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> Self
  /// Reads the value of a column that allows null. Returns nil for a malformed value instead of
  /// throwing, so that the rest of the row can be read.
  static func readIfWellFormed(_ row: borrowing ResultRow, _ column: Int) throws -> Self?
  /// Returns whether a value has the right form, for the command `doctor`. It is not called for a
  /// null.
  static func isWellFormed(_ row: borrowing ResultRow, _ column: Int) -> Bool
  func write(to statement: Statement, at index: Int32) throws(SQLiteError)
  /// The value as an export contains it, which is a JSON value.
  var exported: JSONValue { get }
  /// The value in the form in which SQL stores and compares it.
  var stored: Value { get }
}

extension ColumnValue {
  static var takesNull: Bool { false }

  static func readIfWellFormed(_ row: borrowing ResultRow, _ column: Int) throws -> Self? {
    try read(row, column)
  }

  static func isWellFormed(_ row: borrowing ResultRow, _ column: Int) -> Bool {
    (try? readIfWellFormed(row, column))?.map { _ in true } ?? false
  }
}

extension ColumnValue where Self: Bindable {
  func write(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try bind(to: statement, at: index)
  }
}

extension ColumnValue where Self: CustomStringConvertible {
  var exported: JSONValue { .string(description) }
}

extension Optional: ColumnValue where Wrapped: ColumnValue {
  var stored: Value { self?.stored ?? .null }

  static var takesNull: Bool { true }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> Wrapped? {
    row.isNull(column) ? nil : try Wrapped.readIfWellFormed(row, column)
  }

  static func isWellFormed(_ row: borrowing ResultRow, _ column: Int) -> Bool {
    Wrapped.isWellFormed(row, column)
  }

  func write(to statement: Statement, at index: Int32) throws(SQLiteError) {
    if let value = self {
      try value.write(to: statement, at: index)
    } else {
      try statement.bindNull(at: index)
    }
  }

  var exported: JSONValue { self?.exported ?? .null }
}

extension String: ColumnValue {
  var stored: Value { .text(self) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> String {
    try row.text(column)
  }
}

extension Int: ColumnValue {
  var exported: JSONValue { JSONValue(self) }
  var stored: Value { .integer(Int64(self)) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> Int { try row.int(column) }
}

extension Double: ColumnValue {
  var exported: JSONValue { JSONValue(self) }
  var stored: Value { .real(self) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> Double {
    guard let number = try readIfWellFormed(row, column) else {
      throw row.unexpected(column, wanted: "finite number")
    }
    return number
  }

  /// Returns nil for an infinity. SQLite can store it, but no rule can calculate with it, and JSON
  /// cannot express it.
  static func readIfWellFormed(_ row: borrowing ResultRow, _ column: Int) throws -> Double? {
    let number = try row.real(column)
    return number.isFinite ? number : nil
  }
}

extension Bool: ColumnValue {
  var exported: JSONValue { .bool(self) }
  var stored: Value { .integer(self ? 1 : 0) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> Bool {
    try row.bool(column)
  }
}

extension RecordID: ColumnValue {
  var stored: Value { .id(self) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> RecordID {
    try row.recordID(column)
  }

  static func readIfWellFormed(_ row: borrowing ResultRow, _ column: Int) throws -> RecordID? {
    try row.optionalText(column).flatMap { RecordID($0) }
  }
}

extension Instant: ColumnValue {
  var stored: Value { .instant(self) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> Instant {
    try row.instant(column)
  }

  static func readIfWellFormed(_ row: borrowing ResultRow, _ column: Int) throws -> Instant? {
    try row.optionalInstant(column)
  }
}

extension CalendarDay: ColumnValue {
  var stored: Value { .day(self) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> CalendarDay {
    try row.day(column)
  }

  static func readIfWellFormed(_ row: borrowing ResultRow, _ column: Int) throws -> CalendarDay? {
    try row.optionalDay(column)
  }
}

extension TimeOfDay: ColumnValue {
  var stored: Value { .text(description) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> TimeOfDay {
    guard let time = TimeOfDay(try row.text(column)) else {
      throw row.unexpected(column, wanted: "time of day")
    }
    return time
  }

  static func readIfWellFormed(_ row: borrowing ResultRow, _ column: Int) throws -> TimeOfDay? {
    TimeOfDay(try row.text(column))
  }

  func write(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(description, at: index)
  }
}

extension Open: ColumnValue where Known: Vocabulary {
  var stored: Value { .text(raw) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> Open {
    Open(try row.text(column))
  }

  func write(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(raw, at: index)
  }

  var exported: JSONValue { .string(raw) }
}

extension JSONValue: ColumnValue {
  var stored: SQLite.Value { .text(text) }

  /// Returns the parsed JSON. For a text that is not JSON, it returns an empty object.
  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> JSONValue {
    try readIfWellFormed(row, column) ?? .object([:])
  }

  static func readIfWellFormed(_ row: borrowing ResultRow, _ column: Int) throws -> JSONValue? {
    JSONColumn.value(try row.text(column))
  }

  func write(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(text, at: index)
  }

  /// The JSON as a single text, because the file stores it as a text too.
  var exported: JSONValue { .string(text) }
}

extension [String]: ColumnValue {
  var stored: Value { .text(JSONValue.array(map(JSONValue.string)).text) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> [String] {
    let text = try row.text(column)
    return text == "[]" ? [] : TextList.texts(text) ?? []
  }

  static func isWellFormed(_ row: borrowing ResultRow, _ column: Int) -> Bool {
    TextList.texts(try? row.text(column)) != nil
  }

  func write(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(exported.string ?? "[]", at: index)
  }

  var exported: JSONValue { .string(JSONValue.array(map(JSONValue.string)).text) }
}

/// A list of ids that is stored as a JSON array. It is a type of its own, because `Array` already
/// conforms to `ColumnValue` for texts, and a type can conform to a protocol only once.
struct IDArray: ColumnValue {
  var ids: [RecordID]

  var stored: Value { .ids(ids) }

  static func read(_ row: borrowing ResultRow, _ column: Int) throws -> IDArray {
    IDArray(ids: IDList.ids(try row.text(column)))
  }

  static func isWellFormed(_ row: borrowing ResultRow, _ column: Int) -> Bool {
    TextList.texts(try? row.text(column))?.allSatisfy { RecordID($0) != nil } ?? false
  }

  func write(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(JSONList.text(ids), at: index)
  }

  var exported: JSONValue { .string(JSONList.text(ids)) }
}

/// Parses the text of a column with JSON. Another program or a server may have written any JSON
/// value into it.
enum JSONColumn {
  static func value(_ text: String?) -> JSONValue? {
    text.flatMap { try? JSONValue.parse($0) }
  }
}

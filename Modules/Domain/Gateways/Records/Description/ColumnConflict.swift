public import Basics
public import CivilTime
import JSON

/// A value that another person wrote after a page had shown it, and that a change on that page would overwrite.
public struct ColumnConflict: Equatable, Sendable {
  /// The column's label for people: `Notes`.
  public let label: String
  /// The stored value and the wanted value; nil for an empty one.
  public let stored: String?
  public let wanted: String?

  /// `Notes: “Ask about housing” now, “Visit in May” wanted`
  public var words: String {
    "\(label): \(Self.quoted(stored)) now, \(Self.quoted(wanted)) wanted"
  }

  private static func quoted(_ value: String?) -> String {
    guard let value else { return "nothing" }
    return value.count > longest ? "“\(value.prefix(longest))…”" : "“\(value)”"
  }

  /// The largest number of characters of a long note in the words, enough to recognize the note.
  private static let longest = 60
}

extension RecordTable {
  /// Returns the columns that a change would overwrite although another person has changed them
  /// since they were shown.
  ///
  /// - Parameters:
  ///   - stored: the stored row, with the names of the records it points to.
  ///   - new: the row after the change.
  ///   - reader: the person who reads the conflict. Both rows lack the values that only other
  ///     people may read.
  public func conflicts(
    shown: Record, stored: Record.Row, new: Record.Row, to reader: RecordID,
    today: CalendarDay, zone: Zone
  ) -> [ColumnConflict] where Record.Row.Record == Record {
    let found = columns.filter {
      [.data, .privateNotes].contains($0.role) && $0.isConflict(shown, stored.record, new.record)
    }
    // A column that is a member of another column's JSON is reported under its own name.
    let named = found.filter { $0.field != nil }
    return (named.isEmpty ? found : named).map { column in
      let words = { (row: Record.Row) in
        column.value(in: row, to: reader)?.words(.page, today: today, zone: zone)
      }
      return ColumnConflict(label: column.label, stored: words(stored), wanted: words(new))
    }
  }
}

extension RecordColumn {
  /// The column's label: the label of its form, or else its name in words, such as `Recorded date`
  /// for `recorded_date`.
  public var label: String {
    if let field { return field.shape.label }
    let words = String(name.map { $0 == "_" ? " " : $0 })
    return words.capitalizedFirst
  }

  fileprivate func value(in row: Record.Row, to reader: RecordID) -> FieldValue? {
    if let field { return field.read(row, reader) }
    return access?.value(in: row.record)
  }
}

extension ColumnAccess {
  /// The value of a column that no page shows; nil for ids, which mean nothing to people.
  fileprivate func value(in record: Record) -> FieldValue? {
    switch self {
    case .text(let place): place.value(in: record).map { .text($0) }
    case .day(let place): place.value(in: record).map { .day($0) }
    case .time(let place): place.value(in: record).map { .time($0) }
    case .moment(let place): place.value(in: record).map { .moment($0) }
    case .whole(let place): place.value(in: record).map { .whole($0) }
    case .number(let place): place.value(in: record).map { .text(DecimalText.shortest($0)) }
    case .flag(let place): place.value(in: record).map { .flag($0) }
    case .json(let place): place.value(in: record).map { .text($0.text) }
    case .texts(let path): .texts(record[keyPath: path])
    case .word(let word): word.get(record).map { .text($0) }
    case .id, .ids: nil
    }
  }
}

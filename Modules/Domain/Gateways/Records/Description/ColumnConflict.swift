public import Basics
public import CivilTime
import JSON

/// A value that a change would overwrite although another person wrote it after the user had loaded
/// the page.
public struct ColumnConflict: Equatable, Sendable {
  /// The label of the column, such as `Notes`.
  public let label: String
  /// The text of the stored value, and of the value that the change would write; nil for no value.
  public let stored: String?
  public let wanted: String?

  /// The conflict in words for a message, such as
  /// `Notes: “Ask about housing” now, “Visit in May” wanted`.
  public var words: String {
    "\(label): \(Self.quoted(stored)) now, \(Self.quoted(wanted)) wanted"
  }

  private static func quoted(_ value: String?) -> String {
    guard let value else { return "nothing" }
    return value.count > longest ? "“\(value.prefix(longest))…”" : "“\(value)”"
  }

  /// The largest number of characters of a value that `words` shows. Sixty characters are enough to
  /// recognize a long note.
  private static let longest = 60
}

extension RecordTable {
  /// Returns the columns in which a change would overwrite a value that another person wrote after
  /// the user had loaded the record.
  ///
  /// - Parameters:
  ///   - shown: the record as the user loaded it.
  ///   - stored: the row as it is stored now.
  ///   - new: the row after the change.
  ///   - reader: the user who reads about the conflict. Neither row may contain a value that this
  ///     user may not read.
  public func conflicts(
    shown: Record, stored: Record.Row, new: Record.Row, to reader: RecordID,
    today: CalendarDay, zone: Zone
  ) -> [ColumnConflict] where Record.Row.Record == Record {
    let found = columns.filter {
      [.data, .privateNotes].contains($0.role) && $0.isConflict(shown, stored.record, new.record)
    }
    // A JSON column without a form field can contain an object whose members are columns too, such
    // as `student_size`. Without this filter, a changed member would be reported twice.
    let named = found.filter { $0.field != nil || $0.form != .json }
    return (named.isEmpty ? found : named).map { column in
      let words = { (row: Record.Row) in
        column.value(in: row, to: reader)?.words(.page, today: today, zone: zone)
      }
      return ColumnConflict(label: column.label, stored: words(stored), wanted: words(new))
    }
  }
}

extension RecordTable {
  /// Returns the labels of the fields that differ between two versions of a record, such as `City`.
  /// For a field with a fixed list of values, the text also has the old and the new value, as in
  /// `Status from Contacted to Interested`. Private notes are left out, because all members of a
  /// family read the history.
  ///
  /// - Parameter row: returns a version of the record in the form in which lists show it. It is
  ///   called only if a field with a fixed list of values has changed.
  public func wordsOfChanges(
    from before: Record, to after: Record, by reader: RecordID,
    row: (Record) throws -> Record.Row
  ) rethrows -> [String] {
    let changed = columns.filter { column in
      column.role == .data && column.field != nil && column.isConflict(after, before, after)
    }
    guard changed.contains(where: \.isChoice) else { return changed.map(\.label) }
    let (old, new) = (try row(before), try row(after))
    return changed.map { column in
      guard column.isChoice else { return column.label }
      let was = column.choice(of: before, old, reader).map { " from \($0)" } ?? ""
      return "\(column.label)\(was) to \(column.choice(of: after, new, reader) ?? "none")"
    }
  }
}

extension RecordColumn {
  /// The label of the column: that of its form field, or without a field the column name in words,
  /// such as `Recorded date` for `recorded_date`.
  public var label: String {
    if let field { return field.shape.label }
    let words = String(name.map { $0 == "_" ? " " : $0 })
    return words.capitalizedFirst
  }

  fileprivate var isChoice: Bool {
    if case .word? = access { true } else { false }
  }

  /// Returns the column's value in the words that a page shows; nil if the record has no value or
  /// the column accepts more than a fixed list of values.
  fileprivate func choice(of record: Record, _ row: Record.Row, _ reader: RecordID) -> String? {
    guard case .word(let word)? = access, let stored = word.get(record) else { return nil }
    guard case .choice(_, let words)? = value(in: row, to: reader) else {
      return word.words(stored)
    }
    return words
  }

  fileprivate func value(in row: Record.Row, to reader: RecordID) -> FieldValue? {
    if let field { return field.read(row, reader) }
    return access?.value(in: row.record)
  }
}

extension ColumnAccess {
  /// Returns the value of a column without a form field; nil for ids, which mean nothing to people.
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

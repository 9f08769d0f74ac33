public import Basics
public import CivilTime

extension FamilyRecord {
  /// Applies the rules in `Self.table.rules` to this record: values are trimmed, empty texts become
  /// nil, markup is removed, and the first invalid value is refused.
  ///
  /// - Parameters:
  ///   - stored: the record before the change. Values that the change leaves as they are are not
  ///     checked, because otherwise an invalid old value would block changes of other values.
  ///   - source: where the values come from. It decides which refused values are stored
  ///     nevertheless.
  /// - Throws: the problem of the first invalid value.
  public mutating func check(
    today: CalendarDay, replacing stored: Self? = nil, from source: ValueSource = .entered
  ) throws(Problem) {
    for rule in Self.table.rules {
      if let stored, rule.isUnchanged(stored, self) { continue }
      do { try rule.clean(&self, today) } catch {
        guard error.mayBeKept(from: source) else { throw error.problem.about(rule.fields) }
      }
    }
  }

  /// Returns the problem of the first value that is refused if a person enters it, but is stored if
  /// it comes from an imported table, such as words beside a phone number. It is nil if the record
  /// has no such value.
  public func keptProblem(today: CalendarDay) -> Problem? {
    var record = self
    for rule in Self.table.rules {
      do { try rule.clean(&record, today) } catch {
        if error.mayBeKept(from: .table) { return error.problem }
      }
    }
    return nil
  }
}

/// Where the values of a record come from.
public enum ValueSource: Sendable {
  /// A person entered the values in a form or a command.
  case entered
  /// The values come from a row of an imported table of another program.
  case table
  /// The values come from a row of a file that this program exported.
  case export
}

/// A rule that normalizes and checks one value of a record, or compares two values, such as the
/// first and the last day of an event.
public struct ValueRule<Record>: Sendable {
  /// The names of the form fields beside which the problem is shown if the rule refuses a value.
  /// The field whose value is most likely wrong comes first.
  var fields: [String] = []
  let isUnchanged: @Sendable (Record, Record) -> Bool
  let clean: @Sendable (inout Record, CalendarDay) throws(ValueRefusal) -> Void
}

/// The shape of a text: `line` for one line, `lines` for a text that may contain line breaks.
enum TextShape: Sendable {
  case line, lines
}

/// The largest numbers of characters of texts for which the specification (domain.md) states no
/// limit.
public enum TextLimit {
  public static let name = 200
  public static let short = 100
  public static let long = 10_000
  public static let address = 2000
  public static let unit = 20
}

extension SchoolStatusChange {
  /// Returns the note of a status change without spaces at its ends; nil for an empty note.
  ///
  /// - Throws: a problem if the note is longer than `TextLimit.long`.
  public static func checkedNote(_ note: String?) throws(Problem) -> String? {
    guard let note else { return nil }
    do throws(ValueRefusal) {
      let cleaned = try TextCheck.cleaned(note, .lines, "the note", max: TextLimit.long)
      return cleaned.isEmpty ? nil : cleaned
    } catch {
      throw error.problem
    }
  }
}

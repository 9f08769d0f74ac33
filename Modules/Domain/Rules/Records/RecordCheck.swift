public import Basics
public import CivilTime

extension FamilyRecord {
  /// Normalizes the values (trimmed, empty as nil, markup removed) and throws the problem of the first invalid one.
  ///
  /// - Parameter stored: the row before the change. Its unchanged values pass, so that one old value does not block changes of others.
  public mutating func check(today: CalendarDay, replacing stored: Self? = nil) throws(Problem) {
    for rule in Self.table.rules {
      if let stored, rule.isUnchanged(stored, self) { continue }
      do { try rule.clean(&self, today) } catch { throw error.problem }
    }
  }
}

/// The check of one value of a record, or of a pair of values.
public struct ValueRule<Record>: Sendable {
  let isUnchanged: @Sendable (Record, Record) -> Bool
  let clean: @Sendable (inout Record, CalendarDay) throws(ValueRefusal) -> Void
}

/// The shape of a text: a single line, or several lines.
enum TextShape: Sendable {
  case line, lines
}

/// The largest numbers of characters for texts for which domain.md names no limit.
public enum TextLimit {
  public static let name = 200
  public static let short = 100
  public static let long = 10_000
  public static let address = 2000
  public static let unit = 20
}

extension SchoolStatusChange {
  /// Returns the note of a status change without surrounding spaces; nil for an empty one. Throws
  /// if it is longer than any other note may be.
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

public import Basics
public import CivilTime

extension FamilyRecord {
  /// Brings the values into their one form (trimmed, nothing as nil, markup out) and throws what is
  /// wrong with the first that has none.
  ///
  /// - Parameter stored: the row as it was. What it held already passes, so that one old value does
  ///   not keep people from changing another.
  public mutating func check(today: CalendarDay, replacing stored: Self? = nil) throws(Problem) {
    for rule in Self.table.rules {
      if let stored, rule.isUnchanged(stored, self) { continue }
      do { try rule.clean(&self, today) } catch { throw error.problem }
    }
  }
}

/// What one value of a record, or a pair of them, may be.
public struct ValueRule<Record>: Sendable {
  let isUnchanged: @Sendable (Record, Record) -> Bool
  let clean: @Sendable (inout Record, CalendarDay) throws(ValueRefusal) -> Void
}

/// What is written on one line, and what may have several.
enum TextShape: Sendable {
  case line, lines
}

/// The most characters of texts for which the domain reference names no limit.
public enum TextLimit {
  public static let name = 200
  public static let short = 100
  public static let long = 10_000
  public static let address = 2000
  public static let unit = 20
}

extension SchoolStatusChange {
  /// What is remembered beside a change: trimmed, nothing as nil, and no longer than any other note.
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

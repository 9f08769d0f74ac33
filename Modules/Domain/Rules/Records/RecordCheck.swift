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

/// The rule for one value of a record, or for a pair of them.
public struct ValueRule<Record>: Sendable {
  let isUnchanged: @Sendable (Record, Record) -> Bool
  let clean: @Sendable (inout Record, CalendarDay) throws(ValueRefusal) -> Void
}

/// Whether a text may have several lines.
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
  /// The note of a change: trimmed, empty as nil, and no longer than any other note.
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

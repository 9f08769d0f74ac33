public import CivilTime

extension Problem {
  /// Returns the problem of a range of days whose last day is before its first day, for the
  /// command's parameters `to` and `from`. Nil for any other range.
  public static func reversed(_ from: CalendarDay, _ to: CalendarDay) -> Problem? {
    guard to < from else { return nil }
    let first = from.text(.shortWithYear)
    let last = to.text(.shortWithYear)
    return Problem(
      .usage, "\(first), the first day, comes after \(last), the last.",
      fix: "Change one of the two days."
    ).about(["to", "from"])
  }
}

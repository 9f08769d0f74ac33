extension BadInputTests {
  static let calendarRows: [Row] = [
    Row("calendar whenever", 2, "`whenever` is not a date."),
    Row("calendar 2026-13", 2, "There is no month `2026-13` in the calendar."),
    Row("calendar --al", 2, "`calendar` has no option --al."),
    Row("calendar export extra", 2, "`extra` is one word too many for `calendar export`."),
  ]
}

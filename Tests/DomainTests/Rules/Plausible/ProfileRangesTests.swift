import Basics
import CivilTime
import Domain
import Testing

@Suite("What a profile's numbers are likely to be")
struct ProfileRangesTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var field: String
    var typed: String
    /// The question that the program must ask about the value; nil if the value is accepted without
    /// a question.
    var doubt: String?
    var meant: String?

    init(_ field: String, _ typed: String, _ doubt: String? = nil, meant: String? = nil) {
      self.field = field
      self.typed = typed
      self.doubt = doubt
      self.meant = meant
    }

    var testDescription: String { "\(field) \(typed)" }
  }

  private static let today = CalendarDay(year: 2026, month: 2, day: 10)!

  @Test(
    "A number outside of where most are is doubted",
    arguments: [
      Row("height", "6'2\""), Row("height", "58"),
      Row("height", "57", "4'9\" is unusually low for Height: most are from 4'10\" to 6'10\"."),
      Row("height", "83", "6'11\" is unusually high for Height: most are from 4'10\" to 6'10\"."),
      Row("weight", "180"), Row("weight", "105"),
      Row("weight", "104", "104 is unusually low for Weight: most are from 105 to 310."),
      Row("gpa", "3.6"), Row("gpa", "4.7"),
      Row("gpa", "1.2", "1.2 is unusually low for GPA: most are from 1.5 to 4.7."),
      Row("gpa", "0.35", "0.35 is unusually low for GPA: most are from 1.5 to 4.7.", meant: "3.5"),
      Row("sat", "1210"),
      Row("sat", "450", "450 is unusually low for SAT score: most are from 600 to 1600."),
      Row("act", "9", "9 is unusually low for ACT score: most are from 10 to 36."),
      Row("graduation-year", "2028"), Row("graduation-year", "2032"),
      Row(
        "graduation-year", "2033",
        "2033 is unusually high for Graduation year: most are from 2026 to 2032."),
      Row("position", "shortstop"), Row("latitude", "41.5"),
      Row("sport", "Swimming"), Row("sport", "girls' soccer"), Row("sport", "XC"),
      Row("sport", "bowling"), Row("sport", "water polo"), Row("sport", "skiing"),
      Row(
        "sport", "Swiming",
        "Swiming is not one of the sports that have positions and measures here.",
        meant: "Swimming"),
      Row(
        "sport", "sprintr",
        "sprintr is not one of the sports that have positions and measures here.",
        meant: "Track and field"),
    ])
  func table(row: Row) throws {
    let field = try #require(ProfileField.named(row.field))
    let value = try field.value(typed: row.typed, today: Self.today)
    let expected = row.doubt.map { Plausibility.unlikely(Doubt($0, suggestion: row.meant)) }
    #expect(value.plausibility(today: Self.today) == expected ?? .likely)
  }

  @Test(
    "What is out of range is refused with what a point in the wrong place would have meant",
    arguments: [
      ("gpa", "36", "3.6"), ("gpa", "385", "3.85"), ("weight", "18", "180"),
      ("weight", "1800", "180"), ("act", "270", "27"), ("sat", "12100", "1210"),
      ("gpa", "5.5", nil), ("height", "5'0\"1", nil),
    ] as [(String, String, String?)])
  func meant(field: String, typed: String, meant: String?) throws {
    let field = try #require(ProfileField.named(field))
    do {
      _ = try field.value(typed: typed, today: Self.today)
      Issue.record("\(typed) was taken")
    } catch {
      #expect(error.details == (meant.map { ["Did you mean `\($0)`?"] } ?? []))
    }
  }
}

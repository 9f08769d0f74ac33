import CivilTime
import Documents
import FeatureKit

/// A PDF document and charts that the tests draw as PDF files and pictures.
enum Samples {
  static let made = Instant(seconds: 1_770_730_200)

  static func document(_ blocks: [PaperBlock]) -> PDFDocument {
    PDFDocument(
      title: "Recruiting Report", author: "Sam Lee", madeAt: made,
      footer: "Recruiting Compass · February 10, 2026", blocks: blocks)
  }

  static let line = Chart(
    "Velocity", sentence: "Velocity rose from 81.00 to 85.50 mph over 9 measurements.",
    form: .line(
      [
        Chart.Series(
          "Velocity", tone: .first,
          points: (0..<9).map {
            Chart.Point(CalendarDay(dayNumber: 20_000 + $0 * 17), 81 + Double($0 * $0 % 7) * 0.7)
          })
      ], unit: "mph"), table: Table(columns: ["Day", "Value"], rows: []))

  static let lines = Chart(
    "Trends", sentence: "Both rose.",
    form: .line(
      [
        series("Velocity", from: 78, tone: .first),
        series("Exit velocity", from: 84, tone: .fourth),
      ],
      unit: "mph"), table: Table(columns: [], rows: []))

  private static func series(_ name: String, from start: Double, tone: Tone) -> Chart.Series {
    let points = (0..<30).map { index -> Chart.Point in
      let value = start + Double(index * (index % 5)) / 9
      return Chart.Point(CalendarDay(dayNumber: 20_000 + index * 12), value)
    }
    return Chart.Series(name, tone: tone, points: points)
  }

  static let bars = Chart(
    "Schools by Status", sentence: "Most schools are at Researching: 12 of 30.",
    form: .bars([
      Chart.Bar("Researching", 12), Chart.Bar("Contacted", 9, tone: .second),
      Chart.Bar("Official visit scheduled", 6, tone: .positive),
      Chart.Bar("Offer received", 3, tone: .danger),
    ]), table: Table(columns: ["Status", "Schools"], rows: []))

  static let report = document([
    .title("Recruiting Report", lines: ["November 12, 2025 to February 10, 2026"]),
    .cards([
      Stat("Total Schools", "30"), Stat("Total Coaches", "42", note: "at 21 schools"),
      Stat("Total Interactions", "12,500"), Stat("Response Rate", "38.1%", tone: .positive),
    ]),
    .heading("Schools"), .chart(bars), .heading("Performance"), .chart(line),
    .words("José Muñoz wrote: “See you in 東京” — fi ligatures: office, affluent."),
    .facts([
      Fact("High school", "Lincoln High"), Fact("Class", "2028"),
      Fact("GPA", "3.85", tone: .positive),
    ]),
    .links([
      PaperLink("YouTube", "https://youtu.be/abc?x=1&y='2'"), PaperLink("", "javascript:alert(1)"),
    ]), table(rows: 6),
  ])

  static func table(rows: Int) -> PaperBlock {
    .table(
      PaperTable(
        "Interactions",
        columns: ["Date", "School", "What was said", Column("Count", isNumeric: true)],
        rows: (1...rows).map { number in
          [
            PaperCell("Row \(number)"), PaperCell("Ohio State", badge: .positive),
            PaperCell(String(repeating: "words ", count: number % 30)), PaperCell("\(number)"),
          ]
        }))
  }
}

import CivilTime
import Documents
import FeatureKit
import Testing

@Suite("Pages on paper")
struct PageOnPaperTests {
  let made = Instant(seconds: 1_770_730_200)

  func paper(_ page: Page) -> PDFDocument { PDFDocument(page, madeAt: made, footer: "x") }

  @Test("Everything a page says is printed; links and forms stay behind")
  func blocks() {
    let link = CommandLink("Try again", "refresh")
    let table = Table(
      "Metrics", columns: ["Day", Column("Value", isNumeric: true)], rows: [["a", "1"]])
    let chart = Chart("c", sentence: "s", form: .bars([]), table: table)
    let page = Page(title: "Report", context: "Last 30 days", subtitle: "Sam Lee") {
      Banner(["Viewing Sam's data", "Read-only"])
      Message("Saved", details: ["twice"], tone: .positive, links: [link])
      Paragraph("words", tone: .muted)
      StatGrid([Stat("Schools", "30")])
      Section("Schools") {
        table
        Section("By status") { chart }
      }
      RowList(
        [
          Row("Film", handle: "t1", spoken: "Film")
            .showing([Badge("Required")], trailing: Badge("Feb 10"), detail: "one")
            .styled(.warning)
            .expanding([Paragraph("unfolded").block])
        ], more: CommandLink("… 15 more", "more"))
      ProgressBar("3 of 5", done: 3, of: 5, percent: 60)
      Facts([Fact("GPA", "3.85")])
      EmptyState("No metrics yet", detail: "Log one.", links: [link])
      Links([link])
      Form("Range", fields: [], submit: link)
    }
    #expect(paper(page).title == "Report")
    #expect(
      paper(page).blocks == [
        .title("Report", lines: ["Sam Lee", "Last 30 days"]),
        .words("Viewing Sam's data", tone: .info), .words("Read-only", tone: .info),
        .words("Saved", tone: .positive), .words("twice"), .words("words", tone: .muted),
        .cards([Stat("Schools", "30")]), .heading("Schools"), .table(PaperTable(table)),
        .heading("By status", level: 2), .chart(chart),
        .facts([Fact("Film", "Required · Feb 10 · one", tone: .warning)]), .words("unfolded"),
        .words("… 15 more", tone: .muted), .words("3 of 5"), .facts([Fact("GPA", "3.85")]),
        .words("No metrics yet"), .words("Log one.", tone: .muted),
      ])
  }

  @Test("A problem that no block says is said first")
  func problem() {
    let problem = Problem(.timedOut, "Connection timed out.")
    let page = Page(title: "Report", problem: problem) { Paragraph("rest") }
    #expect(paper(page).blocks.dropFirst().first == .words(problem.title, tone: .danger))
  }
}

import FeatureKit
import Testing

@Suite("What a command changed on a page")
struct ChangedRowsTests {
  private func row(_ handle: String, _ title: String = "One") -> Row {
    Row(title, handle: handle, spoken: title).opening(CommandLink("Details", handle))
  }

  private func page(
    _ rows: [Row], more: String? = nil, context: String? = nil, words: String = "Words"
  ) -> Page {
    Page(title: "Things", context: context) {
      Paragraph(words)
      Section("All") { RowList(rows, more: more.map { CommandLink($0, "things --all") }) }
      Links([CommandLink("Add", "things add")])
    }
  }

  private var before: Page { page([row("x1"), row("x2")], more: "3 more", context: "5 things") }

  @Test("A new row is all that changed, wherever it stands")
  func added() {
    for place in 0...2 {
      var rows = [row("x1"), row("x2")]
      rows.insert(row("x3"), at: place)
      let after = page(rows, more: "3 more", context: "6 things")
      #expect(after.changedRows(since: before) == [row("x3")])
    }
  }

  @Test("A full list loses a row for the new one, and a row that it has no room for is not there")
  func full() {
    let first = page([row("x3"), row("x1")], more: "4 more", context: "6 things")
    #expect(first.changedRows(since: before) == [row("x3")])
    let hidden = page([row("x1"), row("x2")], more: "4 more", context: "6 things")
    #expect(hidden.changedRows(since: before) == [])
  }

  @Test("A changed row is all that changed, also at another place")
  func changed() {
    for rows in [[row("x1"), row("x2", "Two")], [row("x2", "Two"), row("x1")]] {
      #expect(page(rows, more: "3 more").changedRows(since: before) == [row("x2", "Two")])
    }
    #expect(before.changedRows(since: before) == [])
  }

  @Test("Where more differs, the page has to be shown again")
  func more() {
    let rows = [row("x1"), row("x2")]
    let pages = [
      page([row("x1")], more: "3 more"), page([row("x2"), row("x1")], more: "3 more"),
      page([row("x1", "A"), row("x2", "B")], more: "3 more"),
      page([row("x3"), row("x4")] + rows, more: "3 more"),
      page(rows, more: "3 more", words: "Others"), page(rows),
      page(
        rows + [Row("Numbered", spoken: "Numbered").opening(CommandLink("Open", "x"))],
        more: "3 more"),
      page([], more: "3 more"), Page(title: "Things") {},
    ]
    for page in pages { #expect(page.changedRows(since: before) == nil) }
  }
}

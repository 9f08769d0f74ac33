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
      let after = page(rows, context: "3 things")
      let whole = page([row("x1"), row("x2")], context: "2 things")
      #expect(after.changedRows(since: whole) == [row("x3")])
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

  @Test("A few rows are enough, and what follows from them is not compared")
  func few() {
    let rows = [row("x1"), row("x2")]
    #expect(
      page([row("x1", "A"), row("x2", "B")]).changedRows(since: before)
        == [row("x1", "A"), row("x2", "B")])
    #expect(
      page([row("x3")] + rows, more: "3 more", words: "Others").changedRows(since: before)
        == [row("x3")])
    #expect(page([row("x2"), row("x1")], words: "Others").changedRows(since: before) == [])
  }

  @Test("A row that is gone is not printed, and neither is the row that moves up for it")
  func gone() {
    #expect(page([row("x2")], more: "3 more").changedRows(since: before) == [])
    #expect(page([row("x2"), row("x9")], more: "2 more").changedRows(since: before) == [])
  }

  @Test("A new row is printed in the last place of a limited list too")
  func last() {
    let after = page([row("x1"), row("x9")], more: "4 more", context: "6 things")
    #expect(after.changedRows(since: before) == [row("x9")])
  }

  @Test("An expanded row that changed is printed without what is shown below it")
  func expanded() {
    var (earlier, later) = (row("x1"), row("x1", "Two"))
    earlier.expanded = [Paragraph("Why").block]
    later.expanded = earlier.expanded
    #expect(page([later]).changedRows(since: page([earlier])) == [row("x1", "Two")])
  }

  @Test("Where many rows differ, none is left or another filter is set, the page is shown again")
  func more() {
    let many = (3...8).map { row("x\($0)") }
    var filtered = page([row("x1")], more: "3 more")
    filtered.remembered = ["status": "open"]
    let pages = [
      page(many + [row("x1"), row("x2")], more: "3 more"), page([]), Page(title: "Things") {},
      filtered,
    ]
    for page in pages { #expect(page.changedRows(since: before) == nil) }
    #expect(before.changedRows(since: page(many + [row("x1"), row("x2")])) == nil)
  }
}

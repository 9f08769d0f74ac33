import FeatureKit
import Testing

@Suite("Rows")
struct RowTests {
  @Test("A row that opens something shows its own commands once it is unfolded")
  func offeredLinks() {
    let link = CommandLink("Complete", "tasks complete t1")
    let opens = CommandLink("Show", "tasks show t1")
    var row = Row(title: "x", links: [link], spoken: "x")
    #expect(row.offered == [link])
    row.opens = opens
    #expect(row.offered == [])
    row.expanded = [Paragraph("y").block]
    #expect(row.offered == [link])
    #expect(Page(title: "p") { RowList([row]) }.links == [opens, link])
  }
}

import FeatureKit
import Testing

@Suite("Rows")
struct RowTests {
  @Test("A row that opens something shows its own commands once it is unfolded")
  func offeredLinks() {
    let link = CommandLink("Complete", "tasks complete t1")
    let opens = CommandLink("Show", "tasks show t1")
    var row = Row("x", spoken: "x").offering([link])
    #expect(row.offered == [link])
    row.opens = opens
    #expect(row.offered == [])
    row.expanded = [Paragraph("y").block]
    #expect(row.offered == [link])
    #expect(Page(title: "p") { RowList([row]) }.links == [opens, link])
  }

  @Test(
    "A screen reader says a badge, unless the row's sentence has it already, in any case of letters",
    arguments: [
      ("Elm State. Overdue.", "overdue", "Elm State. Overdue."),
      ("Elm State", "Overdue", "Elm State. Overdue."),
      ("Elm @State", "`state", "Elm @State. `state."),
      ("ÉCOLE Elm", "école", "ÉCOLE Elm."), ("École", "ecole", "École. ecole."), ("", "a", " a."),
      ("Elm", "Elm State", "Elm. Elm State."), ("Elm", "", "Elm."),
    ])
  func announcement(spoken: String, badge: String, said: String) {
    #expect(Row("x", spoken: spoken).showing([Badge(badge)]).announcement == said)
  }

  @Test("Whatever is added to a row, in any order, it keeps what it had before")
  func additions() {
    let link = CommandLink("Complete", "tasks complete t1")
    let blocks = [Paragraph("y").block]
    let plain = Row("x", .checked, handle: "t1", spoken: "z")
    var row = plain
    (row.opens, row.links, row.leads, row.moves) = (link, [link], true, [link])
    (row.badges, row.trailing, row.detail) = ([Badge("a")], Badge("b"), "c")
    (row.preview, row.bars, row.expanded) = ("d", [1], blocks)
    (row.tone, row.icon, row.isStrong) = (.muted, "e", true)
    func shown(_ row: Row) -> Row {
      row.showing([Badge("a")], trailing: Badge("b"), detail: "c", preview: "d", bars: [1])
    }
    func styled(_ row: Row) -> Row { row.styled(.muted, icon: "e", isStrong: true) }
    func offering(_ row: Row) -> Row { row.offering([link], leads: true, moves: [link]) }
    #expect(offering(styled(shown(plain.opening(link).expanding(blocks)))) == row)
    #expect(shown(styled(offering(plain))).expanding(blocks).opening(link) == row)
  }
}

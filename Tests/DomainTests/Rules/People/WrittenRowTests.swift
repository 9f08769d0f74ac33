import Basics
import Domain
import Testing

@Suite("What a helper's delete may take along")
struct WrittenRowTests {
  private static let helper = Sample.id(1)
  private static let athlete = Sample.id(2)

  @Test(
    "A row is a helper's alone when the helper made it and no one else is known to have written in it",
    arguments: [
      (1, helper, [RecordID](), true),
      (2, helper, [helper], true),
      (3, helper, [athlete], false),
      (4, helper, [helper, athlete], false),
      (5, athlete, [helper], false),
      (6, nil, [], false),
      (7, nil, [helper], false),
    ] as [(Int, RecordID?, [RecordID], Bool)])
  func rows(row: Int, maker: RecordID?, editors: [RecordID], isOwn: Bool) {
    for fate in [WrittenRow.Fate.deleted, .unlinked] {
      let written = WrittenRow(
        kind: .named, fate: fate, maker: maker, editors: Set(editors))
      let found = Authority.rowOfOthers(among: [written], deletedBy: Self.helper)
      #expect((found == nil) == isOwn, "row \(row), \(fate)")
    }
  }

  @Test("Of several rows the first that others wrote in is the reason")
  func first() {
    let own = WrittenRow(kind: .named, fate: .deleted, maker: Self.helper, editors: [])
    let other = WrittenRow(kind: .statusChange, fate: .deleted, maker: Self.athlete, editors: [])
    let last = WrittenRow(kind: .record(.coach), fate: .deleted, maker: nil, editors: [])
    #expect(
      Authority.rowOfOthers(among: [own, other, last], deletedBy: Self.helper) == other)
    #expect(Authority.rowOfOthers(among: [], deletedBy: Self.helper) == nil)
  }
}

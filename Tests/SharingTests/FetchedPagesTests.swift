import Basics
import Domain
import JSON
import Testing

@testable import Sharing

/// Tests how fetched pages of rows are collected before they are written to the file.
@Suite struct FetchedPagesTests {
  private let family = RecordID(high: 1, low: 1)
  private let person = RecordID(high: 1, low: 2)

  private func row(
    _ table: TableName, _ low: UInt64, _ members: JSONObject?, in scope: RecordID? = nil
  ) -> FetchedRow {
    var row = FetchedRow(table: table, id: RecordID(high: 2, low: low), members: members)
    row.place = FetchedRow.Place(scope: scope ?? family, revision: 7)
    return row
  }

  private func there(_ pages: FetchedPages) throws -> [FetchedRow] {
    var found: [FetchedRow] = []
    try pages.forEachThere { found.append($0) }
    return found
  }

  @Test(
    "Parents come before children whatever the order of the pages, and nothing of a row is lost")
  func order() throws {
    let pages = try FetchedPages()
    #expect(pages.isEmpty)
    let coach = row(
      .coaches, 1, ["name": "Ana \"the\" é\n", "n": 1.5, "list": ["a"], "none": .null])
    let school = row(.schools, 2, ["is_favorite": true])
    let handle = row(.handles, 3, ["number": 3])
    try pages.add([handle, coach])
    try pages.add([school])
    #expect(try there(pages) == [school, coach, handle])
    #expect(try pages[.coaches, coach.id] == coach)
    #expect(try pages.there(of: .schools) == [school])
    #expect(try pages.gone().isEmpty && !pages.isEmpty)
  }

  @Test(
    "Of a record that comes twice the later word stands, unless it only moved",
    arguments: [
      // Each case: whether the record exists in the first fetched page, whether it exists in the
      // later page, and whether it must exist in the end. The later page is newer, so it decides.
      (true, true, true), (true, false, false), (false, true, true), (false, false, false),
    ])
  func laterWord(first: Bool, later: Bool, isThere: Bool) throws {
    func said(_ isThere: Bool, _ word: String, _ scope: RecordID) -> FetchedRow {
      row(.schools, 1, isThere ? ["name": .string(word)] : nil, in: scope)
    }
    let pages = try FetchedPages()
    try pages.add([said(first, "first", family)])
    try pages.add([said(later, "later", family)])
    #expect(try !there(pages).isEmpty == isThere)
    #expect(try pages.gone().isEmpty == isThere)
    if first, later { #expect(try there(pages) == [said(true, "later", family)]) }

    // A device fetches rows by scope: the rows of the family, and those of the person alone. The
    // record is in the family's scope and gone from the person's scope, so it has moved and must
    // still exist.
    let moved = try FetchedPages()
    try moved.add([said(true, "first", family), said(false, "later", person)])
    #expect(try there(moved) == [said(true, "first", family)])
  }
}

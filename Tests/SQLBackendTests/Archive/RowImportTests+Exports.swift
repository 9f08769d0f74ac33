import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

// What comes back from tables and kinds that the program itself exported.
extension RowImportTests {
  @Test("A table that was exported comes back whole into an empty file, equal rows and notes too")
  func exportedTablesComeBack() async throws {
    let school = try await backend.schools.add(for: athlete) { [athlete] in
      $0.name = "Kent"
      $0.setPrivateNote("near", of: athlete)
    }.row.reference
    for _ in 1...2 {
      _ = try await backend.metrics.add(for: athlete) {
        $0.type = .known(.velocity)
        $0.value = 80
        $0.recordedDate = CalendarDay("2026-02-01")!
      }
      _ = try await backend.offers.add(for: athlete) {
        $0.schoolID = school.id
        $0.type = .known(.partial)
        $0.offerDate = CalendarDay("2026-02-01")!
      }
    }
    let kinds = [ReferenceKind.school, .metric, .offer]
    var tables: [(kind: ReferenceKind, rows: [ImportRequest.Line])] = []
    for kind in kinds {
      tables.append((kind, try await backend.rows(of: kind, athlete).rows(kind.plural)))
    }
    let other = program.backend("\(folder.path)/other.sqlite")
    let sam = try await other.athlete("Sam Lee")
    program.person = sam
    for (table, count) in zip(tables, [1, 2, 2]) {
      let taken = ImportRequest(kind: table.kind, rows: table.rows)
      #expect(try await other.archive.importRows(taken, for: sam).addedCount == count)
      #expect(try await other.archive.importRows(taken, for: sam).duplicateCount == count)
    }
    let kent = try await other.schools.show((school.id, sam)).row.school
    #expect(kent.privateNote(of: sam) == "near")
    var foreign = tables[1].rows[0]
    foreign.values["id"] = nil
    let report = try await other.archive.importRows(
      ImportRequest(kind: .metric, rows: [foreign]), for: sam)
    #expect(report.duplicateCount == 1, "a row without an id is the one that is there")
  }

  @Test("Of two equal records the deleted one comes back from their table", arguments: [0, 1])
  func deletedTwinsComeBack(place: Int) async throws {
    for _ in 1...2 {
      _ = try await backend.metrics.add(for: athlete) {
        $0.type = .known(.velocity)
        $0.value = 80
        $0.recordedDate = CalendarDay("2026-02-01")!
      }
    }
    let rows = try await backend.rows(of: .metric, athlete).rows("metrics")
    let ids = try rows.map { try #require($0.values["id"]?.string.flatMap { RecordID($0) }) }
    _ = try await backend.metrics.delete(ids[place], of: athlete)
    let report = try await backend.archive.importRows(
      ImportRequest(kind: .metric, rows: rows), for: athlete)
    #expect(report.added.map(\.id) == [ids[place]] && report.duplicateCount == 1)
  }

  @Test(
    "Of several coaches of one name the one at the school of the row is meant",
    arguments: [("Duke", "Park"), ("Duke", "Ana Rivera"), ("Ohio State", "Park"), ("", "Park")])
  func coachesAtSchools(_ school: String, _ coach: String) async throws {
    _ = try await take(.school, schools)
    _ = try await take(
      .coach,
      [
        ("Duke", "Joan", "Park"), ("Ohio State", "Tom", "Park"), ("Duke", "Ana", "Rivera"),
        ("Ohio State", "Ana", "Rivera"),
      ].map { school, first, last in
        [
          "school": .string(school), "role": "head", "first_name": .string(first),
          "last_name": .string(last),
        ]
      })
    // The column of the coach comes before that of the school, as it may in a table.
    let call: JSONObject = [
      "coach": .string(coach), "school": .string(school), "type": "phone call",
      "direction": "inbound", "occurred_at": "2026-02-01 14:30",
    ]
    guard !school.isEmpty else {
      let problem = await refusal { _ = try await take(.interaction, [call]) }
      #expect(problem?.title == "Line 2: More than one coach is called “Park”.")
      #expect(problem?.fix == "Write the whole name, its handle or its id.")
      return
    }
    let added = try await take(.interaction, [call]).added
    let shown = try await backend.interactions.show(try #require(added.first).id, of: athlete)
    #expect(shown.school.title == school && shown.coach != nil)
  }

  @Test("The note of somebody else in the file stays theirs")
  func notesOfOthers() async throws {
    let dana = try await backend.parent("Dana")
    let row: JSONObject = [
      "id": "9c1f8a5e-2c1b-4c57-9a57-0d5b54f0a002", "name": "Kent",
      "private_notes": .object([dana.description: "hers"]),
    ]
    let report = try await take(.school, [row])
    let kent = try await backend.schools.show((report.added[0].id, athlete)).row.school
    #expect(kent.privateNote(of: athlete) == nil)
  }

  @Test(
    "With updates, an exported row brings its exporter's note and deletes none",
    arguments: [
      (#"{"9c1f8a5e-2c1b-4c57-9a57-0d5b54f0a009": "far"}"#, "far", 1),
      ("{}", "near", 0), ("", "near", 0), ("null", "near", 0), ("DANA", "near", 0),
      ("ME", "far", 1),
    ])
  func notesWithUpdates(_ cell: String, note: String, updated: Int) async throws {
    let dana = try await backend.parent("Dana")
    let school = try await backend.schools.add(for: athlete) { [athlete] in
      $0.name = "Kent"
      $0.setPrivateNote("near", of: athlete)
    }.row.reference
    let notes =
      switch cell {
      case "DANA": #"{"\#(dana)": "hers"}"#
      case "ME": #"{"\#(athlete)": "far"}"#
      default: cell
      }
    var request = request(
      .school,
      [
        [
          "id": .string(school.id.description), "name": "Kent", "private_notes": .string(notes),
        ]
      ])
    request.updates = true
    #expect(try await backend.archive.importRows(request, for: athlete).updatedCount == updated)
    let kent = try await backend.schools.show((school.id, athlete)).row.school
    #expect(kent.privateNote(of: athlete) == note)
  }

  @Test("The rows of an exported kind come back under their ids, unknown words with them")
  func exportedKindsComeBack() async throws {
    let report = try await take(.school, schools)
    try backend.dataFile.write { try $0.execute("UPDATE schools SET division = 'D7'") }
    let rows = try await backend.rows(of: .school, athlete).rows("schools")
    for school in report.added { _ = try await backend.schools.delete(school.id, of: athlete) }
    let again = try await backend.archive.importRows(
      ImportRequest(kind: .school, rows: rows), for: athlete)
    #expect(again.added == report.added)
    #expect(
      try await backend.rows(of: .school, athlete).rows("schools").map { $0.values["division"] }
        == ["D7", "D7"])
  }

  @Test("A file cannot say whose its rows are")
  func ownershipIsNotImported() async throws {
    let stranger = RecordID.version4(high: 9, low: 9).description
    let row: JSONObject = [
      "name": "Yale", "user_id": .string(stranger), "created_by": .string(stranger),
      "family_unit_id": .string(stranger),
      "private_notes": .object([stranger: "planted", athlete.description: "mine"]),
    ]
    let added = try await take(.school, [row]).added
    let school = try await backend.schools.show((added[0].id, athlete)).row.school
    #expect(school.athleteID == athlete)
    #expect(school.familyID == nil)
    #expect(school.createdBy == athlete)
    #expect(school.privateNotes == .object([athlete.description: "mine"]))
  }

  @Test("An id that is taken by somebody else's row is not taken over")
  func takenIDs() async throws {
    let mine = try await take(.school, [["name": "Yale"]]).added[0]
    let other = try await backend.athlete("Mia Stranger")
    program.person = other
    let rows = request(.school, [["id": .string(mine.id.description), "name": "Brown"]])
    let theirs = try await backend.archive.importRows(rows, for: other).added
    #expect(theirs.map(\.title) == ["Brown"])
    #expect(theirs.map(\.id) != [mine.id])
  }
}

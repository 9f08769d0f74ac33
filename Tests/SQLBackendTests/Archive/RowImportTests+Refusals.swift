import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

// Which tables are refused, and what the refusal names.
extension RowImportTests {
  @Test("All lines that cannot be taken are told at once, the first twenty and how many more")
  func badLines() async throws {
    let rows: [JSONObject] = (1...30).map { number in
      ["name": .string("School \(number)"), "division": number > 5 ? "D9" : "D1"]
    }
    do {
      _ = try await take(.school, rows)
      Issue.record("D9 was taken.")
    } catch let error as Problem {
      #expect(error.title == "25 lines cannot be imported." && error.cause == .usage)
      #expect(error.details.count == 22)
      #expect(error.details[0].hasPrefix("Line 7: division: “D9” is not one of"))
      #expect(error.details.suffix(2) == ["… 5 more", "Nothing was imported."])
    }
    #expect(try await backend.schools.list(of: athlete).total == 0)
  }

  @Test("Each fault of a row is named, also beside a value that is missing")
  func faultsOfOneRow() async throws {
    let problem = await refusal {
      _ = try await take(.school, [["name": " ", "division": "D9", "ranking": "top"]])
    }
    #expect(problem?.title == "Line 2 cannot be imported.")
    let begins = [
      "Line 2: There is no name.", "Line 2: division: “D9” is not one of",
      "Line 2: ranking: “top” is not a whole number.", "Nothing was imported.",
    ]
    #expect(problem?.details.count == begins.count)
    #expect(zip(problem?.details ?? [], begins).allSatisfy { $0.hasPrefix($1) })
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let kind: ReferenceKind
    let row: JSONObject
    let words: String

    init(_ name: String, _ kind: ReferenceKind, _ row: JSONObject, _ words: String) {
      (testDescription, self.kind, self.row, self.words) = (name, kind, row, words)
    }
  }

  @Test(
    "One row that is not valid refuses the whole file and names its line",
    arguments: [
      Refused("no name", .school, ["name": " "], "Line 3: There is no name."),
      Refused(
        "no such word", .school, ["name": "Yale", "division": "D9"],
        "Line 3: division: “D9” is not one of D1, D2, D3, NAIA, JUCO."),
      Refused(
        "no number", .school, ["name": "Yale", "ranking": "top"],
        "Line 3: ranking: “top” is not a whole number."),
      Refused(
        "out of range", .school, ["name": "Yale", "fit_score": 140],
        "Line 3: 140 is out of range for a fit score."),
      Refused(
        "no such column", .school, ["name": "Yale", "mascot": "Dan"],
        "Line 3: schools have no column “mascot”."),
      Refused("no id", .school, ["name": "Yale", "id": "7"], "Line 3: id: “7” is not an id."),
    ])
  func oneBadRow(_ refused: Refused) async throws {
    let before = try backend.dataFile.canonicalDump()
    let problem = await refusal {
      _ = try await take(refused.kind, [["name": "Ohio State"], refused.row])
    }
    #expect(problem?.title == refused.words)
    #expect(problem?.details.contains("Nothing was imported.") == true)
    #expect(try backend.dataFile.canonicalDump() == before)
    #expect(try backend.dataFile.backups.list() == [])
  }

  @Test(
    "A coach is found by the last name alone, but not by its beginning, nor if two have it",
    arguments: [
      ("Rivera", nil), ("coach rivéra", nil), ("Silva", nil),
      ("Riv", "Line 2: There is no coach “Riv”."), ("Ana", "Line 2: There is no coach “Ana”."),
      ("Park", "Line 2: More than one coach is called “Park”."),
    ])
  func lastName(_ coach: String, refusal: String?) async throws {
    _ = try await take(.school, schools)
    _ = try await take(
      .coach,
      [("Ana", "Rivera"), ("Joan", "Park"), ("Tom", "Park"), ("", "Silva")].map { first, last in
        [
          "school": "Duke", "role": "head", "first_name": .string(first),
          "last_name": .string(last),
        ]
      })
    let call: JSONObject = [
      "coach": .string(coach), "type": "phone call", "direction": "inbound",
      "occurred_at": "2026-02-01 14:30",
    ]
    do {
      #expect(try await take(.interaction, [call]).added.count == 1)
      #expect(refusal == nil)
    } catch let problem as Problem {
      #expect(problem.title == refusal)
    }
  }

  @Test(
    "A number that is infinite, or none, is refused with its line, and nothing is imported",
    arguments: ["inf", "-Infinity", "nan", "1e999", "-1e400", "0x1p2000"])
  func infiniteNumbers(text: String) async throws {
    let rows: [JSONObject] = [
      ["metric_type": "velocity", "value": "88.5", "recorded_date": "2026-02-01"],
      ["metric_type": "velocity", "value": .string(text), "recorded_date": "2026-02-02"],
    ]
    await #expect(
      throws: Problem(
        .usage, "Line 3: value: “\(text)” is not a number.", details: ["Nothing was imported."])
    ) { _ = try await take(.metric, rows) }
    _ = try await take(.school, schools)
    let offer: JSONObject = [
      "school": "Duke", "offer_type": "partial", "offer_date": "2026-02-01",
      "scholarship_amount": .string(text),
    ]
    await #expect(
      throws: Problem(
        .usage, "Line 2: scholarship_amount: “\(text)” is not a number.",
        details: ["Nothing was imported."])
    ) { _ = try await take(.offer, [offer]) }
    #expect(try await backend.metrics.list(ListQuery(), of: athlete).total == 0)
  }

  @Test("There is no import of what rules make")
  func kindsWithoutImport() async {
    #expect(await refusal { _ = try await take(.suggestion, []) }?.cause == .usage)
  }
}

import CivilTime
import Documents
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Archive

@Suite("Files that leave")
struct ExportTests {
  private static let batch = ExportBatch(
    columns: ["id", "name", "ranking", "gpa", "notes"],
    rows: [
      [.text("s1"), .text("Duke"), .whole(4), .number(3.5), .empty],
      [.text("s2"), .text("=1+1"), .empty, .number(85), .text("say \"go\"\nnow")],
      [.text("s3"), .text("Muñoz 🏟️"), .whole(-7), .empty, .text("-5")],
    ])

  @Test("A kind is a table with the columns of the file, formulas kept from running")
  func table() async throws {
    let stage = Stage(swap: { $0.handOut([("schools", Self.batch), ("schools", Self.batch)]) })
    let (artifact, text) = try await stage.file("export schools")
    #expect(artifact.name == "schools-2026-02-10.csv")
    #expect(artifact.mediaType == "text/csv")
    let rows = """
      "s1","Duke",4,3.5,
      "s2","'=1+1",,85,"say ""go""
      now"
      "s3","Muñoz 🏟️",-7,,"'-5"

      """
    #expect(text == "\"id\",\"name\",\"ranking\",\"gpa\",\"notes\"\n" + rows + rows)
  }

  @Test("A kind with no rows is its header")
  func empty() async throws {
    let stage = Stage(swap: {
      $0.handOut([("offers", ExportBatch(columns: ["id", "notes"]))])
    })
    #expect(try await stage.file("export offers --csv").text == "\"id\",\"notes\"\n")
  }

  @Test("Everything does not fit into one table")
  func whichTable() async throws {
    let problem = try await Stage().say("export --csv").problems.first
    #expect(problem?.title == "Everything does not fit into one table.")
  }

  @Test("A parent exports the athlete's records, and their own everything")
  func parent() async throws {
    let stage = Stage(as: ExampleFamily.dana) { $0.addSchools(["Duke", "Ohio State"]) }
    let table = try await stage.file("export schools").text.split(separator: "\n")
    #expect(
      table.count == 3 && table[1].contains("\"Duke\"") && table[2].contains("\"Ohio State\""))
    let own = try JSONValue.parse(try await stage.file("export").text)
    #expect(own["tables"]?["schools"]?.array?.count == 2)
  }

  @Test(
    "A failure in the middle is said in the page's words", arguments: ["export", "export people"])
  func failures(line: String) async throws {
    let stage = Stage()
    stage.backend.hook.fail("archive.exportRows", .timedOut)
    stage.backend.hook.fail("archive.exportEverything", .timedOut)
    let artifact = try #require(try await stage.say(line).artifacts.first)
    let problem = await #expect(throws: Problem.self) { try await artifact.collected() }
    #expect(problem?.title == "Connection timed out")
  }

  @Test("The whole file is handed over byte for byte")
  func copy() async throws {
    let (artifact, text) = try await Stage().file("backup file")
    #expect(artifact.name == "recruiting-compass-2026-02-10.sqlite")
    #expect(text == "SQLite format 3")
  }
}

import FeatureKit
import JSON
import Testing

@testable import ShellHost

@Suite struct JSONAnswerTests {
  private func document(
    _ line: String, files: [String: String] = [:]
  ) async throws -> (code: Int32, document: JSONValue) {
    let result = try await piped(line, files: files)
    #expect(result.errors == "", "everything is in the document")
    #expect(result.output.filter { $0 == "\n" }.count == 1, "one command is one line")
    return (result.code, try JSONValue.parse(result.output))
  }

  @Test("A page comes under `page`")
  func page() async throws {
    let (code, document) = try await document("tasks --json")
    #expect(code == 0)
    #expect(document["schema"] == "compass.page/1")
    #expect(document["page"]?["title"] == "My Tasks")
  }

  @Test("What was done comes under `done`, what was noticed beside it")
  func done() async throws {
    let (code, document) = try await document("--json tasks complete 1")
    #expect(code == 0)
    #expect(document["done"]?["sentence"] == "t1 Stretch is complete.")
    #expect(document["page"] == nil)
  }

  @Test("Notices stand beside the page")
  func notices() async throws {
    let (_, document) = try await document("tasks show 1 --json")
    #expect(document["notices"]?[0]?["text"] == "Looking at t1.")
    #expect(document["page"]?["title"] == "Stretch")
  }

  @Test(
    "Errors are documents too",
    arguments: [
      ("tasks complete 3 --json", 5, "locked"), ("tsks --json", 2, "usage"),
      ("--json tasks complete 77", 3, "notFound"), ("--json --widht 3", 2, "usage"),
      ("tsks --format json", 2, "usage"), ("tsks --format=JSON", 2, "usage"),
      ("--format json --widht 3", 2, "usage"), ("tasks --widht 3 --format json", 2, "usage"),
    ])
  func problems(line: String, code: Int32, cause: String) async throws {
    let (ended, document) = try await document(line)
    #expect(ended == code)
    #expect(document["problem"]?["cause"] == .string(cause))
    #expect(document["problem"]?["exitCode"]?.int == Int(code))
  }

  @Test(
    "A web page is answered with a web page, whatever is wrong",
    arguments: ["tsks --format html", "--format html --widht 3", "tasks complete 3 --format html"])
  func webPages(line: String) async throws {
    let result = try await piped(line)
    #expect(result.code != 0)
    #expect(result.errors == "")
    #expect(result.output.hasPrefix("<!DOCTYPE html>"))
  }

  @Test(
    "A format that is none, or is text behind `--`, is none",
    arguments: ["tsks --format xml", "tsks -- --json"])
  func noFormat(line: String) async throws {
    let result = try await piped(line)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("✗ There is no command `tsks`."))
  }

  @Test("A question carries its digest, and repeating with it is agreement")
  func question() async throws {
    let (code, document) = try await document("tasks delete 1 --json")
    #expect(code == 2)
    #expect(document["question"]?["words"] == "Delete Stretch?")
    let digest = try #require(document["question"]?["digest"]?.string)
    let (again, done) = try await self.document("tasks delete 1 --json --yes=\(digest)")
    #expect(again == 0)
    #expect(done["done"]?["sentence"] == "Stretch is deleted.")
  }

  @Test("A made file is named with its path")
  func artifact() async throws {
    let (_, document) = try await document("tasks export --out a.csv --json")
    #expect(document["artifacts"]?[0]?["path"] == "a.csv")
    #expect(document["artifacts"]?[0]?["mediaType"] == "text/csv")
  }

  @Test("A script answers with a document a line, the failure with its place")
  func script() async throws {
    let result = try await piped(
      "--json --file week.txt", files: ["week.txt": "tasks\n\ntasks complete 3\n"])
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    let failure = try JSONValue.parse(String(lines[1]))
    #expect(failure["place"] == "week.txt, line 3")
    #expect(result.code == 5)
  }
}

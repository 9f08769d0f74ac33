import Foundation
import Testing

/// Tests that the documents with tables of tests name only tests that exist.
@Suite("The tests that documents name")
struct NamedTestsTests {
  /// The sources of the tests, as far as the documents refer to them.
  private struct Sources {
    /// The text of each suite's files, by the name of the file before `.swift` or `+`.
    var suites: [String: String] = [:]
    /// The names of the tests: the texts directly after `@Test(`.
    var titles: [String] = []
    /// The folders in `Tests`, which the page may name in place of their suites.
    var folders: Set<String> = []

    mutating func add(_ text: String, of file: String) {
      suites[String(file.prefix { $0 != "." && $0 != "+" }), default: ""] += text
      for part in text.components(separatedBy: "@Test(").dropFirst() {
        let start = part.drop(while: \.isWhitespace)
        if start.first == "\"" { titles.append(String(start.dropFirst().prefix { $0 != "\"" })) }
      }
    }

    static func read() throws -> Sources {
      var sources = Sources()
      let tests = PackageMap.root.appending(path: "Tests")
      sources.folders = Set(try FileManager.default.contentsOfDirectory(atPath: tests.path))
      let paths = FileManager.default.enumerator(atPath: tests.path)?.compactMap { $0 as? String }
      for path in try #require(paths) where path.hasSuffix(".swift") {
        let file = tests.appending(path: path)
        sources.add(try String(contentsOf: file, encoding: .utf8), of: file.lastPathComponent)
      }
      return sources
    }

    /// Returns a sentence for each test that the page names and that does not exist.
    ///
    /// The page names a suite (`CodeTests`), functions of it (`CodeTests.joining`, or
    /// CodeTests `joining`, `recovery`), or the beginning of a test's name in quotation marks in the
    /// last column of a table.
    func faults(of page: String) -> [String] {
      page.split(separator: "\n").flatMap { line -> [String] in
        let named = line.matches(of: /(\w+Tests)(?:\.(\w+))?`?((?:(?:,| and)? `[a-z]\w*`)*)/)
          .flatMap { match -> [String] in
            let suite = String(match.output.1)
            guard let text = suites[suite] else {
              return folders.contains(suite) ? [] : ["There is no \(suite)."]
            }
            let functions =
              (match.output.2.map { [String($0)] } ?? [])
              + match.output.3.matches(of: /`(\w+)`/).map { String($0.output.1) }
            return functions.filter { !text.contains("func \($0)(") }.map {
              "\(suite) has no test \($0)."
            }
          }
        let columns = line.split(separator: "|", omittingEmptySubsequences: false)
        guard columns.count == 5 else { return named }
        let quoted = columns[3].matches(of: /"([^"]+)"/).map { String($0.output.1) }
        let missing = quoted.filter { words in !titles.contains { $0.hasPrefix(words) } }
        return named + missing.map { "No test's name begins with “\($0)”." }
      }
    }
  }

  @Test(
    "Every test that a document names exists",
    arguments: ["docs/security.md", "docs/sharing.md", "docs/testing.md"])
  func namedTests(document: String) throws {
    let page = try String(
      contentsOf: PackageMap.root.appending(path: document), encoding: .utf8)
    let sources = try Sources.read()
    #expect(sources.titles.count > 1_000)
    #expect(sources.faults(of: page) == [])
  }

  @Test("A test that does not exist is reported, however the page names it")
  func faults() {
    var sources = Sources()
    sources.add("  @Test(\n    \"It loads\")\n  func loads() {}", of: "PageTests+More.swift")
    sources.folders = ["FolderTests"]
    let page = """
      | attack | defense | test |
      | one | two | PageTests "It loads", "It is gone" |
      | one | two (`PageTests.loads`, `gone`) and FolderTests, OtherTests |
      """
    #expect(
      sources.faults(of: page) == [
        "No test's name begins with “It is gone”.", "PageTests has no test gone.",
        "There is no OtherTests.",
      ])
  }
}

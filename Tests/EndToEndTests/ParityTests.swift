import Composition
import FeatureKit
import Foundation
import JSON
import ShellHost
import Testing
import WebTesting

/// Sends the same command lines to the web host and to the shell, and compares the answers.
@Suite("The browser says what the shell says")
struct ParityTests {
  /// The commands that work only in a terminal, each with the reason.
  static let exempt: [String: String] = [
    "back": "the browser has its own", "refresh": "the browser has its own",
    "clear": "a browser has no screen full of earlier pages",
    "quit": "a page is closed", "open": "numbers are the prompt's", "serve": "it is being done",
    "doctor": "it speaks of the computer that the shell runs on",
    "documents upload": "a form sends the file", "documents replace": "a form sends the file",
    "documents check": "a browser tries links to the public web alone",
  ]
  /// The options that work only in a terminal, each with the reason.
  static let exemptOptions = [
    "--eml": "it writes into a folder of the shell's computer",
    "--data": "only the program's own arguments have it",
  ]

  static func isExempt(_ words: [CommandText.Word], in folder: String) -> Bool {
    let line = words.map(\.text)
    // A browser uploads the file of an import, so a line with a missing file has no counterpart in
    // the browser.
    if line.first == "import", line.count > 2, !words[2].isOption,
      !FileManager.default.fileExists(atPath: folder + "/" + line[2])
    {
      return true
    }
    return exempt.keys.contains { line.starts(with: $0.split(separator: " ").map(String.init)) }
      || exemptOptions.keys.contains { line.contains($0) }
  }

  /// Examples that are compared one after another in the same two households: those of one noun
  /// that change nothing, or a single one that does.
  struct Examples: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var cases: [ExampleTests.Case]
  }

  static let examples = Dictionary(grouping: ExampleTests.cases) { one in
    [.reads, .makesFile].contains(one.command.mode) ? one.command.noun : one.example.line
  }.map { Examples(testDescription: $0.key, cases: $0.value) }
    .sorted { $0.testDescription < $1.testDescription }

  @Test("An example answers the same over HTTP", arguments: examples)
  func example(_ examples: Examples) async throws {
    let pair = try Pair(demo: true)
    for example in examples.cases.map(\.example) {
      let line = example.line
      guard !Self.isExempt(try CommandText.words(line), in: pair.folder) else { continue }
      if line.hasPrefix("restore") { try await pair.both("backup", as: nil) }
      let person = example.speaker == nil ? "Casey" : "Maria"
      if line == "undo" || line == "redo" { try await pair.both("tasks complete t43", as: person) }
      if line == "redo" { try await pair.both("undo", as: person) }
      try await pair.compare(line, as: person)
    }
    await pair.end()
  }

  @Test("A recorded session answers the same over HTTP", arguments: SessionTests.names)
  func session(_ name: String) async throws {
    let text = try String(contentsOfFile: SessionTests.folder + "/" + name, encoding: .utf8)
    let pair = try Pair(demo: !name.hasPrefix("empty"))
    var person: String?
    steps: for step in try SessionFile(text).steps {
      switch step {
      case .remark: continue
      case .options(let options):
        let words = try CommandText.words(options).map(\.text)
        // A server has one time, one time zone and one data folder, so a line with one of these
        // options cannot be compared with it.
        guard !words.contains(where: { ["--now", "--timezone", "--data"].contains($0) }) else {
          break steps
        }
        person = words.firstIndex(of: "--profile").map { words[$0 + 1] }
      case .file(let name, let lines):
        try pair.write(lines.joined(separator: "\n") + "\n", to: name)
      case .command(let line, let input):
        let words = try CommandText.words(line)
        // The lines of `input` answer questions at a terminal, where a browser shows a form
        // instead. The step runs only in the shell, so the two families differ afterwards, and the
        // rest of the session is not compared.
        guard input.isEmpty else { break steps }
        guard let first = words.first, !first.text.hasPrefix("-"), !line.contains(" | jq "),
          !Self.isExempt(words, in: pair.folder)
        else { continue }
        try await pair.compare(line, as: person)
      }
    }
    await pair.end()
  }
}

/// Two equal copies of one household. The same lines run in the first one by the shell and in the
/// second one by a browser.
private final class Pair {
  private let shell: Household
  private let served: ServedHousehold

  init(demo: Bool) throws {
    shell = try Household(demo: demo)
    served = try ServedHousehold(try Household(demo: demo))
    try shell.layOutFiles()
    try served.household.layOutFiles()
  }

  var folder: String { shell.folder }

  func end() async { await served.stop() }

  func write(_ text: String, to name: String) throws {
    try shell.write(text, to: name)
    try served.household.write(text, to: name)
  }

  func both(_ line: String, as person: String?) async throws {
    let options = person.map { ["--profile", $0] } ?? []
    try shell.run(try CommandText.words(line).map(\.text), options: options)
    _ = try await served.send(line, as: person)
  }

  func compare(
    _ line: String, as person: String?, _ location: SourceLocation = #_sourceLocation
  ) async throws {
    let plain = try Self.withoutTerminal(line)
    let options = person.map { ["--profile", $0] } ?? []
    let out = "made-by-shell"
    try? FileManager.default.removeItem(atPath: shell.folder + "/" + out)
    let makesFile = Self.makesFile(plain.words)
    let here = try shell.run(
      plain.words.map(\.text) + (makesFile ? ["--out", out] : []),
      options: options + ["--json"])
    let there: Browser.Answer
    do {
      there = try await served.send(
        CommandText.line(plain.sent), as: person, files: try plain.uploads(in: shell.folder))
    } catch let refused as ServedHousehold.SignInRefused {
      // A browser has no option that names a person: the test signs in as that person. A refused
      // sign-in is compared by its exit code alone.
      #expect(
        refused.answer.headers["x-compass-exit"] == String(here.code), "\(line): \(here)",
        sourceLocation: location)
      return
    }
    let code = there.headers["x-compass-exit"].flatMap { Int32($0) }
    if there.headers["content-disposition"] != nil {
      let made = try? Data(contentsOf: URL(filePath: shell.folder + "/" + out))
      #expect(here.code == 0, "\(line): \(here)", sourceLocation: location)
      // PDF and SQLite files of equal content can differ in their bytes; all other files are
      // compared exactly.
      let type = there.headers["content-type"] ?? ""
      if !type.contains("pdf"), !type.contains("sqlite") {
        #expect(
          Self.normal(made.map { String(decoding: $0, as: UTF8.self) } ?? here.output, shell)
            == Self.normal(there.body, served.household), "\(line)", sourceLocation: location)
      }
      return
    }
    #expect((code ?? here.code) == here.code, "\(line): \(here) \(there)", sourceLocation: location)
    #expect(
      (there.status == 200) == (here.code == 0), "\(line): \(there)", sourceLocation: location)
    #expect(
      Self.normal(there.body, served.household) == Self.normal(here.output, shell), "\(line)",
      sourceLocation: location)
  }

  /// Returns the text without the parts that differ between two runs: folders, ids and generated
  /// codes.
  private static func normal(_ text: String, _ household: Household) -> String {
    text.replacing(household.folder, with: "…")
      .replacing(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/, with: "ID")
      .replacing(/FAM-[A-Z0-9]{6}/, with: "FAM-……")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  private static func makesFile(_ words: [CommandText.Word]) -> Bool {
    let line = words.map(\.text)
    return Compass.reference.commands.contains { command in
      command.mode == .makesFile
        && line.starts(with: command.words.split(separator: " ").map(String.init))
    } && !line.contains("--help")
  }

  private struct PlainLine {
    var words: [CommandText.Word]
    /// The words of the line without the names of files, because a browser uploads the files
    /// themselves.
    var sent: [CommandText.Word]
    var named: [(field: String, name: String)]

    func uploads(in folder: String) throws -> [Browser.Upload] {
      named.compactMap { file in
        (try? String(contentsOfFile: folder + "/" + file.name, encoding: .utf8))
          .map { Browser.Upload(file.field, file.name, $0) }
      }
    }
  }

  /// Returns the line without the options that only a terminal has.
  private static func withoutTerminal(_ line: String) throws -> PlainLine {
    var words: [CommandText.Word] = []
    var rest = try CommandText.words(line)[...]
    while let word = rest.popFirst() {
      switch word.text.split(separator: "=").first.map(String.init) ?? "" {
      case _ where word.isQuoted: words.append(word)
      case "--json", "--no-color", "--stdout", "--open": continue
      case "--format", "--width", "--out":
        if !word.text.contains("=") { _ = rest.popFirst() }
      default: words.append(word)
      }
    }
    var plain = PlainLine(words: words, sent: words, named: [])
    if words.first?.text == "import", words.count > 2, !words[2].isOption {
      plain.named = [("file", words[2].text)]
      plain.sent.remove(at: 2)
    }
    return plain
  }
}

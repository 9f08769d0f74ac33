import Composition
import FeatureKit
import Foundation
import ShellHost
import Testing

/// Fills every text parameter of every command with hostile text, and reads the stored text through
/// every renderer and export.
///
/// The lines are generated from the declarations of commands, so new features are tested without a
/// change here.
@Suite("Hostile text everywhere")
struct HostileTextTests {
  struct Text: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var value: String

    /// The widths of the terminals in which the pages are read.
    var widths: [Int]
    /// The other formats in which the pages are read.
    var formats: [String]

    init(_ name: String, _ value: String, widths: [Int] = [40], formats: [String] = []) {
      (testDescription, self.value, self.widths, self.formats) = (name, value, widths, formats)
    }
  }

  /// Each text is read through those renderers for which it differs from plain words: every
  /// renderer for characters that a terminal or a browser obeys, every width for long and wide
  /// letters. A formula matters only in exports, so no page is read for it.
  static let texts = [
    Text(
      "escape sequences", "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31m\u{8}\u{8}\u{7F}Red",
      formats: everyFormat),
    Text(
      "directions turned", "\u{202E}gnp.evil\u{202C}\u{2066}\u{2069}\u{200F}\u{61C}Dir",
      formats: everyFormat),
    Text(
      "nothing to be seen", "Ze\u{200B}ro\u{FEFF}\u{2060}\u{AD}\u{E0041}wid\u{200D}th",
      formats: everyFormat),
    Text(
      "markup", #""><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;</title>"#,
      formats: ["json", "html"]),
    Text("a formula", #"=HYPERLINK("http://example.org/?"&A1,"ok")"#, widths: []),
    Text("another formula", "@SUM(1+1)*cmd|' /C calc'!A0", widths: []),
    Text("a minus and a plus", "-1+1|+2", widths: []),
    Text(
      "stacked marks", "Z" + String(repeating: "\u{336}\u{489}\u{31F}", count: 60) + "algo",
      widths: [40, 80]),
    Text("one word without end", String(repeating: "W", count: 180), widths: [40, 80, 200]),
    Text(
      "wide letters", String(repeating: "漢字👩‍👩‍👧‍👦", count: 30), widths: [40, 80, 200],
      formats: ["json"]),
    Text(
      "quotes and backslashes", #"\\'"`$(reboot)`%s%n {{x}} \u001b[31m <!-- ]]>"#,
      formats: ["json", "html"]),
  ]

  private static let everyFormat = ["plain", "json", "html"]

  /// The word that is added to each hostile text, so that the test can count how often the output
  /// shows stored text.
  private static let marker = "Zq7"

  @Test("Nothing is obeyed, nothing breaks, and the layout holds", arguments: texts)
  func everywhere(_ text: Text) throws {
    let household = try Household()
    try household.layOutFiles()
    let writing = Self.writingLines(with: text.value + Self.marker)
    let written = try household.run(
      ["--keep-going"], input: writing.map { $0 + "\n" }.joined())
    #expect(written.code < 128)
    Inspection.ofTerminal(written.output + written.errors, "what was written")
    let stored = try household.sql(".dump --data-only")
    #expect(stored.components(separatedBy: Self.marker).count > 20)
    // One of the written lines created a profile and signed in with it, so the reading commands
    // name the athlete.
    let reader = ["--profile", "p1"]
    let reading = try ReadingLines(household: household).all(records: 4).map { $0 + "\n" }.joined()
    for width in text.widths {
      let answer = try household.run(
        reader + ["--width", "\(width)", "--keep-going"], input: reading)
      #expect(answer.output.components(separatedBy: Self.marker).count > 20)
      Inspection.ofTerminal(answer.output + answer.errors, "\(width) columns", width: width)
    }
    for format in text.formats {
      let answer = try household.run(
        reader + ["--format", format, "--keep-going"], input: reading)
      #expect(answer.code < 128)
      #expect(answer.output.components(separatedBy: Self.marker).count > 20, "\(format)")
      switch format {
      case "json": Inspection.ofJSON(answer.output)
      case "html": Inspection.ofHTML(answer.output)
      default: Inspection.ofTerminal(answer.output + answer.errors, format)
      }
    }
    try inspectExports(household)
    #expect(try household.run(["doctor"]).output.contains("✓ The file is sound."))
  }

  private func inspectExports(_ household: Household) throws {
    let lines = Self.exports.enumerated().map { "\($1) --out=made-\($0)\n" }
    let answer = try household.run(["--profile", "p1", "--keep-going"], input: lines.joined())
    #expect(answer.code == 0, "\(answer.errors)")
    for (number, line) in Self.exports.enumerated() {
      let made = try Data(contentsOf: URL(filePath: "\(household.folder)/made-\(number)"))
      Inspection.ofFile(String(decoding: made, as: UTF8.self), line)
    }
  }

  @Test("A text beyond every limit is refused in a sentence, and nothing breaks")
  func tooLong() throws {
    let household = try Household()
    let lines = Self.writingLines(with: String(repeating: "a", count: 20_000))
    let answer = try household.run(["--keep-going"], input: lines.map { $0 + "\n" }.joined())
    #expect(answer.code < 128)
    #expect(answer.output.utf8.count + answer.errors.utf8.count < lines.count * 4_000)
    #expect(try household.run(["doctor"]).output.contains("✓ The file is sound."))
  }

  @Test("A hundred thousand letters are refused or kept, and nothing breaks", arguments: writing)
  func veryLong(_ noun: BadInputTests.Noun) throws {
    let text = String(repeating: "a", count: 100_000)
    let lines = noun.commands.compactMap { Self.lines(of: $0, with: text).last }
    guard !lines.isEmpty else { return }
    let household = try Household()
    // A debug build on a busy machine is slow with so much text, so the limit only stops a program
    // that hangs.
    let answer = try household.start(
      ["--keep-going"], input: (lines + ["doctor"]).map { $0 + "\n" }.joined()
    ).finish(seconds: 600)
    #expect(answer.code < 128)
    #expect(answer.output.utf8.count + answer.errors.utf8.count < lines.count * 4_000)
    #expect(answer.output.contains("✓ The file is sound."))
  }

  static let writing = BadInputTests.Noun.all(isWriting)

  private static func isWriting(_ command: CommandDescription) -> Bool {
    [.writes, .writesOwn].contains(command.mode)
  }
}

// MARK: - Lines made from the declarations

extension HostileTextTests {
  private static func writingLines(with text: String) -> [String] {
    Compass.reference.commands.filter(isWriting).flatMap { lines(of: $0, with: text) }
  }

  /// Returns the first example of the command once for each of its text parameters, with the
  /// hostile text as the value of that parameter.
  static func lines(of command: CommandDescription, with text: String) -> [String] {
    guard let example = command.examples.first(where: { $0.speaker == nil }),
      let words = try? CommandText.words(example.line),
      let draft = try? CommandDraft(
        command,
        words: words.dropFirst(command.verb.isEmpty ? 1 : 2).filter { $0.text != "--yes" })
    else { return [] }
    return command.parameters.filter(\.takesText).map { parameter in
      line(of: command, draft, parameter.name, CommandText.quoted(text))
    }
  }

  private static func line(
    of command: CommandDescription, _ draft: CommandDraft, _ name: String, _ text: String
  ) -> String {
    let parts = command.parameters.flatMap { parameter -> [String] in
      let given = draft.given[parameter.name].map { CommandText.quoted($0.text) }
      let values = parameter.name == name ? [text] : given
      return switch parameter.role {
      case .argument: values
      case .option: values.map { "--\(parameter.name)=\($0)" }
      case .flag: values.isEmpty ? [] : ["--\(parameter.name)"]
      case .secret: []
      }
    }
    return ([command.words] + parts).joined(separator: " ")
  }

  /// The examples of commands that make files, without options that name a file. E-mail is left
  /// out, because other tests send it.
  private static let exports = Compass.reference.commands.filter { $0.mode == .makesFile }
    .flatMap { command in
      command.examples.filter { $0.speaker == nil && !$0.line.contains("--email") }.map(\.line)
    }.compactMap { line -> String? in
      var words = (try? CommandText.words(line)) ?? []
      words.removeAll { ["--stdout", "--open"].contains($0.text) }
      if let out = words.firstIndex(where: { $0.text == "--out" }) {
        words.removeSubrange(out...min(out + 1, words.count - 1))
      }
      return CommandText.line(words.filter { !$0.text.hasPrefix("--out=") })
    }
}

extension ParameterDescription {
  /// Whether a person can type any text as the value; choices and references to records have their
  /// own tests.
  fileprivate var takesText: Bool {
    guard role == .argument || role == .option else { return false }
    return completion == .none || completion == .file
  }
}

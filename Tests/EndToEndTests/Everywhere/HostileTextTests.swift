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

    init(_ name: String, _ value: String, widths: [Int] = [40, 80]) {
      (testDescription, self.value, self.widths) = (name, value, widths)
    }
  }

  static let texts = [
    Text("escape sequences", "\u{1B}[2J\u{1B}]0;owned\u{7}\u{9B}31m\u{8}\u{8}\u{7F}Red"),
    Text("directions turned", "\u{202E}gnp.evil\u{202C}\u{2066}\u{2069}\u{200F}\u{61C}Dir"),
    Text("nothing to be seen", "Ze\u{200B}ro\u{FEFF}\u{2060}\u{AD}\u{E0041}wid\u{200D}th"),
    Text("markup", #""><script>alert(1)</script><img src=x onerror=alert(1)>'&amp;</title>"#),
    Text("a formula", #"=HYPERLINK("http://example.org/?"&A1,"ok")"#),
    Text("another formula", "@SUM(1+1)*cmd|' /C calc'!A0"),
    Text("a minus and a plus", "-1+1|+2"),
    Text("stacked marks", "Z" + String(repeating: "\u{336}\u{489}\u{31F}", count: 60) + "algo"),
    Text("one word without end", String(repeating: "W", count: 180), widths: [40, 80, 200]),
    Text("wide letters", String(repeating: "漢字👩‍👩‍👧‍👦", count: 30), widths: [40, 80, 200]),
    Text("quotes and backslashes", #"\\'"`$(reboot)`%s%n {{x}} \u001b[31m <!-- ]]>"#),
  ]

  private static let formats = ["plain", "json", "html"]

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
    for format in Self.formats {
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
    for line in Self.exports { try inspectExport(line, household) }
    #expect(try household.run(["doctor"]).output.contains("✓ The file is sound."))
  }

  private func inspectExport(_ line: String, _ household: Household) throws {
    let answer = try household.run(
      ["--profile", "p1"] + CommandText.words(line).map(\.text) + ["--stdout"])
    #expect(answer.code == 0, "\(line): \(answer.errors)")
    Inspection.ofFile(answer.output, line)
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
  func veryLong(_ declared: BadInputTests.Declared) throws {
    let text = String(repeating: "a", count: 100_000)
    guard let line = Self.lines(of: declared.command, with: text).last else { return }
    let household = try Household()
    // A debug build on a busy machine is slow with so much text, so the limit only stops a program
    // that hangs.
    let answer = try household.start(["--keep-going"], input: line + "\ndoctor\n")
      .finish(seconds: 300)
    #expect(answer.code < 128)
    #expect(answer.output.utf8.count + answer.errors.utf8.count < 4_000)
    #expect(answer.output.contains("✓ The file is sound."))
  }

  static let writing = Compass.reference.commands
    .filter { [.writes, .writesOwn].contains($0.mode) }
    .map { BadInputTests.Declared(command: $0) }
}

// MARK: - Lines made from the declarations

extension HostileTextTests {
  private static func writingLines(with text: String) -> [String] {
    writing.flatMap { lines(of: $0.command, with: text) }
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

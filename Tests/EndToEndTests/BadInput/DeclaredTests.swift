import Composition
import FeatureKit
import Foundation
import JSON
import ShellHost
import Testing

// Malformed and hostile lines for every command, generated from its declaration and its examples,
// so that a new command is tested automatically.
extension BadInputTests {
  /// The commands of one noun, whose lines one process reads as a script.
  struct Noun: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var commands: [CommandDescription]

    static func all(_ isIncluded: (CommandDescription) -> Bool = { _ in true }) -> [Noun] {
      Dictionary(grouping: Compass.reference.commands.filter(isIncluded), by: \.noun)
        .map { Noun(testDescription: $0.key, commands: $0.value) }
        .sorted { $0.testDescription < $1.testDescription }
    }
  }

  @Test(
    "No option, word or value makes a command do what it was not asked",
    arguments: Noun.all())
  func malformed(_ noun: Noun) throws {
    let household = try Household()
    let lines = noun.commands.flatMap(Self.malformed)
    for (line, answer) in zip(lines, try household.answers(to: lines)) {
      let code = answer["problem"]?["exitCode"]?.int ?? answer["exitCode"]?.int ?? 0
      #expect([2, 3, 5].contains(code), "\(line.prefix(200)): \(answer.text.prefix(500))")
    }
    #expect(try household.isUnchanged())
  }

  @Test(
    "A parent is refused what changes the athlete's data, before a file is read, and told who can do it",
    arguments: Noun.all { $0.mode == .writes })
  func refusedToAParent(_ noun: Noun) throws {
    let examples = try noun.commands.map { command in
      try #require(command.examples.first { $0.speaker == nil }).line
    }
    let household = try Household()
    let answers = try household.answers(to: examples, as: "Maria")
    for (command, answer) in zip(noun.commands, answers) {
      let problem = answer["problem"]
      #expect(problem?["exitCode"]?.int == 5, "\(command.words): \(answer.text)")
      let deeds = ["do", "e-mail", command.verb].map { "Casey can \($0) it." }
      #expect(
        deeds.map { "You can view this but not change it. \($0)" }
          .contains(problem?["title"]?.string ?? ""), "\(command.words): \(answer.text)")
      if let advice = command.adviceToViewers { #expect(problem?["fix"]?.string == advice) }
    }
    #expect(try household.isUnchanged())
  }

  @Test(
    "Hostile values are refused or kept as text, and never reach the terminal raw",
    arguments: Noun.all())
  func hostile(_ noun: Noun) throws {
    let household = try Household()
    let lines = noun.commands.flatMap(Self.hostile) + ["doctor"]
    let answer = try household.run(["--keep-going"], input: lines.map { $0 + "\n" }.joined())
    #expect(answer.code < 128)
    for text in [answer.output, answer.errors] {
      let obeyed = text.unicodeScalars.filter { scalar in
        (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
          || (0x202A...0x202E).contains(scalar.value)
      }
      #expect(obeyed.isEmpty, "\(text.prefix(2000).debugDescription)")
    }
    #expect(answer.output.contains("✓ The file is sound."))
  }
}

extension BadInputTests {
  /// Command lines of one person for records that do not exist. Each is an example of a command in
  /// which a handle, such as `s1`, is replaced by one that no record has.
  struct Missing: Sendable, CustomTestStringConvertible {
    var person: String
    var lines: [String]
    var testDescription: String { "\(person): \(lines.count) lines" }
  }

  static let missing = ["Casey", "Maria"].map { person in
    Missing(
      person: person, lines: commands.compactMap { line(of: $0.command, withMissingFor: person) })
  }.filter { !$0.lines.isEmpty }

  private static func line(
    of command: CommandDescription, withMissingFor person: String
  ) -> String? {
    for example in command.examples {
      guard let handle = example.line.firstMatch(of: /(^|[ =])([a-z])[0-9]+( |$)/) else { continue }
      guard person == (example.speaker == nil ? "Casey" : "Maria") else { return nil }
      return example.line.replacingCharacters(
        in: handle.range, with: "\(handle.1)\(handle.2)99999\(handle.3)")
    }
    return nil
  }

  @Test("A record that is not there is not found, and nothing is written", arguments: missing)
  func notFound(_ missing: Missing) throws {
    let household = try Household()
    let answers = try household.answers(to: missing.lines, as: missing.person)
    for (line, answer) in zip(missing.lines, answers) {
      #expect(answer["problem"]?["exitCode"]?.int == 3, "\(line): \(answer.text)")
      #expect(answer.text.contains("99999"), "\(line): \(answer.text)")
    }
    #expect(try household.isUnchanged())
  }
}

// MARK: - Lines made from the declaration

extension BadInputTests {
  /// Returns lines that every command must refuse: unknown options, too many or missing words,
  /// options without a value, and flags or secrets with one.
  private static func malformed(_ command: CommandDescription) -> [String] {
    var lines = ["\(command.words) --no-such-option", "\(command.words) --no-such-option=1"]
    let arguments = command.parameters.filter { $0.role == .argument }
    if !arguments.contains(where: \.isRepeated) {
      lines.append(
        ([command.words] + Array(repeating: "\"x\"", count: arguments.count + 1)).joined(
          separator: " ")
      )
    }
    if command.parameters.contains(where: \.isRequired) { lines.append(command.words) }
    for parameter in command.parameters {
      switch parameter.role {
      case .option where parameter.alone != nil: continue
      case .option: lines.append("\(command.words) --\(parameter.name)")
      case .flag: lines.append("\(command.words) --\(parameter.name)=perhaps")
      case .secret: lines.append("\(command.words) --\(parameter.name)=hunter2hunter2")
      case .argument: continue
      }
    }
    return lines
  }

  private static let hostileValues = [
    "\u{1B}[2J\u{1B}[31mred", "\u{7}\u{8}\u{9B}2J", "\u{202E}evil\u{202C}", "../../../etc/passwd",
    "/dev/stdin", "%s%n%x", "$(reboot)`reboot`", "'); DROP TABLE users; --",
    "<script>alert(1)</script>",
    "=1+1", "\u{0}", "99999999999999999999999", "-1", "NaN", "1e999", "0", "é", "👩‍👩‍👧‍👦",
  ]

  /// Returns one line of the command for each parameter that takes a value and each hostile value.
  private static func hostile(_ command: CommandDescription) -> [String] {
    command.parameters.filter { $0.role != .flag }.flatMap { parameter in
      hostileValues.map { value in
        let quoted = CommandText.quoted(value)
        return switch parameter.role {
        case .argument: "\(command.words) \(quoted)"
        case .option, .flag: "\(command.words) --\(parameter.name)=\(quoted)"
        case .secret: "\(command.words) --\(parameter.name)-file=\(quoted)"
        }
      }
    }
  }
}

import Composition
import FeatureKit
import Foundation
import ShellHost
import Testing

// Malformed and hostile lines for every command, generated from its declaration and its examples,
// so that a new command is tested automatically.
extension BadInputTests {
  @Test(
    "No option, word or value makes a command do what it was not asked",
    arguments: commands)
  func malformed(_ declared: Declared) throws {
    let command = declared.command
    let household = try Household()
    let lines = Self.malformed(command)
    let answer = try household.run(
      ["--json", "--keep-going"], input: lines.map { $0 + "\n" }.joined())
    let documents = answer.output.split(separator: "\n")
    #expect(documents.count == lines.count)
    for (line, document) in zip(lines, documents) {
      let code = try Self.exitCode(of: String(document))
      #expect(code == 2 || code == 3 || code == 5, "\(line.prefix(200)): \(document.prefix(500))")
    }
    #expect(try household.isUnchanged())
  }

  @Test(
    "A parent is refused what changes the athlete's data, before a file is read, and told who can do it",
    arguments: commands.filter { $0.command.mode == .writes })
  func refusedToAParent(_ declared: Declared) throws {
    let command = declared.command
    let example = try #require(command.examples.first { $0.speaker == nil })
    let household = try Household()
    let answer = try household.run(
      CommandText.words(example.line).map(\.text), options: ["--profile", "Maria"])
    #expect(answer.code == 5)
    let deeds = ["do", "e-mail", command.verb].map { "Casey can \($0) it." }
    let said = answer.errors.split(separator: "\n").map(String.init)
    #expect(
      deeds.map { "✗ You can view this but not change it. \($0)" }.contains(said.first ?? ""))
    if let advice = command.adviceToViewers {
      #expect(said.dropFirst().joined().contains(advice.suffix(10)))
    }
    #expect(try household.isUnchanged())
  }

  @Test(
    "Hostile values are refused or kept as text, and never reach the terminal raw",
    arguments: commands)
  func hostile(_ declared: Declared) throws {
    let command = declared.command
    let household = try Household()
    let lines = Self.hostile(command) + ["doctor"]
    let answer = try household.run(["--keep-going"], input: lines.map { $0 + "\n" }.joined())
    #expect(answer.code < 128)
    for text in [answer.output, answer.errors] {
      let obeyed = text.unicodeScalars.filter { scalar in
        (scalar.value < 0x20 && scalar != "\n") || (0x7F..<0xA0).contains(scalar.value)
          || (0x202A...0x202E).contains(scalar.value)
      }
      #expect(obeyed.isEmpty, "\(command.words): \(text.prefix(2000).debugDescription)")
    }
    #expect(answer.output.contains("✓ The file is sound."))
  }
}

extension BadInputTests {
  /// A command line for a record that does not exist: an example of the command in which a handle,
  /// such as `s1`, is replaced by one that no record has.
  struct Missing: Sendable, CustomTestStringConvertible {
    var line: String
    var person: String
    var testDescription: String { line }
  }

  static let missing: [Missing] = commands.compactMap { declared in
    for example in declared.command.examples {
      guard let handle = example.line.firstMatch(of: /(^|[ =])([a-z])[0-9]+( |$)/) else { continue }
      let there = "\(handle.1)\(handle.2)99999\(handle.3)"
      return Missing(
        line: example.line.replacingCharacters(in: handle.range, with: there),
        person: example.speaker == nil ? "Casey" : "Maria")
    }
    return nil
  }

  @Test("A record that is not there is not found, and nothing is written", arguments: missing)
  func notFound(_ missing: Missing) throws {
    let household = try Household()
    let answer = try household.run(
      CommandText.words(missing.line).map(\.text), options: ["--profile", missing.person])
    #expect(answer.code == 3, "\(answer)")
    #expect(answer.errors.contains("99999"), "\(answer)")
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

  /// Returns the exit code that a JSON answer names; 0 if it names none.
  private static func exitCode(of document: String) throws -> Int {
    let parsed = try JSONSerialization.jsonObject(with: Data(document.utf8)) as? [String: Any]
    let answer = try #require(parsed)
    let problem = answer["problem"] as? [String: Any]
    return problem?["exitCode"] as? Int ?? answer["exitCode"] as? Int ?? 0
  }
}

import FeatureKit
import Foundation
import Testing

/// A text file with a session: commands, and exactly what the program answered.
///
/// The first characters of a line say what the line is:
///
///     # a remark
///     @ --profile Dana           options before every later command; `@` alone removes them
///     > week.txt                 a file to create; its lines follow, each after `<`
///     < tasks list
///     $ tasks complete 3         a command: the program's arguments
///     $ tasks --json | jq .page  a command whose output is read by jq
///     < yes                      a line of the command's input
///       ✓ …                      a line of its output, indented by two blanks
///     ? ✗ …                      a line of its errors
///     = 5                        its exit code, unless it is 0
struct SessionFile {
  enum Step: Equatable {
    case remark(String)
    case options(String)
    case file(String, lines: [String])
    case command(String, input: [String])
  }

  private(set) var steps: [Step] = []

  init(_ text: String) throws {
    for line in text.split(separator: "\n") {
      let rest = String(line.dropFirst(2))
      switch line.first {
      case "#": steps.append(.remark(rest))
      case "@": steps.append(.options(rest))
      case ">": steps.append(.file(rest, lines: []))
      case "$": steps.append(.command(rest, input: []))
      case "<": try addInput(rest)
      case " ", "?", "=": continue
      default: throw Unreadable(line: String(line))
      }
    }
  }

  struct Unreadable: Error {
    var line: String
  }

  private mutating func addInput(_ line: String) throws {
    switch steps.popLast() {
    case .file(let name, let lines): steps.append(.file(name, lines: lines + [line]))
    case .command(let words, let input): steps.append(.command(words, input: input + [line]))
    case .remark, .options, nil: throw Unreadable(line: "< " + line)
    }
  }
}

extension SessionFile {
  /// Runs every command in one household, and returns the text of the session with the actual
  /// answers.
  func replayed(in household: Household) throws -> String {
    var written: [String] = []
    var options: [String] = []
    for step in steps {
      switch step {
      case .remark(let text):
        written.append("# " + text)
      case .options(let text):
        options = try Self.words(text)
        written.append(text.isEmpty ? "@" : "@ " + text)
      case .file(let name, let lines):
        try household.write(lines.joined(separator: "\n") + "\n", to: name)
        written += ["> " + name] + Self.given(lines)
      case .command(let line, let input):
        let answer = try Self.answer(
          to: line, input: input.map { $0 + "\n" }.joined(), options, household)
        written +=
          [line.isEmpty ? "$" : "$ " + line] + Self.given(input) + Self.lines(of: answer, household)
        written.append("")
      }
    }
    return written.joined(separator: "\n")
  }

  /// Runs one line in a household. What follows after ` | jq ` reads the output of the line.
  static func answer(
    to line: String, input: String, _ options: [String], _ household: Household
  ) throws -> ProgramAnswer {
    let ends = line.components(separatedBy: Self.pipe)
    var answer = try household.run(words(ends[0]), input: input, options: options)
    for end in ends.dropFirst() {
      let reading = try Program.run(
        "/usr/bin/env", ["jq"] + words(end), input: Array(answer.output.utf8),
        environment: household.environment)
      answer.output = reading.output
      answer.errors += reading.errors
      answer.code = reading.code
    }
    return answer
  }

  private static let pipe = " | jq "

  private static func given(_ lines: [String]) -> [String] {
    lines.map { $0.isEmpty ? "<" : "< " + $0 }
  }

  private static func words(_ line: String) throws -> [String] {
    try CommandText.words(line).map(\.text)
  }

  private static func lines(of answer: ProgramAnswer, _ household: Household) -> [String] {
    let output = lines(answer.output).map { $0.isEmpty ? "" : "  " + $0 }
    let errors = lines(answer.errors).map { $0.isEmpty ? "?" : "? " + $0 }
    let code = answer.code == 0 ? [] : ["= \(answer.code)"]
    // The folder has another name in every run, and a new family another code, so both are
    // replaced.
    return (output + errors + code).map { line in
      let named = line.replacing(household.folder, with: "…")
      return household.isDemo ? named : named.replacing(/FAM-[A-Z0-9]{6}/, with: "FAM-……")
    }
  }

  private static func lines(_ text: String) -> [String] {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if lines.last == "" { lines.removeLast() } else { lines.append("(no end of line)") }
    return lines
  }
}

import Foundation
import Testing

@Suite("Output that goes nowhere")
struct LostOutputTests {
  /// Runs the program from a shell that redirects its output, for example to `/dev/full`, a device
  /// that behaves like a full disk.
  private func run(
    _ household: Household, _ words: [String], _ redirection: String, input: String = ""
  ) throws -> ProgramAnswer {
    try Program.run(
      "/bin/sh", ["-c", "\"$0\" \"$@\" \(redirection)", Program.path] + household.options + words,
      input: Array(input.utf8), environment: household.environment)
  }

  @Test(
    "A disk that is full makes a reading command fail, in every form",
    arguments: [
      ["tasks"], ["--json", "tasks"], ["--format", "html", "tasks"], ["help"], ["--version"],
    ])
  func reading(_ words: [String]) throws {
    let answer = try run(try Household(), words, ">/dev/full")
    #expect(answer.code == 1)
    #expect(answer.errors.contains("The answer could not be written: No space left on device."))
  }

  @Test("A write that could not be reported is there, is said, and fails")
  func writing() throws {
    let household = try Household()
    for (number, form) in [[], ["--json"]].enumerated() {
      let name = "Nowhere College \(number)"
      let answer = try run(household, form + ["schools", "add", name], ">/dev/full")
      #expect(answer.code == 1)
      #expect(answer.errors.contains("The command itself went through."))
      #expect(answer.errors.contains(name))
      #expect(try household.sql("SELECT count(*) FROM schools WHERE name = '\(name)';") == "1\n")
    }
  }

  @Test("A closed output is no other than a full one")
  func closed() throws {
    let answer = try run(try Household(), ["tasks"], ">&-")
    #expect(answer.code == 1)
    #expect(answer.errors.contains("The answer could not be written: Bad file descriptor."))
  }

  @Test("Without an input the prompt ends as behind its last line")
  func noInput() throws {
    let answer = try run(try Household(), [], "<&-")
    #expect(answer.code == 0, "\(answer)")
  }

  @Test("Errors that cannot be written leave their code, and are said where there is room")
  func errors() throws {
    let answer = try run(try Household(), ["tasks", "complete", "t99999"], "2>/dev/full")
    #expect(answer.code == 3)
    #expect(answer.output.contains("The answer could not be written"))
  }

  @Test("A reader that leaves is no failure, and no line of a script is lost with it")
  func readerLeft() throws {
    let household = try Household()
    try household.write("tasks\ntasks\nschools add 'Late College'\n", to: "week.txt")
    let script = try Program.run(
      "/bin/bash",
      ["-c", "set -o pipefail; \"$0\" \"$@\" | head -n 1", Program.path] + household.options
        + ["--file", household.folder + "/week.txt"], environment: household.environment)
    #expect(script.code == 0, "\(script)")
    #expect(script.errors == "")
    #expect(try household.sql("SELECT count(*) FROM schools WHERE name = 'Late College';") == "1\n")
  }

  @Test("A script stops at the answer that was lost")
  func script() throws {
    let household = try Household()
    let lines = "schools add 'First College'\nschools add 'Second College'\n"
    let answer = try run(household, [], ">/dev/full", input: lines)
    #expect(answer.code == 1)
    #expect(answer.errors.contains("input, line 1: The answer could not be written"))
    #expect(
      try household.sql(
        "SELECT name FROM schools WHERE name IN ('First College', 'Second College');")
        == "'First College'\n")
  }

  @Test("A made file that does not fit is a failure, whichever way it goes")
  func files() throws {
    let household = try Household()
    let out = try household.run(["export", "--out", "/dev/full"])
    #expect(out.code == 1)
    #expect(out.errors.contains("`/dev/full` could not be written: No space left on device."))
    let stream = try run(household, ["export", "--stdout"], ">/dev/full")
    #expect(stream.code == 1)
    #expect(stream.errors.components(separatedBy: "could not be written").count == 2)
  }

  @Test("A prompt whose errors go nowhere says so on the screen, and ends with a failure")
  func prompt() throws {
    let household = try Household()
    let command = ([Program.path] + household.options).map { "'\($0)'" }.joined(separator: " ")
    let shell = try Terminal(
      "/bin/sh", ["-c", "exec \(command) 2>/dev/full"], environment: household.environment,
      columns: 80, rows: 24)
    shell.seePrompt()
    let said = shell.enter("tasks complete t99999").joined()
    #expect(said.contains("could not be written"))
    shell.press(.controlD)
    #expect(shell.end() == 1)
  }
}

import Composition
import Conversation
import FeatureKit
import Foundation
import ShellHost
import Testing

@Suite("What is made from the declarations")
struct ReferenceTests {
  static let files = Compass.reference.files

  private static func path(_ file: CommandReference.File) -> String {
    Program.repository + "/" + file.path
  }

  @Test("The checked-in texts are what Tools/reference writes", arguments: files)
  func upToDate(_ file: CommandReference.File) throws {
    let kept = try? String(contentsOfFile: Self.path(file), encoding: .utf8)
    #expect(kept == file.text, "\(file.path) is stale. Run Tools/reference.")
  }

  @Test("No command declares an option of the program, which is taken out of its words")
  func optionsOfTheProgram() {
    for command in Compass.reference.commands {
      for parameter in command.parameters where parameter.role != .argument {
        #expect(
          GlobalOption.named(parameter.name)?.mayFollowCommand != false,
          "\(command.words) --\(parameter.name)")
      }
    }
  }

  @Test("Tools/reference says what is stale, and writes nothing when it only checks")
  func checking() throws {
    let household = try Household(demo: false)
    func run(_ words: [String]) throws -> ProgramAnswer {
      try Program.run(
        "/usr/bin/env", ["-C", household.folder, Program.ownFolder + "/compass-reference"] + words,
        environment: household.environment)
    }
    try FileManager.default.createDirectory(
      atPath: household.folder + "/docs", withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      atPath: household.folder + "/Tools/completions", withIntermediateDirectories: true)
    let missing = try run(["--check"])
    #expect(missing.code == 1)
    #expect(
      missing.output
        == (Self.files.map(\.path) + ["docs/openapi.yaml"]).map {
          "✗ \($0) is stale. Run Tools/reference.\n"
        }.joined())
    #expect(try run([]).code == 0)
    #expect(
      try run(["--check"])
        == ProgramAnswer(
          output: "✓ The manual, the completion scripts and docs/openapi.yaml are up to date.\n"))
    #expect(
      try String(contentsOfFile: household.folder + "/docs/commands.md", encoding: .utf8)
        == Self.files[0].text)
    #expect(try run(["--chek"]).code == 2)
  }

  @Test(
    "Shells accept their completion scripts",
    arguments: [
      ("bash", "Tools/completions/compass-shell.bash"), ("zsh", "Tools/completions/_compass-shell"),
      ("fish", "Tools/completions/compass-shell.fish"),
      ("bash", "Tools/completions/compass-server.bash"),
      ("zsh", "Tools/completions/_compass-server"),
      ("fish", "Tools/completions/compass-server.fish"),
    ])
  func shellsAccept(shell: String, script: String) throws {
    let path = "/usr/bin/" + shell
    guard FileManager.default.isExecutableFile(atPath: path) else { return }
    let household = try Household(demo: false)
    let answer = try Program.run(
      path, ["-n", Program.repository + "/" + script], environment: household.environment)
    #expect(answer == ProgramAnswer())
  }

  @Test("Bash completes commands, verbs and tasks with the script")
  func bashCompletes() throws {
    let household = try Household()
    let script = """
      PATH=\(Program.folder):$PATH
      source \(Program.repository)/Tools/completions/compass-shell.bash
      complete_words() {
        COMP_WORDS=(compass-shell "$@"); COMP_CWORD=$#; _compass_shell
        printf '%s\\n' "${COMPREPLY[@]}"
      }
      complete_words ta
      complete_words tasks comp
      complete_words --data \(household.data) --now \(Household.moment) tasks complete ncaa
      """
    let answer = try Program.run(
      "/usr/bin/bash", ["-c", script], environment: household.environment)
    #expect(answer.errors == "")
    #expect(answer.output == "tasks\ncomplete\nRegister\\ with\\ NCAA\\ Eligibility\\ Center\n")
  }

  @Test("Bash completes the commands of a server from its help")
  func bashCompletesServer() throws {
    let household = try Household(demo: false)
    let script = """
      PATH=\(Program.folder):$PATH
      source \(Program.repository)/Tools/completions/compass-server.bash
      complete_words() {
        COMP_WORDS=(compass-server "$@"); COMP_CWORD=$#; _compass_server
        printf '%s\\n' "${COMPREPLY[@]}"
      }
      complete_words ke
      complete_words keys r
      complete_words users dis
      complete_words serve --conf
      """
    let answer = try Program.run(
      "/usr/bin/bash", ["-c", script], environment: household.environment)
    #expect(answer.errors == "")
    #expect(answer.output == "keys\nrotate\ndisable\n--config\n")
  }

  @Test("The manual is one that man can show")
  func manual() throws {
    let page = try #require(Self.files.first { $0.path.hasSuffix(".1") })
    let lines = page.text.split(separator: "\n")
    #expect(lines.first?.hasPrefix(".TH \"COMPASS\\-SHELL\" \"1\"") == true)
    let macros: Set = [".TH", ".SH", ".TP", ".RS", ".RE", ".ad"]
    for line in lines where line.hasPrefix(".") {
      #expect(macros.contains(String(line.prefix(3))), "\(line)")
    }
    #expect(
      lines.filter { $0 == ".RS" }.count == lines.filter { $0 == ".RE" }.count)
    let typed = page.text.replacing("\\-", with: "-")
    for command in Compass.reference.commands {
      #expect(typed.contains("\\fB\(command.usage)"), "\(command.words)")
    }
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/man") else { return }
    let household = try Household(demo: false)
    let answer = try Program.run(
      "/usr/bin/man", ["--warnings", "-l", Self.path(page)], environment: household.environment)
    #expect(answer.code == 0 && answer.errors == "", "\(answer.errors)")
  }
}

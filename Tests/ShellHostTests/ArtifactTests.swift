import FeatureKit
import Testing

@testable import ShellHost

@Suite struct ArtifactTests {
  @Test("A made file gets its own name here, and its path is printed")
  func ownName() async throws {
    let console = FakeConsole()
    #expect(try await run("tasks export --lines 3", console) == 0)
    #expect(console.file("tasks.csv") == "line 1\nline 2\nline 3\n")
    #expect(console.output == "tasks.csv\n")
  }

  @Test("At a terminal a sentence says that the file was written, and what it holds")
  func told() async throws {
    let console = FakeConsole(terminal: true, typed: ["tasks export --lines 3"])
    _ = try await run("", console)
    #expect(console.screen.contains("✓ Wrote tasks.csv.\n  The lines of the tasks.\n"))
  }

  @Test("Or the name it is given")
  func given() async throws {
    let console = FakeConsole()
    #expect(try await run("tasks export --out a/b.csv", console) == 0)
    #expect(console.file("a/b.csv") == "line 1\nline 2\n")
    #expect(console.output == "a/b.csv\n")
  }

  @Test("A name that nobody gave replaces nothing, whatever was agreed to")
  func freeName() async throws {
    let console = FakeConsole(files: ["tasks.csv": "mine", "tasks-2.csv": "mine too"])
    #expect(try await run("tasks export --yes", console) == 0)
    #expect(console.output == "tasks-3.csv\n")
    #expect(console.file("tasks-3.csv") == "line 1\nline 2\n")
    #expect(console.file("tasks.csv") == "mine" && console.file("tasks-2.csv") == "mine too")
  }

  @Test("Or it goes to the output, alone", arguments: ["--stdout", "--out -", "--out=-"])
  func toOutput(option: String) async throws {
    let console = FakeConsole()
    #expect(try await run("tasks export \(option)", console) == 0)
    #expect(console.output == "line 1\nline 2\n")
    #expect(console.file("tasks.csv") == nil)
  }

  @Test("A file that is there is kept without agreement")
  func exists() async throws {
    let console = FakeConsole(files: ["tasks.csv": "mine"])
    #expect(try await run("tasks export --out tasks.csv", console) == 2)
    #expect(console.file("tasks.csv") == "mine")
    #expect(
      console.errors == """
        ✗ `tasks.csv` exists already.
          Nothing was written.
          Choose another name with --out FILE, or add --yes to replace it.

        """)
    #expect(
      try await run("tasks export --out tasks.csv --yes=abc", console) == 2,
      "that agrees to something else")
    #expect(console.file("tasks.csv") == "mine")
    #expect(try await run("tasks export --out tasks.csv --yes", console) == 0)
    #expect(console.file("tasks.csv") == "line 1\nline 2\n")
  }

  @Test(
    "At a terminal replacing it is asked", arguments: [("yes", "line 1\nline 2\n"), ("no", "mine")])
  func asked(answer: String, content: String) async throws {
    let console = FakeConsole(
      terminal: true, typed: ["tasks export --out tasks.csv", answer],
      files: ["tasks.csv": "mine"])
    _ = try await run("", console)
    #expect(console.screen.contains("`tasks.csv` exists already.\nReplace it? (yes or no) [no] "))
    #expect(console.file("tasks.csv") == content)
  }

  @Test("It is opened on the desktop when that is wished")
  func opened() async throws {
    let console = FakeConsole()
    #expect(try await run("tasks export --open", console) == 0)
    #expect(console.opened == ["tasks.csv"])
  }

  @Test(
    "A page that is drawn into a file is not shown as well; it can be opened, and needs its name")
  func drawnPage() async throws {
    let console = FakeConsole()
    #expect(try await run("tasks --out a/b.svg --open", console) == 0)
    #expect(console.file("a/b.svg") == "<svg/>")
    #expect(console.output == "a/b.svg\n")
    #expect(console.opened == ["a/b.svg"])
    #expect(try await run("tasks --stdout", console) == 2)
  }

  @Test(
    "A name made of data leads nowhere else",
    arguments: [
      ("../../etc/passwd", "compass..-..-etc-passwd"), ("", "compass"), ("a b.csv", "a b.csv"),
    ])
  func plainName(name: String, plain: String) {
    #expect(ArtifactWriter.plainName(name) == plain)
  }
}

import FeatureKit
import Testing

@testable import ShellHost

@Suite struct SecretTests {
  @Test("At a terminal a secret is asked for without showing it")
  func asked() async throws {
    let screen = try await typed("account passphrase", secrets: ["hunter22"])
    #expect(screen.contains("New passphrase\n> \n✓ A secret of 8 letters is kept."))
    #expect(!screen.contains("hunter22"))
  }

  @Test("A secret keeps its spaces")
  func spaces() async throws {
    let screen = try await typed("account passphrase", secrets: [" a b "])
    #expect(screen.contains("A secret of 5 letters is kept."))
  }

  @Test("Elsewhere it comes from a file or a descriptor")
  func sources() async throws {
    let file = try await piped(
      "account passphrase --passphrase-file p.txt", files: ["p.txt": "hunter22"])
    #expect(file.output == "✓ A secret of 8 letters is kept.\n")
    #expect(try await piped("account passphrase --passphrase-fd 3").code == 0)
  }

  @Test(
    "What is wrong with its source is said without the secret",
    arguments: [
      (
        "account passphrase",
        "✗ `account passphrase` needs the passphrase.\n  Use --passphrase-file FILE or --passphrase-fd N.\n"
      ),
      (
        "account passphrase --passphrase hunter22",
        "✗ --passphrase cannot be given on the command line, where others could read it.\n  Leave it out to be asked, or use --passphrase-file FILE or --passphrase-fd N.\n"
      ),
      (
        "account passphrase --passphrase=hunter22",
        "✗ --passphrase cannot be given on the command line, where others could read it.\n  Leave it out to be asked, or use --passphrase-file FILE or --passphrase-fd N.\n"
      ),
      (
        "account passphrase hunter22",
        "✗ There is one word too many for `account passphrase`.\n  The passphrase is never typed on the line, where others could read it.\n  Usage:  account passphrase [--passphrase-file FILE | --passphrase-fd N]\n"
      ),
      (
        "account passphrase --passphrase-fd hunter22",
        "✗ `hunter22` is not the number of a file descriptor.\n  Example: --passphrase-fd 3 3< secret.txt\n"
      ),
      (
        "account passphrase --passphrase-file a --passphrase-fd 3",
        "✗ The passphrase was given twice.\n  Give it once.\n"
      ),
      (
        "account passphrase --passphrase-file",
        "✗ --passphrase-file needs a value.\n  Usage:  account passphrase [--passphrase-file FILE | --passphrase-fd N]\n"
      ),
      (
        "account passphrase --passphrase-file nowhere",
        "✗ nowhere is not a file.\n  Name a file whose first line is the passphrase.\n"
      ),
    ])
  func wrongSource(line: String, words: String) async throws {
    let result = try await piped(line)
    #expect(result.code == 2)
    #expect(result.errors == words)
  }

  @Test(
    "A line that may hold a secret is not kept",
    arguments: [
      "account passphrase hunter22", "account passphrase --passphrase hunter22",
      "account passphrase --passphrase=hunter22", "acount passphrase hunter22",
      "tasks --passphrase hunter22", "account passphrase 'hunter22",
    ])
  func notKept(line: String) async throws {
    let console = FakeConsole(terminal: true, typed: [line, "tasks"])
    _ = try await run("", console)
    #expect(console.history == ["tasks"])
  }

  @Test("A line that asks for a secret rightly is kept: it holds none")
  func kept() async throws {
    let console = FakeConsole(terminal: true, typed: ["account passphrase"], secrets: ["x"])
    _ = try await run("", console)
    #expect(console.history == ["account passphrase"])
  }

  @Test(
    "A line that is no command can be mended until the program ends, and stays on no disk: it may be a passphrase",
    arguments: [
      "tasks complet 1", "correct horse battery staple", "hunter22", "20061225", "'hunter22",
      "help hunter22", "undo hunter22", "q999",
    ])
  func noCommand(line: String) async throws {
    let console = FakeConsole(terminal: true, typed: [line, "tasks", "help tasks", "t1"])
    _ = try await run("", console)
    #expect(console.history == ["tasks", "help tasks", "t1"])
    #expect(console.recalled == [line])
  }

  @Test("A command that was refused is kept: it was understood")
  func refusedKept() async throws {
    let console = FakeConsole(terminal: true, typed: ["tasks complete 3"])
    _ = try await run("", console)
    #expect(console.history == ["tasks complete 3"])
  }
}

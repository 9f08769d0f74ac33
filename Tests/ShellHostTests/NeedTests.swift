import FeatureKit
import Testing

@testable import ShellHost

@Suite struct NeedTests {
  @Test(
    "What the work showed to be needed is asked for with the reason, twice where it is typed blind")
  func asked() async throws {
    let screen = try await typed("account sign-in Dana", secrets: ["hunter22", "hunter22"])
    #expect(
      screen.hasPrefix(
        """
        compass> account sign-in Dana
        Dana has a passphrase.
        It is kept.
        Passphrase
        > 
        The same once more
        > 
        ✓ Dana is in with 8 letters.
        """))
  }

  @Test("Two that differ are asked for again")
  func slip() async throws {
    let screen = try await typed(
      "account sign-in Dana", secrets: ["hunter22", "hunter2", "abc", "abc"])
    #expect(screen.contains("Those two were not the same.\nPassphrase\n"))
    #expect(screen.contains("✓ Dana is in with 3 letters."))
  }

  @Test("One that can never do is refused before it is typed a second time")
  func refused() async throws {
    let screen = try await typed("account sign-in Dana", secrets: ["ab", "abc", "abc"])
    #expect(screen.contains("> \n✗ That is too short.\nPassphrase\n> \nThe same once more\n"))
    #expect(screen.contains("✓ Dana is in with 3 letters."))
  }

  @Test("A secret that is chosen now has its own rule and is asked for twice")
  func chosen() async throws {
    let screen = try await typed("account sign-in Nora", secrets: ["abc", "abcd", "abcd"])
    #expect(
      screen.contains(
        "✗ This needs at least 4 characters, and has 3.\n  Choose a longer one.\nPassphrase\n> \nThe same once more\n"
      ))
    #expect(screen.contains("✓ Nora is in with 4 letters."))
  }

  @Test("An answer that the command refuses is asked for again")
  func askedAgain() async throws {
    let screen = try await typed(
      "account sign-in Omar", secrets: ["abc", "abc", "sesame", "sesame"])
    #expect(screen.split(separator: "Omar has a passphrase.").count == 3, "\(screen)")
    #expect(screen.contains("✓ Omar is in with 6 letters."))
  }

  @Test("Leaving the question leaves everything as it was")
  func left() async throws {
    let screen = try await typed("account sign-in Dana", secrets: [])
    #expect(screen.contains("✗ Nothing was done."))
    #expect(!screen.contains("is in with"))
  }

  @Test("Where nobody can be asked the reason is the problem")
  func piped() async throws {
    let result = try await ShellHostTests.piped("account sign-in Dana")
    #expect(result.code == 4)
    #expect(result.errors == "✗ Dana has a passphrase.\n  It is kept.\n")
    let given = try await ShellHostTests.piped(
      "account sign-in Dana --passphrase-file p", files: ["p": "abc"])
    #expect(given.output == "✓ Dana is in with 3 letters.\n")
  }

  @Test("An option named without its value is asked for at a prompt, and only that one")
  func openOption() async throws {
    let screen = try await typed("account create --sport", "baseball")
    #expect(
      screen.contains(
        "Primary sport (Enter to skip, Ctrl-C to leave)\n> baseball\n✓ Started: -, -, -, -, baseball, -"
      ))
    let piped = try await ShellHostTests.piped("account create --sport")
    #expect(piped.code == 2)
    #expect(piped.errors.hasPrefix("✗ --sport needs a value."))
  }
}

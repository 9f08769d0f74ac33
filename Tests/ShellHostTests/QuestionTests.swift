import FeatureKit
import Testing

@testable import ShellHost

@Suite struct QuestionTests {
  @Test("Without a terminal a question is printed with how to repeat, and nothing is done")
  func printed() async throws {
    let result = try await piped("tasks delete 1")
    #expect(result.code == 2)
    #expect(result.output == "")
    #expect(
      result.errors == """
        ? Delete Stretch?
          Its notes go with it.
          Nothing was done. To agree, repeat the command with --yes=\(digest("Delete Stretch?"))

        """)
  }

  @Test("Agreement to the very question is enough, before the command or behind it")
  func agreed() async throws {
    let digest = digest("Delete Stretch?")
    for line in [
      "tasks delete 1 --yes=\(digest)", "--yes=\(digest) tasks delete 1", "tasks delete 1 --yes",
    ] {
      let result = try await piped(line)
      #expect(result.output == "✓ Stretch is deleted.\n")
      #expect(result.code == 0)
    }
  }

  @Test("Agreement to another question is asked again")
  func changed() async throws {
    let result = try await piped("tasks delete 2 --yes=\(digest("Delete Stretch?"))")
    #expect(result.code == 2)
    #expect(
      result.errors.contains(
        "The question is not the one you agreed to. Nothing was done."))
  }

  @Test("A web page that asks carries the command that agrees")
  func onWebPage() async throws {
    let result = try await piped("tasks delete 1 --format html")
    #expect(result.code == 2)
    #expect(
      result.output.contains("tasks delete 1 --format html --yes=\(digest("Delete Stretch?"))"))
  }

  @Test("At a terminal it is asked, and only yes is yes", arguments: ["y", "yes", "YES"])
  func asked(answer: String) async throws {
    let screen = try await typed("tasks delete 1", answer)
    #expect(
      screen.hasPrefix(
        """
        compass> tasks delete 1
        ? Delete Stretch?
          Its notes go with it.
        Delete? (yes or no) [no] \(answer)
        ✓ Stretch is deleted.
        """))
  }

  @Test("No, Enter and Ctrl-C do nothing", arguments: ["no", "", nil])
  func declined(answer: String?) async throws {
    let screen = try await typed("tasks delete 1", answer)
    #expect(screen.contains("Nothing was done."))
    #expect(!screen.contains("is deleted"))
  }

  @Test("Anything else is asked again")
  func unclear() async throws {
    let screen = try await typed("tasks delete 1", "maybe", "yes")
    #expect(screen.components(of: "Delete? (yes or no) [no] ") == 2)
    #expect(screen.contains("Answer yes or no."))
    #expect(screen.contains("is deleted"))
  }

  @Test("Help at a question says what each answer does", arguments: ["help", "?"])
  func explained(word: String) async throws {
    let screen = try await typed("tasks delete 1", word, "no")
    #expect(screen.contains("“yes” does it: Delete. “no” does not. Enter alone means no, and"))
    #expect(!screen.contains("is deleted"))
  }

  private func digest(_ words: String) -> String {
    Question(words, details: ["Its notes go with it."], yes: 0).digest
  }
}

extension String {
  /// Returns how often a text occurs.
  func components(of text: String) -> Int { ranges(of: text).count }
}

import Foundation
import Testing

/// Tests that copies and backups of the whole file need the agreement of other people, because they
/// contain the data of these people.
@Suite("The whole file, from outside")
struct WholeFileTests {
  let household: Household

  init() throws {
    household = try Household()
    for (name, text) in [("maria.txt", "Hunter2hunter2\n"), ("wrong.txt", "Harbor7light\n")] {
      try household.write(text, to: name)
      chmod(household.folder + "/" + name, 0o600)
    }
    let set = try household.run(
      ["account", "passphrase", "--passphrase-file", "maria.txt"], options: ["--profile", "Maria"])
    #expect(set.code == 0, "\(set)")
  }

  private func exists(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: household.folder + "/" + name)
  }

  @Test("A copy leaves only with the passphrase of whoever else has one")
  func takingAlong() throws {
    let without = try household.run(["backup", "file", "--out", "a.sqlite"])
    #expect(without.code == 4)
    #expect(without.errors.hasPrefix("✗ Maria Shelton has a passphrase, and has to agree."))
    let wrong = try household.run(
      ["backup", "file", "--out", "a.sqlite", "--passphrase-file", "wrong.txt"])
    #expect(wrong.code == 4)
    #expect(wrong.errors.hasPrefix("✗ That is not Maria Shelton's passphrase."), "\(wrong)")
    #expect(!exists("a.sqlite"))
    let right = try household.run(
      ["backup", "file", "--out", "a.sqlite", "--passphrase-file", "maria.txt"])
    #expect(right.code == 0, "\(right)")
    #expect(exists("a.sqlite"))
    let parent = try household.run(
      ["backup", "file", "--out", "b.sqlite"], options: ["--profile", "Chris"])
    #expect(parent.code == 5)
    #expect(!exists("b.sqlite"))
  }

  @Test("At a terminal it is asked for without showing it, and a restore asks too")
  func asked() throws {
    #expect(try household.run(["backup"]).code == 0)
    let terminal = try household.open(rows: 60)
    terminal.seePrompt()
    terminal.type("restore latest\r")
    terminal.see("Maria Shelton has a passphrase, and has to agree.")
    terminal.see("Passphrase")
    terminal.type("Hunter2hunter2\r")
    terminal.see("Restore")
    terminal.type("yes\r")
    terminal.see("✓ Restored")
    terminal.seePrompt()
    #expect(!terminal.text.contains("Hunter2"))
  }
}

import Foundation
import Testing

@Suite("One file, several programs")
struct SharedFileTests {
  let household: Household

  init() throws {
    household = try Household()
  }

  @Test("What a script writes stands on the next page of a shell that was open all the time")
  func openShell() throws {
    let terminal = try household.open(rows: 60)
    terminal.seePrompt()
    let before = terminal.enter("tasks --status in-progress")
    #expect(before.contains("You've completed 8 of 23 tasks (35%)"))
    let script = try household.run([], input: "tasks complete t43\ntasks start t60\n")
    #expect(script.code == 0, "\(script)")
    let after = terminal.enter("refresh")
    #expect(after.contains("You've completed 9 of 23 tasks (39%)"))
    #expect(after.contains { $0.contains("t60") })
    // The open shell now writes after the script has written. `undo`, in the shell or in a script,
    // reverts the newest step of the person, whichever process made it.
    #expect(terminal.enter("tasks complete t54").first?.hasPrefix("✓ t54") == true)
    #expect(try household.run(["undo"]).output.contains("Took back: Completed t54"))
    #expect(
      terminal.enter("tasks --status in-progress").contains("You've completed 9 of 23 tasks (39%)"))
    #expect(!terminal.text.contains("✗"))
  }

  @Test("A form that is open while a script writes the same thing is refused, and says both")
  func openForm() throws {
    let terminal = try household.open(rows: 200)
    terminal.seePrompt()
    terminal.enter("schools show s1")
    terminal.type("schools edit s1 --notes\r")
    terminal.see("Notes")
    let script = try household.run(["schools", "edit", "s1", "--notes", "Theirs"])
    #expect(script.code == 0, "\(script)")
    // What the script changed makes the day's work due again. A page does it here, so that the prompt
    // does not.
    #expect(try household.run(["notifications"]).code == 0)
    // The program stores an answer that it refused in the table `kept_answers`, so that the person
    // can send it again without typing. No other table may change.
    let before = try household.dump(but: "kept_answers")
    let refused = terminal.enter("Mine")
    #expect(refused.contains { $0.contains("Notes: “Theirs” now, “Mine” wanted") }, "\(refused)")
    #expect(try household.dump(but: "kept_answers") == before)
    // After a refused line, the prompt draws no new page. The person has not seen the script's
    // note, so the next edit of the note is refused too.
    #expect(terminal.enter("schools edit s1 --notes Mine").contains { $0.contains("“Theirs” now") })
    #expect(terminal.enter("schools edit s1 --city Lima").first?.hasPrefix("✓ ") == true)
    // The edit of the city has drawn the page again, with the script's note. The person has seen
    // this note now and may replace it.
    #expect(terminal.enter("schools edit s1 --notes Mine").first?.hasPrefix("✓ ") == true)
    // The page that follows `undo` shows the note as it is now, so an edit of the note is no
    // conflict.
    terminal.enter("undo")
    #expect(terminal.enter("schools edit s1 --notes Again").first?.hasPrefix("✓ ") == true)
    let dump = try household.dump()
    #expect(dump.contains("Again") && dump.contains("Lima"))
  }

  @Test("Four writers at once lose nothing and see no error")
  func writers() throws {
    let handles = [
      ["t43", "t54", "t57"], ["t60", "t40", "t45"], ["t51", "t56"], ["t48", "t55"],
    ]
    let rounds = 6
    for (number, own) in handles.enumerated() {
      let round = own.flatMap { ["tasks start \($0)", "tasks reset \($0)"] }
      let script = Array(repeating: round, count: rounds).flatMap { $0 }
      let end = own.map { "tasks complete \($0)" }
      try household.write((script + end).joined(separator: "\n"), to: "\(number).txt")
    }
    let running = try handles.indices.map { try household.start(["--file", "\($0).txt"]) }
    for (writer, own) in zip(running, handles) {
      let answer = writer.finish()
      #expect(answer.code == 0, "\(answer)")
      #expect(answer.errors == "")
      #expect(
        answer.output.split(separator: "\n").filter { $0.hasPrefix("✓ ") }.count
          == own.count * (2 * rounds + 1))
    }
    let count = handles.flatMap { $0 }.count
    #expect(try household.sql("SELECT count(*) FROM journal") == "\(count * (2 * rounds + 1))\n")
    let completed = try household.run(["tasks", "--status", "completed", "--json"]).output
    for handle in handles.flatMap({ $0 }) {
      #expect(completed.contains("\"handle\":\"\(handle)\""), "\(handle)")
    }
    #expect(try household.run(["doctor"]).output.contains("✓ The file is sound."))
  }
}

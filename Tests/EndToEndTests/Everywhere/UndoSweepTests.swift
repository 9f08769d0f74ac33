import Composition
import FeatureKit
import ShellHost
import Testing

/// Undoes and redoes an example of every command that writes. The examples come from the
/// declarations, so new commands are tested automatically.
@Suite("Undo for every write")
struct UndoSweepTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var line: String
    /// The person whom the option `--profile` names; nil leaves the option out, so that the
    /// signed-in person acts.
    var person: String? = "Casey"
    /// Whether the test also redoes the command; false if the undo removes the person who would
    /// redo it.
    var isRedone = true
    /// Lines that run before the tested command, each with its person.
    ///
    /// They change the demo family so that the command has something to do.
    var before: [(person: String?, line: String)] = []

    var testDescription: String { "\(person ?? "Signed in"): \(line)" }
  }

  /// The commands that write but make no undo step, each with the reason.
  private static let noSteps: [String: String] = [
    "account sign-in": "signing in changes this computer, not the data",
    "account sign-out": "signing out changes this computer, not the data",
    "account passphrase": "a passphrase taken back would open what was just locked",
    "family switch": "whom a parent looks at is remembered, not written",
    "tasks filter": "what a list shows is remembered, not written",
    "settings mail": "a server and its password are kept on this computer, not in the data",
    "packet email": "its example writes files; what it sends is taken back in PacketEmailTests",
    "backup": "a copy beside the file changes nothing in it",
    "restore": "it is a step back itself; the file before it is on the shelf",
    "erase person": "what is erased is gone for good, as the question says",
    "erase family": "what is erased is gone for good, as the question says",
    "set": "how the shell looks is remembered, not written",
    "undo": "it is the step back itself",
    "redo": "it is the step forward itself",
  ]

  /// The commands whose own examples change nothing in the demo family, with the lines that are
  /// tested instead.
  private static let instead: [String: [Case]] = [
    "account create": [
      Case(
        line: "account create --name 'Sam Lee' --role athlete", person: nil, isRedone: false)
    ],
    "family create": [
      Case(
        line: "family create", person: "Sam",
        before: [(nil, "account create --name 'Sam Lee' --role athlete")])
    ],
    "family disallow": [
      Case(line: "family disallow maria", before: [("Casey", "family allow maria records")])
    ],
    "family code": [Case(line: "family code --renew --yes")],
    "family join": [
      Case(
        line: "family join FAM-5LM97W", person: "Maria", before: [("Maria", "family leave --yes")])
    ],
  ]

  private static let writing = Connected.others.filter {
    [.writes, .writesOwn].contains($0.mode)
  }

  private static func cases(_ command: CommandDescription) -> [Case] {
    instead[command.words]
      ?? command.examples.filter { !$0.line.contains("--dry-run") }.map {
        Case(line: $0.line, person: $0.speaker == nil ? "Casey" : "Maria")
      }
  }

  static let steps = writing.filter { noSteps[$0.words] == nil }.flatMap(cases)
  /// The commands that undo or redo, or that replace or erase the whole data, so no rows can be
  /// compared before and after them.
  private static let ends: Set = ["undo", "redo", "restore", "erase person", "erase family"]

  static let others = writing.filter { noSteps[$0.words] != nil && !ends.contains($0.words) }
    .flatMap(cases)

  @Test("What a command wrote is taken back whole, and done again", arguments: steps)
  func takenBack(_ one: Case) throws {
    let household = try Household()
    try household.layOutFiles()
    for step in one.before { try run(step.line, step.person, household) }
    let before = try one.before.isEmpty ? Household.demoRows.get() : household.sharedRows()
    try run(one.line, one.person, household)
    let after = try household.sharedRows()
    #expect(
      Self.isSame(before, after) == false,
      """
      `\(one.line)` changes no row that is stored, so there is nothing to take back. Write through a gateway, or name the \
      command with its reason in `noSteps` of Tests/EndToEndTests/Everywhere/UndoSweepTests.swift.
      """)
    try run("undo", one.person, household)
    #expect(Self.isSame(before, try household.sharedRows()), "undo")
    guard one.isRedone else { return }
    try run("redo", one.person, household)
    #expect(Self.isSame(after, try household.sharedRows()), "redo")
  }

  @Test("What is no step leaves `undo` to the step before it", arguments: others)
  func noStep(_ one: Case) throws {
    let household = try Household()
    let before = try household.sql("SELECT count(*) FROM journal;")
    try run(one.line, one.person, household)
    #expect(try household.sql("SELECT count(*) FROM journal;") == before)
  }

  @Test("Every exception is a command that is there")
  func exceptions() {
    let words = Set(Compass.reference.commands.map(\.words))
    let named = Set(Self.noSteps.keys).union(Self.instead.keys)
    #expect(named.subtracting(words) == [])
  }

  /// Compares the rows and prints only the first different ones, because all rows would be too many
  /// to read.
  private static func isSame(_ left: [String], _ right: [String]) -> Bool {
    let difference = Set(left).symmetricDifference(right).sorted()
    for row in difference.prefix(6) { print(row.prefix(300)) }
    return difference.isEmpty && left.count == right.count
  }

  private func run(_ line: String, _ person: String?, _ household: Household) throws {
    let answer = try household.run(
      CommandText.words(line).map(\.text), options: person.map { ["--profile", $0] } ?? [])
    try #require(answer.code == 0, "\(line): \(answer)")
  }
}

import Composition
import FeatureKit
import FeatureTesting
import Foundation
import ShellHost
import Testing

@Suite("Recorded sessions")
struct SessionTests {
  static let folder = Program.repository + "/Tests/EndToEndTests/Sessions"
  static let names: [String] =
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
    .filter { $0.hasSuffix(".session") }.sorted()

  @Test("A recorded session goes as it is written down", arguments: names)
  func session(_ name: String) throws {
    let path = Self.folder + "/" + name
    let session = try SessionFile(String(contentsOfFile: path, encoding: .utf8))
    let household = try Household(demo: !name.hasPrefix("empty"))
    let mismatch = GoldenFile(path: path).mismatch(with: try session.replayed(in: household))
    #expect(
      mismatch == nil,
      "\(mismatch ?? "")\nIf that is meant:  COMPASS_UPDATE_GOLDEN=1 Tools/test EndToEnd --filter SessionTests"
    )
  }

  /// The nouns (first words of commands) that need no session file in this folder's tests.
  ///
  /// Pages of records are alike, and the tests FamilyWeek and Everywhere cover them; `clear` and
  /// `quit` print nothing; `record`, `replay` and `serve` have tests of their own (RecordingTests,
  /// ServingTests).
  private static let withoutSession: Set = [
    "clear", "coaches", "documents", "events", "interactions", "letters", "offers", "quit",
    "record",
    "replay", "serve",
  ]

  private static let nouns = Set(Compass.reference.commands.map(\.noun))
    .subtracting(withoutSession).sorted()

  @Test("Every page has a session", arguments: nouns)
  func everyNoun(_ noun: String) throws {
    let isThere = try Self.names.contains { name in
      try String(contentsOfFile: Self.folder + "/" + name, encoding: .utf8)
        .contains("\n$ \(noun)")
    }
    #expect(
      isThere,
      """
      `\(noun)` is in no session. Write its commands, each as `$ \(noun) …`, into Tests/EndToEndTests/Sessions/\(noun).session, \
      then record the answers:  COMPASS_UPDATE_GOLDEN=1 Tools/test EndToEnd --filter SessionTests
      """)
  }

  @Test("There are sessions to replay")
  func thereAreSessions() {
    #expect(Self.names.count >= 8)
  }

  @Test("The session of the README goes as it is written there")
  func readme() throws {
    let path = Program.repository + "/README.md"
    let text = try String(contentsOfFile: path, encoding: .utf8)
    let parts = text.components(separatedBy: "```")
    try #require(parts.count > 2)
    let block = parts[1].split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    let start = try #require(block.firstIndex(of: "$ Tools/run --demo"), "\(block)")

    let household = try Household(demo: false)
    let terminal = try household.open(["--demo"], columns: 80, rows: 24)
    terminal.seePrompt()
    let typed = block.compactMap { $0.wholeMatch(of: /compass[^>]*> (.+)/)?.1 }
    try #require(typed.count > 4)
    for line in typed { terminal.enter(String(line)) }
    // The screen ends with a new prompt, which the README does not show, so its line is left out.
    let replayed = block[...start] + terminal.screen.lines().dropLast()
    let whole = ([parts[0], replayed.joined(separator: "\n") + "\n"] + parts[2...])
      .joined(separator: "```")
    let mismatch = GoldenFile(path: path).mismatch(with: whole)
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }
}

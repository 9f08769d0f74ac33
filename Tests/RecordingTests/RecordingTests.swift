import Basics
import CivilTime
import JSON
import Recording
import Testing

@Suite("A recording as a file")
struct RecordingTests {
  private let beginning: Recording.Beginning
  private let recording: Recording

  init() throws {
    let at = try #require(Instant("2026-02-10T12:00:00Z"))
    beginning = Recording.Beginning(
      version: "0.1.0", at: at, zone: "America/New_York", seed: .max, profile: "u1", columns: 80,
      lines: 24, isRaw: false)
    recording = Recording(
      beginning,
      rows: [
        .init(table: "schools", values: ["id": "x", "name": "line\nbreak \u{1B}[31m", "n": 1.5])
      ],
      inputs: [
        .init(at: at, .line("tasks")), .init(at: at, .answer("")), .init(at: at, .secret),
        .init(at: at, .interrupted), .init(at: at, .line("a \"quoted\" \\ line")),
        .init(at: at, .ended),
      ])
  }

  private var text: String {
    let lines =
      [Recording.line(recording.beginning)] + recording.rows.map { Recording.line($0) }
      + recording.inputs.map { Recording.line($0) }
    return lines.map { $0.text + "\n" }.joined()
  }

  @Test("What is written is read back, and no line of it steers a terminal")
  func roundTrip() throws {
    #expect(try Recording(text) == recording)
    #expect(!text.contains("\u{1B}"))
  }

  @Test("A recording that a crash cut short ends before the cut")
  func cutShort() throws {
    let cut = String(text.dropLast(9))
    #expect(try Recording(cut).inputs == Array(recording.inputs.dropLast()))
  }

  @Test(
    "What is no recording is refused in words",
    arguments: [
      "", "\n", "{}", "{\"recording\":2}", "SQLite format 3\0", "[1,2,3]\n{}",
      "{\"recording\":1,\"at\":\"never\",\"zone\":\"UTC\",\"seed\":\"1\"}",
    ])
  func refused(_ text: String) {
    let problem = #expect(throws: Problem.self) { try Recording(text) }
    #expect(problem?.title.contains("no recording") == true)
  }

  @Test("A window that no terminal has is made one", arguments: [-5, 0, 9, 10, 1_000, Int.max])
  func windows(_ size: Int) throws {
    let strange = text.replacing("\"columns\":80", with: "\"columns\":\(size)")
    #expect(try Recording(strange).beginning.columns == min(max(size, 10), 1_000))
  }

  @Test("A line in its middle that is nothing of it is refused")
  func strangeLine() throws {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    lines[2] = "{\"sql\":\"DROP TABLE schools\"}"
    #expect(throws: Problem.self) { try Recording(lines.joined(separator: "\n")) }
  }

  @Test("Numbers from a beginning are the same again, and differ among each other")
  func numbers() {
    let (one, two) = (SeededNumbers(seed: 5), SeededNumbers(seed: 5))
    let first = (0..<1_000).map { _ in one.next() }
    #expect(first == (0..<1_000).map { _ in two.next() })
    #expect(Set(first).count == 1_000)
    #expect(SeededNumbers(seed: 6).next() != first[0])
  }
}

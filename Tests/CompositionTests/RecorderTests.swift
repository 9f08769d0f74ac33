import CivilTime
import FeatureKit
import Foundation
import Glibc
import LineEditing
import Recording
import Testing

@testable import Composition
@testable import ShellHost

@Suite("The file of a recording")
struct RecorderTests {
  private static let typed = TypedWords(Compass.boxes)
  private static let noon = Instant(seconds: 1_800_000_000)
  private static let beginning = Recording.Beginning(
    version: "0.2.0", at: noon, zone: "UTC", seed: 1, profile: nil, columns: nil, lines: nil,
    isRaw: false)

  private let place: Place

  init() throws { place = try Place() }

  private func recorder(isRaw: Bool = false) throws -> Recorder {
    try Recorder(
      place.path + "/fault.txt",
      words: isRaw ? nil : Pseudonyms(commandWords: Compass.words, seed: 7), typed: Self.typed)
  }

  private func note(_ reading: Reading, _ purpose: TypedInput.Purpose, in recorder: Recorder) {
    recorder.note(TypedInput(purpose: purpose, reading: reading), at: Self.noon)
  }

  @Test("Only its owner can read a recording, and a recording that fails at once leaves none")
  func file() throws {
    let recorder = try recorder()
    try recorder.begin(Self.beginning, nil)
    #expect(place.mode("fault.txt") == 0o600)
    #expect(try Recording(try place.text("fault.txt")).beginning == Self.beginning)
    recorder.abandon()
    #expect(try place.names() == [])
  }

  @Test(
    "A name that is taken is refused, and what is there stays as it is",
    arguments: ["a file", "a link", "a link to nothing", "a folder"])
  func taken(kind: String) throws {
    let manager = FileManager.default
    let path = place.path + "/fault.txt"
    switch kind {
    case "a file": try place.write("mine", to: "fault.txt")
    case "a folder": try place.makeFolder("fault.txt")
    default:
      if kind == "a link" { try place.write("mine", to: "target") }
      try manager.createSymbolicLink(
        atPath: path, withDestinationPath: place.path + "/target")
    }
    let before = try place.names()
    let problem = #expect(throws: Problem.self) { try recorder() }
    #expect(problem?.cause == .usage)
    #expect(try place.names() == before)
    if kind == "a file" || kind == "a link" { #expect(try place.text("fault.txt") == "mine") }
  }

  @Test("A folder that is not there is said, with the name of the file")
  func noFolder() {
    let path = place.path + "/none/fault.txt"
    let problem = #expect(throws: Problem.self) {
      try Recorder(path, words: nil, typed: Self.typed)
    }
    #expect(problem?.cause == .failed)
    #expect(problem?.details == [path])
  }

  @Test("A secret is noted without its text, also in a raw recording", arguments: [true, false])
  func secrets(isRaw: Bool) throws {
    let recorder = try recorder(isRaw: isRaw)
    try recorder.begin(Self.beginning, nil)
    note(.line("Lantern 77 Harbor"), .secret, in: recorder)
    note(.interrupted, .secret, in: recorder)
    note(.endOfInput, .secret, in: recorder)
    try recorder.finish()
    let text = try place.text("fault.txt")
    for word in ["Lantern", "77", "Harbor"] { #expect(!text.contains(word), "\(text)") }
    #expect(
      try Recording(text).inputs.map(\.kind) == [.secret, .interrupted, .ended])
  }

  @Test("Each input is in the file before the program acts on it")
  func atOnce() throws {
    let recorder = try recorder(isRaw: true)
    try recorder.begin(Self.beginning, nil)
    for count in 1...3 {
      note(.line("tasks list"), .line, in: recorder)
      #expect(try Recording(try place.text("fault.txt")).inputs.count == count)
    }
  }

  @Test("A typed line is one line of the file, whatever is in it")
  func hostileLine() throws {
    let line = "tasks \n{\"at\":1}\u{1B}[31m\u{2028}\r\"\\"
    let recorder = try recorder(isRaw: true)
    try recorder.begin(Self.beginning, nil)
    note(.line(line), .line, in: recorder)
    note(.line(line), .answer(.text), in: recorder)
    let text = try place.text("fault.txt")
    #expect(!text.contains("\u{1B}"))
    #expect(try Recording(text).inputs.map(\.kind) == [.line(line), .answer(line)])
  }

  // MARK: What may not come out

  @Test(
    "No word of a person is in a typed line, wherever the person wrote it",
    arguments: [
      ("schools add \"Ohio Log College\" --notes \"Dana hates Troy\"", "schools add"),
      ("schools add Quillfeather --notes=\"Dana hates Troy\"", "schools add"),
      ("schools edit s3 --notes 'Quillfeather'", "schools edit s3"),
      ("Quillfeather", ""), ("quillfeather add Dana", ""), ("\"Dana Troy", ""),
      ("account sign-in Quillfeather Dana", "account"), ("find Quillfeather", "find"),
      ("schools ad Quillfeather Dana", "schools"), ("QUILLFEATHER DANA hates", ""),
      ("--notes Quillfeather", ""), ("schools add --notes", "schools add --notes"),
      ("tasks complete Quillfeather, Dana", "tasks complete"),
      ("coaches add Dana Quillfeather troy head 614-555-0134", "coaches add"),
    ])
  func line(_ line: String, beginning: String) {
    var pseudonyms = Pseudonyms(commandWords: Compass.words, seed: 7)
    let replaced = Self.typed.line(line, &pseudonyms)
    for word in ["quillfeather", "dana", "hates", "troy", "614", "0134"] {
      #expect(!replaced.lowercased().contains(word), "\(replaced)")
    }
    #expect(replaced.hasPrefix(beginning), "\(replaced)")
  }

  @Test(
    "No word of a person is in an answer, and a command that was typed there stays one",
    arguments: [
      ("Quillfeather", .text, ""), ("Ohio Log College", .text, ""), ("", .text, ""),
      ("Quillfeather, s4", .records([]), ""), ("Quillfeather", .word, ""),
      ("schools add Quillfeather", .text, "schools add "),
      ("schools add Quillfeather", .word, "schools add "),
    ] as [(String, Prompt.Wanted, String)])
  func answer(_ text: String, to wanted: Prompt.Wanted, beginning: String) {
    var pseudonyms = Pseudonyms(commandWords: Compass.words, seed: 7)
    let replaced = Self.typed.answer(text, to: wanted, &pseudonyms)
    for word in ["quillfeather", "ohio", "college"] {
      #expect(!replaced.lowercased().contains(word), "\(replaced)")
    }
    #expect(replaced.hasPrefix(beginning) && replaced.isEmpty == text.isEmpty, "\(replaced)")
  }

  // MARK: The folder of a replay

  @Test("The folder of a replay is its owner's, and is gone with the replay")
  func replayFolder() throws {
    var folder: ReplayFolder? = try ReplayFolder(in: place.path)
    let path = try #require(folder?.path)
    let name = try #require(path.split(separator: "/").last.map(String.init))
    #expect(place.mode(name) == 0o700)
    #expect(try place.names(in: name) == ["lock"])
    try place.makeFolder(name + "/backups/more")
    try place.write("mine", to: "target")
    try FileManager.default.createSymbolicLink(
      atPath: path + "/backups/link", withDestinationPath: place.path)
    withExtendedLifetime(folder) {}
    folder = nil
    #expect(try place.names() == ["target"])
  }

  @Test("A replay removes the folder of a killed replay, and nothing else")
  func sweep() throws {
    for name in ["compass-replay-gone/data", "compass-replay-held", "elsewhere"] {
      try place.makeFolder(name)
    }
    try place.makeFolder("compass-replay-other")
    for name in ["compass-replay-gone", "compass-replay-held", "elsewhere"] {
      try place.write("", to: name + "/lock")
    }
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/compass-replay-link", withDestinationPath: place.path + "/elsewhere")
    try FileManager.default.createSymbolicLink(
      atPath: place.path + "/compass-replay-gone/link",
      withDestinationPath: place.path + "/elsewhere")
    let held = open(place.path + "/compass-replay-held/lock", O_RDWR | O_CLOEXEC)
    #expect(flock(held, LOCK_EX | LOCK_NB) == 0)
    defer { close(held) }
    _ = try ReplayFolder(in: place.path)
    #expect(
      try place.names() == [
        "compass-replay-held", "compass-replay-link", "compass-replay-other", "elsewhere",
      ])
    #expect(try place.names(in: "elsewhere") == ["lock"])
  }

  @Test("Replays that begin at the same time leave each other their folders")
  func atTheSameTime() async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<200 {
            let folder = try ReplayFolder(in: place.path)
            withExtendedLifetime(folder) {
              #expect(access(folder.path + "/lock", F_OK) == 0)
            }
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try place.names() == [])
  }
}

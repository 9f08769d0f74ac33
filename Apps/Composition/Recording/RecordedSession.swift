import Auth
import CivilTime
import Conversation
import Domain
import FeatureKit
import Glibc
import LineEditing
import Recording
import SQLBackend
import ShellHost
import Synchronization

/// Records a session at the prompt, and replays such a recording.
///
/// Both run the usual program with two differences: the clock moves only when an input comes, and
/// the ids of new records are computed from a seed in the recording. The replay therefore has the
/// same times and makes the same ids.
struct RecordedSession {
  let options: GlobalOptions
  let console: Console

  init(_ options: GlobalOptions, _ console: Console) {
    self.options = options
    self.console = console
  }

  func record(_ draft: CommandDraft) async throws(Problem) -> ExitCode {
    let seed = try Machine.random()
    let clock = MovingClock(options.now ?? Machine.now())
    let file = try FamilyFile(
      options, environment: console.environment, clock: clock.clock, ids: .seeded(seed))
    defer { file.close() }
    let program = Program(file, .onDevice(profile: options.profile, zone: options.zone))
    let isRaw = !draft.given["raw"].isEmpty
    if isRaw { try await requireWholeFile(program) }
    let size = console.isInteractive ? console.size() : nil
    let beginning = Recording.Beginning(
      version: Compass.version, at: clock.now, zone: program.zone.zone.name, seed: seed,
      profile: try await handle(in: program), columns: size?.columns, lines: size?.rows,
      keepsGoing: options.keepsGoing, isRaw: isRaw)
    let path = DataFolder.whole(
      try program.paths.path(for: draft.given["file"].last?.text ?? "", .writing))
    let recorder = try Recorder(
      path,
      words: isRaw
        ? nil
        : Pseudonyms(
          commandWords: Compass.words, ownWords: RecordedRows.ownWords, seed: try Machine.random()),
      typed: TypedWords(Compass.boxes))
    do {
      try recorder.begin(beginning, try program.folder.hasFile() ? file.data : nil)
    } catch {
      recorder.abandon()
      throw error
    }
    say("Recording to \(path).")
    let noted = console.noting { input in
      if options.now == nil { clock.move(to: Machine.now()) }
      recorder.note(input, at: clock.now)
    }
    let end = await Shell.read(options, program.services, noted)
    try recorder.finish()
    say("The recording is in \(path). Look through it before you give it to another person.")
    switch end {
    case .left(let code): return code
    case .moves(let folder):
      throw Problem(
        .usage, "The made-up family lies in a folder of its own, where nothing is recorded yet.",
        fix: "Record there:  compass-shell --data \(CommandText.quoted(folder)) record FILE")
    }
  }

  func replay(_ draft: CommandDraft) async throws(Problem) -> ExitCode {
    let name = draft.given["file"].last?.text ?? ""
    let recording = try Recording(
      String(decoding: try console.files.read(name), as: UTF8.self))
    let beginning = recording.beginning
    let folder = try ReplayFolder()
    let clock = MovingClock(beginning.at)
    var options = self.options
    options.dataFolder = folder.path
    options.keepsGoing = beginning.keepsGoing
    do {
      options.zone = try Zone.named(beginning.zone)
    } catch {
      throw Problem(.failed, "This computer does not know the zone \(beginning.zone).")
    }
    let file = try FamilyFile(
      options, environment: console.environment, clock: clock.clock,
      ids: .seeded(beginning.seed))
    defer { file.close() }
    try file.data.fill(with: recording.rows)
    let program = Program(file, .recorded(profile: beginning.profile, zone: options.zone))
    var services = program.services
    services.historyFile = nil
    let typist = Typist(recording.inputs, clock)
    let size = beginning.columns.map {
      Terminal.Size(columns: $0, rows: beginning.lines ?? Self.usualRows)
    }
    say(
      "Replaying what was typed on \(day(of: beginning, options)), in a folder of its own."
    )
    let end = await Shell.read(options, services, console.typed(size: size) { typist.type($0) })
    say("Replayed.")
    return if case .left(let code) = end { code } else { .done }
  }

  private static let usualRows = 24

  private func day(of beginning: Recording.Beginning, _ options: GlobalOptions) -> CalendarDay {
    (options.zone ?? .utc).day(of: beginning.at)
  }

  private func say(_ text: String) { try? console.write(Array((text + "\n").utf8), .errors) }

  /// Throws unless all people in the file have agreed to a copy of it.
  ///
  /// A recording with `--raw` needs this agreement because it contains the private words of
  /// everyone in the file (domain.md 3).
  private func requireWholeFile(_ program: Program) async throws(Problem) {
    let others = try await program.archive.guards(.takeAlong)
    guard others.isEmpty else {
      throw Problem(
        .refused, "\(others.map(\.title).inSentence()) has to agree to that.",
        details: ["With --raw the recording holds what is private to everybody in the file."],
        fix: "Leave out --raw: then other words stand in the place of everybody's own.")
    }
  }

  /// Returns the handle (such as `p1`) of the signed-in person; nil if no person is signed in. The
  /// replay begins with this person.
  private func handle(in program: Program) async throws(Problem) -> String? {
    guard try program.folder.hasFile() else { return nil }
    let person: RecordID?
    do throws(Problem) {
      person = try await program.signedIn.current()
    } catch {
      guard error.cause == .signInNeeded || error.cause == .sessionExpired else { throw error }
      return nil
    }
    return try await program.backend.credentials.profiles().first { $0.id == person }?.handle
  }
}

/// The clock of a recorded or replayed session. It moves only when an input comes, so that the
/// recording and the replay have the same times.
final class MovingClock: Sendable {
  private let moment: Mutex<Instant>

  init(_ start: Instant) { moment = Mutex(start) }

  var now: Instant { moment.withLock { $0 } }
  var clock: WallClock { Machine.clock { self.now } }

  func move(to now: Instant) { moment.withLock { $0 = now } }
}

extension IDSource {
  /// Returns a source that makes the same sequence of ids for the same seed.
  fileprivate static func seeded(_ seed: UInt64) -> IDSource {
    let numbers = SeededNumbers(seed: seed)
    return IDSource { .version4(high: numbers.next(), low: numbers.next()) }
  }
}

/// Answers the questions of a replayed session with the recorded inputs, in their order.
private final class Typist: Sendable {
  private let inputs: Mutex<ArraySlice<Recording.Input>>
  private let clock: MovingClock

  init(_ inputs: [Recording.Input], _ clock: MovingClock) {
    self.inputs = Mutex(inputs[...])
    self.clock = clock
  }

  func type(_ purpose: TypedInput.Purpose) -> Reading {
    let next = inputs.withLock { inputs in
      // The replay's data file contains no passphrases, so a command may not ask for a passphrase
      // as it did in the recorded session. The recorded answer to that question is then skipped.
      if purpose != .secret { while inputs.first?.kind == .secret { inputs.removeFirst() } }
      return inputs.popFirst()
    }
    guard let next else { return .endOfInput }
    clock.move(to: next.at)
    return switch next.kind {
    case .line(let text), .answer(let text): .line(text)
    case .secret: .line(Self.passphrase)
    case .interrupted: .interrupted
    case .ended: .endOfInput
    }
  }

  /// The replay's answer to each question for a passphrase. A recording does not contain the
  /// original passphrase.
  private static let passphrase = "Lantern 77 Harbor"
}

extension Compass {
  /// All words of commands in every feature, and of the lists that come with the program, such as
  /// the measures. A recording leaves them unchanged when it replaces people's own words.
  package static var words: Set<String> {
    var words = Set(HostCommand.words).union(NamedState.allLetters).union(ListedTexts.ofSports)
      .union(beforeExtensions)
    for setting in Setting.allCases { words.formUnion([setting.rawValue] + setting.choices) }
    for box in boxes {
      words.formUnion(box.manifest.nouns.flatMap(\.words))
      for command in box.commands {
        words.formUnion([command.noun, command.verb])
        for parameter in command.parameters {
          words.formUnion([parameter.name] + parameter.otherNames + parameter.lastWords)
          if case .words(let choices) = parameter.completion { words.formUnion(choices) }
        }
      }
    }
    return words
  }

  /// The words before the extension of a phone number, such as `ext 12`. They say nothing about a
  /// person, so a recording leaves them unchanged.
  private static let beforeExtensions: Set = ["ext", "extension"]
}

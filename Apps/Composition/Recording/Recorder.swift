import CivilTime
import Domain
import FeatureKit
import Glibc
import JSON
import LineEditing
import Persistence
import Recording
import SQLBackend
import SQLite
import ShellHost
import Synchronization

/// Writes the recording of a session. Each input is written before the program acts on it, so that
/// a recording of a crash includes the input that caused it.
final class Recorder: Sendable {
  private struct State {
    var descriptor: Int32
    /// Replaces people's own words by made-up ones; nil for a recording with the option `--raw`,
    /// which contains the original words.
    var words: Pseudonyms?
    /// The first problem with writing the recording; nil if everything has been written.
    var failure: Problem?
  }

  private let state: Mutex<State>
  private let path: String
  private let typed: TypedWords

  /// Creates the recording's file.
  ///
  /// - Parameter path: the path of a file that does not exist yet.
  init(_ path: String, words: Pseudonyms?, typed: TypedWords) throws(Problem) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_APPEND, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw Self.failure(path) }
      throw Problem(
        .usage, "There is a file of that name already.",
        fix: "A recording is a new file: give another name.")
    }
    self.path = path
    self.typed = typed
    state = Mutex(State(descriptor: descriptor, words: words))
  }

  deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

  /// Writes the header of the recording, and the rows of the data file if there is one.
  func begin(_ beginning: Recording.Beginning, _ file: DataFile?) throws(Problem) {
    try write(Recording.line(beginning))
    guard let file else { return }
    do {
      try state.withLock { state in
        var lines: [UInt8] = []
        var words = state.words
        let isRaw = words == nil
        let replacing: (String, RecordedText) -> String = { text, use in
          switch use {
          case .name: words?.text(text, isName: true) ?? text
          case .text: words?.text(text) ?? text
          case .own: words?.own(text) ?? text
          }
        }
        try RecordedRows(of: file).read(isRaw ? nil : replacing) { table, values in
          lines += Recording.line(Recording.Row(table: table, values: values)).text.utf8
          lines.append(UInt8(ascii: "\n"))
        }
        state.words = words
        try Self.write(lines, to: state.descriptor, path)
      }
    } catch let problem as Problem {
      throw problem
    } catch {
      throw Problem(
        .failed, "The data could not be read for the recording.", fix: "Look at them:  doctor")
    }
  }

  func note(_ input: TypedInput, at now: Instant) {
    state.withLock { state in
      let kind: Recording.Input.Kind =
        switch (input.reading, input.purpose) {
        case (.interrupted, _): .interrupted
        case (.endOfInput, _): .ended
        case (.line, .secret): .secret
        case (.line(let text), .line): .line(replaced(text, &state) { typed.line($0, &$1) })
        case (.line(let text), .answer(let wanted)):
          .answer(replaced(text, &state) { typed.answer($0, to: wanted, &$1) })
        }
      guard state.failure == nil else { return }
      do throws(Problem) {
        let line = Recording.line(Recording.Input(at: now, kind)).text + "\n"
        try Self.write(Array(line.utf8), to: state.descriptor, path)
      } catch {
        state.failure = error
      }
    }
  }

  private func replaced(
    _ text: String, _ state: inout State, _ replace: (String, inout Pseudonyms) -> String
  ) -> String {
    guard var words = state.words else { return text }
    defer { state.words = words }
    return replace(text, &words)
  }

  /// Throws if a part of the recording could not be written.
  func finish() throws(Problem) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Deletes the file of a recording whose beginning could not be written.
  func abandon() { unlink(path) }

  private func write(_ line: JSONValue) throws(Problem) {
    let descriptor = state.withLock { $0.descriptor }
    try Self.write(Array((line.text + "\n").utf8), to: descriptor, path)
  }

  private static func write(
    _ bytes: [UInt8], to descriptor: Int32, _ path: String
  ) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw failure(path) }
      rest = rest.dropFirst(count)
    }
  }

  private static func failure(_ path: String) -> Problem {
    Problem(
      .failed, "The recording could not be written: \(String(cString: strerror(errno))).",
      details: [path], fix: "Give another name, or make room there.")
  }
}

/// A new temporary folder for a replay, which is deleted with this object. A folder that a crashed
/// replay left behind is deleted by the next replay.
final class ReplayFolder {
  let path: String
  /// The descriptor of a file lock, which shows other replays that the folder is in use. The kernel
  /// releases the lock however the process ends.
  private let lock: Int32

  private static let beginning = "compass-replay-"
  private static let lockName = "lock"

  private static var usualPlace: String {
    getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
  }

  /// - Parameter place: the folder in which the folder of the replay is made; nil for the machine's
  ///   folder of temporary files.
  init(in place: String? = nil) throws(Problem) {
    let place = place ?? Self.usualPlace
    Self.sweep(place)
    var template = Array("\(place)/\(Self.beginning)XXXXXX".utf8CString)
    let made = template.withUnsafeMutableBufferPointer { template in
      template.baseAddress.flatMap { mkdtemp($0) }.map { String(cString: $0) }
    }
    guard let made else {
      throw Problem(
        .failed, "No folder for the replay could be made in \(place).",
        fix: "Name another place in TMPDIR.")
    }
    path = made
    // The lock file gets its name when its lock is held. Otherwise another replay that begins at
    // this moment could find the lock free, and remove the folder.
    let draft = "\(made)/\(Self.lockName).new"
    lock = open(draft, O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    flock(lock, LOCK_EX | LOCK_NB)
    rename(draft, "\(made)/\(Self.lockName)")
  }

  deinit {
    Self.remove(path)
    if lock >= 0 { close(lock) }
  }

  private static func sweep(_ place: String) {
    for name in SystemFile.names(in: place) where name.hasPrefix(beginning) {
      let path = "\(place)/\(name)"
      var facts = stat()
      guard lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR, facts.st_uid == geteuid()
      else { continue }
      // A folder without a lock file belongs to another program, or to a replay that is just
      // creating it. It is not removed.
      let lock = open("\(path)/\(lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      close(lock)
    }
  }

  private static func remove(_ path: String) {
    var facts = stat()
    // A symbolic link is removed without its target. A real folder has to be emptied first, because
    // only an empty folder can be removed.
    if lstat(path, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR {
      for name in SystemFile.names(in: path) { remove("\(path)/\(name)") }
    }
    Glibc.remove(path)
  }
}

extension DataFile {
  func fill(with rows: [Recording.Row]) throws(Problem) {
    do {
      try RecordedRows(of: self).write(rows.lazy.map { ($0.table, $0.values) })
    } catch {
      throw Problem(
        .failed, "The rows of the recording do not fit together.",
        fix: "Was the file changed? A recording is replayed as it was written.")
    }
  }
}

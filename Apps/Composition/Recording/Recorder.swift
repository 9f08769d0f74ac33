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

/// Writes a recording line by line. Input is written before the program acts on it, so that a recording includes the input of a crash.
final class Recorder: Sendable {
  private struct State {
    var descriptor: Int32
    /// The replacement words for what people typed; if nil, their own words are recorded.
    var words: Pseudonyms?
    /// The reason why a part of the recording could not be written; nil if everything was written.
    var failure: Problem?
  }

  private let state: Mutex<State>
  private let path: String

  /// - Parameter path: a file that does not exist yet.
  init(_ path: String, words: Pseudonyms?) throws(Problem) {
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC | O_APPEND, 0o600)
    guard descriptor >= 0 else {
      guard errno == EEXIST else { throw Self.failure(path) }
      throw Problem(
        .usage, "There is a file of that name already.",
        fix: "A recording is a new file: give another name.")
    }
    self.path = path
    state = Mutex(State(descriptor: descriptor, words: words))
  }

  deinit { state.withLock { if $0.descriptor >= 0 { close($0.descriptor) } } }

  /// Writes the header and, if there is a file, its content.
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
        case (.line(let text), .line): .line(state.words?.line(text) ?? text)
        case (.line(let text), .answer): .answer(state.words?.line(text) ?? text)
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

  /// Throws if an input could not be written.
  func finish() throws(Problem) {
    if let failure = state.withLock({ $0.failure }) { throw failure }
  }

  /// Deletes a recording that never started.
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

/// A new folder for a replay, which is deleted together with the replay. A folder that a crashed
/// replay left behind is deleted by the next replay.
final class ReplayFolder {
  let path: String
  /// The descriptor of a lock that is held while the folder is in use. The kernel releases the lock
  /// however the process ends.
  private let lock: Int32

  private static let beginning = "compass-replay-"
  private static let lockName = "lock"

  init() throws(Problem) {
    let place = getenv("TMPDIR").map { String(cString: $0) } ?? "/tmp"
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
    lock = open("\(made)/\(Self.lockName)", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
    flock(lock, LOCK_EX | LOCK_NB)
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
      // A folder without a lock was just created, or belongs to another program.
      let lock = open("\(path)/\(lockName)", O_RDWR | O_CLOEXEC | O_NOFOLLOW)
      guard lock >= 0 else { continue }
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { remove(path) }
      close(lock)
    }
  }

  private static func remove(_ path: String) {
    var facts = stat()
    // A symbolic link is removed, and never followed.
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

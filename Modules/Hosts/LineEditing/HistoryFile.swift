import Basics
import Glibc

/// The file that stores the lines typed at earlier prompts, newest last; only its owner can read it
/// (0600).
///
/// Several shells may append at once, so each locks the file while it writes. If another shell has
/// replaced the file meanwhile, the file is opened again: otherwise the line would be written into
/// the removed file and be lost.
package struct HistoryFile: Equatable, Sendable {
  package static let usualLimit = 2000
  /// The largest number of bytes of a stored line. A longer line is pasted text, which a person
  /// does not search for in the history.
  static let longestLine = 4096

  private let path: String
  private let limit: Int

  package init(path: String, limit: Int = HistoryFile.usualLimit) {
    self.path = path
    self.limit = limit
  }

  /// Returns the newest lines; empty if the file does not exist.
  ///
  /// Damaged lines, such as bytes that are not UTF-8, are skipped.
  package func lines() throws(LineEditingFailure) -> [String] {
    try requireOwnFile()
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else {
      if errno == ENOENT { return [] }
      throw .historyNotRead(path: path, code: errno)
    }
    defer { close(descriptor) }
    guard let bytes = contents(of: descriptor) else {
      throw .historyNotRead(path: path, code: errno)
    }
    return Array(Self.lines(in: bytes).suffix(limit))
  }

  /// Appends a line. If the file has reached its largest number of lines, the oldest are dropped.
  package func append(_ line: String) throws(LineEditingFailure) {
    try requireOwnFile()
    let descriptor = try openLocked()
    defer { close(descriptor) }
    guard let bytes = contents(of: descriptor) else { throw notKept(errno) }
    let kept = Self.lines(in: bytes)
    if kept.count >= limit {
      try replace(with: kept.suffix(limit - 1) + [line])
    } else {
      // If a full disk cut an earlier write short, the last line has no line break. Without one,
      // the new line would be joined to it.
      let start = bytes.isEmpty || bytes.last == 0x0A ? "" : "\n"
      try write(start + line + "\n", to: descriptor)
    }
  }

  /// Returns the line in the form in which the history stores it; nil if the history leaves it out.
  ///
  /// The history leaves out a line that begins with a space, is blank, is longer than `longestLine`
  /// or repeats the previous line. It also leaves out a line with control characters, which a
  /// terminal would obey when it shows the line again.
  static func worthKeeping(_ line: String, after newest: String?) -> String? {
    guard line.first != " ", line.utf8.count <= longestLine else { return nil }
    var kept = line[...]
    while let last = kept.last, last.isWhitespace { kept = kept.dropLast() }
    guard !kept.isEmpty, kept != newest ?? "" else { return nil }
    let text = String(kept)
    return VisibleText(text).text == text ? text : nil
  }
}

extension HistoryFile {
  private static func lines(in bytes: [UInt8]) -> [String] {
    bytes.split(separator: 0x0A).compactMap { line in
      String(validating: line, as: UTF8.self).flatMap { worthKeeping($0, after: nil) }
    }
  }

  /// Throws if the path exists and is not a regular file with a single name.
  ///
  /// A link may lead to the database in the same folder. Closing a descriptor of the database would
  /// drop the locks that SQLite holds in this process (POSIX), and a line written into the database
  /// would destroy it.
  private func requireOwnFile() throws(LineEditingFailure) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink <= 1 else {
      throw .historyIsLink(path: path)
    }
  }

  /// Opens the file, creates it if needed, and locks it. The lock lasts until the returned
  /// descriptor is closed.
  private func openLocked() throws(LineEditingFailure) -> Int32 {
    while true {
      let descriptor = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else { throw notKept(errno) }
      var locked = stat()
      var named = stat()
      guard flock(descriptor, LOCK_EX) == 0, fstat(descriptor, &locked) == 0 else {
        let code = errno
        close(descriptor)
        throw notKept(code)
      }
      if stat(path, &named) == 0, named.st_ino == locked.st_ino, named.st_dev == locked.st_dev {
        if locked.st_mode & 0o077 != 0 { fchmod(descriptor, 0o600) }
        return descriptor
      }
      close(descriptor)
    }
  }

  /// Writes the lines into a new file, and renames it so that it replaces the history.
  ///
  /// A process that waits for the lock of the old file notices the replacement and opens the new
  /// file.
  private func replace(with lines: [String]) throws(LineEditingFailure) {
    let draft = "\(path).\(getpid()).new"
    let descriptor = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw notKept(errno) }
    defer { close(descriptor) }
    do {
      try write(lines.map { $0 + "\n" }.joined(), to: descriptor)
    } catch {
      unlink(draft)
      throw error
    }
    guard rename(draft, path) == 0 else {
      let code = errno
      unlink(draft)
      throw notKept(code)
    }
  }

  private func contents(of descriptor: Int32) -> [UInt8]? {
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { return nil }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  private func write(_ text: String, to descriptor: Int32) throws(LineEditingFailure) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw notKept(errno) }
      bytes = bytes.dropFirst(count)
    }
  }

  private func notKept(_ code: Int32) -> LineEditingFailure {
    .historyNotKept(path: path, code: code)
  }
}

import Basics
import Glibc

/// The lines typed at earlier prompts, newest last, in a file that only its owner can read (0600).
///
/// Several shells may append at once: each holds the file's lock while it writes. If another process replaced the file meanwhile, the file
/// is opened again, so that no line is lost.
package struct HistoryFile: Equatable, Sendable {
  package static let usualLimit = 2000
  /// A longer line is pasted text, which a person does not search for.
  static let longestLine = 4096

  private let path: String
  private let limit: Int

  package init(path: String, limit: Int = HistoryFile.usualLimit) {
    self.path = path
    self.limit = limit
  }

  /// The newest lines; empty without a file. Damaged lines are skipped.
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

  /// Appends a line as the newest.
  package func append(_ line: String) throws(LineEditingFailure) {
    try requireOwnFile()
    let descriptor = try openLocked()
    defer { close(descriptor) }
    guard let bytes = contents(of: descriptor) else { throw notKept(errno) }
    let kept = Self.lines(in: bytes)
    if kept.count >= limit {
      try replace(with: kept.suffix(limit - 1) + [line])
    } else {
      // A write that a full disk cut short left a line without its line break.
      let start = bytes.isEmpty || bytes.last == 0x0A ? "" : "\n"
      try write(start + line + "\n", to: descriptor)
    }
  }

  /// The line as it is stored; nil if it begins with a space, is blank, repeats the previous line, is very long, or holds control
  /// characters that a terminal would obey.
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

  /// Refuses a link, which may lead to the database in the same folder: opening and closing the database here would drop the locks of this
  /// process, and a line written into it would destroy it.
  private func requireOwnFile() throws(LineEditingFailure) {
    var facts = stat()
    guard lstat(path, &facts) == 0 else { return }
    guard facts.st_mode & S_IFMT == S_IFREG, facts.st_nlink <= 1 else {
      throw .historyIsLink(path: path)
    }
  }

  /// Opens the file, creates it if needed, and locks it until it is closed.
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

  /// Replaces the file with a shorter one; a process that waits for the old file's lock notices and opens the new one.
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

import Glibc

/// The file or descriptor from which a secret is read if it is not typed.
///
/// A secret is never a command-line argument, because other processes can read the arguments of a
/// process.
package enum SecretSource: Equatable, Sendable {
  case descriptor(Int32)
  case file(String)

  /// The largest number of bytes of a secret: more than any passphrase has, and few enough to
  /// refuse a file that was named by mistake.
  static let limit = 1024

  /// Returns the first line of the file or descriptor, without its line break.
  ///
  /// Throws if users other than the owner may access the file.
  package func read() throws(LineEditingFailure) -> String {
    switch self {
    case .descriptor(let descriptor):
      return try firstLine(of: descriptor, source: "descriptor \(descriptor)")
    case .file(let path):
      let descriptor = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
      guard descriptor >= 0 else { throw .secretNotRead(source: path, code: errno) }
      defer { close(descriptor) }
      try requirePrivate(descriptor, path)
      return try firstLine(of: descriptor, source: path)
    }
  }
}

extension SecretSource {
  private func requirePrivate(_ descriptor: Int32, _ path: String) throws(LineEditingFailure) {
    var status = stat()
    guard fstat(descriptor, &status) == 0 else { throw .secretNotRead(source: path, code: errno) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .secretNotAFile(path: path) }
    guard status.st_mode & 0o077 == 0 else {
      throw .secretNotPrivate(path: path, mode: status.st_mode & 0o777)
    }
  }

  private func firstLine(
    of descriptor: Int32, source: String
  ) throws(LineEditingFailure) -> String {
    var line: [UInt8] = []
    line.reserveCapacity(Self.limit + 2)
    defer { line.wipe() }
    var byte: UInt8 = 0
    // The line is read one byte at a time, because the bytes after it belong to the next reader of
    // the descriptor.
    while line.count <= Self.limit + 1 {
      let count = Glibc.read(descriptor, &byte, 1)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .secretNotRead(source: source, code: errno) }
      guard count == 1, byte != 0x0A else { break }
      line.append(byte)
    }
    if line.last == 0x0D { line.removeLast() }
    guard !line.isEmpty else { throw .secretEmpty(source: source) }
    guard line.count <= Self.limit else { throw .secretTooLong(source: source, limit: Self.limit) }
    guard let text = String(validating: line, as: UTF8.self) else {
      throw .secretNotText(source: source)
    }
    return text
  }
}

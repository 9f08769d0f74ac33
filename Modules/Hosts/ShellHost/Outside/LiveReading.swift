package import FeatureKit
import Glibc

extension FileReading {
  /// The files of this machine, but for those that the program itself keeps open: closing such a file would take away the
  /// locks that its database holds (POSIX).
  ///
  /// - Parameter own: the paths of those.
  package static func live(except own: [String], home: String?) -> FileReading {
    FileReading { path throws(Problem) in
      let reader = try FileReader(expanded(path, home: home), named: path, except: own)
      return OpenedFile { () throws(Problem) in try reader.next() }
    }
  }

  /// `~/list.csv` as a shell would have it; at our prompt nobody else does.
  private static func expanded(_ path: String, home: String?) -> String {
    guard path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }
}

/// An open file, read from front to back and closed at the end.
private final class FileReader {
  private let name: String
  private let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: 262_144)

  init(_ path: String, named name: String, except own: [String]) throws(Problem) {
    self.name = name
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw .file("`\(name)` could not be read", errno) }
    let isFile = facts.st_mode & S_IFMT == S_IFREG
    guard isFile, !own.contains(where: { Self.isSame($0, facts) }) else {
      throw Problem(
        .usage, "`\(name)` is \(isFile ? "the program's own file" : "not a file").",
        fix: "Give the name of a file with what is to be read.")
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file("`\(name)` could not be read", errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func next() throws(Problem) -> [UInt8] {
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .file("`\(name)` could not be read", errno) }
      return Array(chunk[..<count])
    }
  }

  private static func isSame(_ path: String, _ facts: stat) -> Bool {
    var own = stat()
    return stat(path, &own) == 0 && own.st_dev == facts.st_dev && own.st_ino == facts.st_ino
  }
}

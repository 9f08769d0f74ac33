package import FeatureKit
import Glibc

extension FileReading {
  /// Returns a service that reads the files of this machine for commands such as `import`, and
  /// refuses the program's own files.
  package static func live(_ paths: PathGuard) -> FileReading {
    FileReading { written throws(Problem) in
      let reader = try FileReader(try paths.path(for: written, .reading), named: written)
      return OpenedFile { () throws(Problem) in try reader.next() }
    }
  }
}

/// An open file that is read from start to end and then closed.
private final class FileReader {
  private let name: String
  private let descriptor: Int32
  private var chunk = [UInt8](repeating: 0, count: 262_144)

  init(_ path: String, named name: String) throws(Problem) {
    self.name = name
    var facts = stat()
    guard stat(path, &facts) == 0 else { throw .unread(name, errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw Problem(
        .usage, "`\(name)` is not a file.",
        fix: "Give the name of a file with what is to be read.")
    }
    descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .unread(name, errno) }
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
  }

  func next() throws(Problem) -> [UInt8] {
    while true {
      let count = read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unread(name, errno) }
      return Array(chunk[..<count])
    }
  }
}

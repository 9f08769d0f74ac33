import FeatureKit
import Glibc

/// A new file that is written under a temporary name and renamed when it is complete. Only its
/// owner can read it.
struct FileDraft: Sendable {
  private let path: String
  private let replaces: Bool
  private let temporary: String
  private let descriptor: Int32

  init(path: String, replaces: Bool) throws(Problem) {
    self.path = path
    self.replaces = replaces
    temporary = "\(path).\(getpid()).part"
    descriptor = open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .unwritten(path, errno) }
  }

  var asDraft: Files.Draft {
    Files.Draft(
      write: { bytes throws(Problem) in try Descriptor.write(bytes, to: descriptor, named: path) },
      finish: { () throws(Problem) in try finish() },
      abandon: {
        close(descriptor)
        unlink(temporary)
      })
  }

  private func finish() throws(Problem) {
    guard fsync(descriptor) == 0 else { throw .unwritten(path, errno) }
    guard place() else {
      if errno == EEXIST { throw .exists(path) }
      throw .unwritten(path, errno)
    }
    close(descriptor)
  }

  /// Gives the complete file its final name. If no existing file may be replaced, the function
  /// calls `link` instead of `rename`, because `link` fails if the name already exists.
  private func place() -> Bool {
    if replaces { return rename(temporary, path) == 0 }
    if link(temporary, path) == 0 { return unlink(temporary) == 0 }
    let knowsNoLinks = errno == EPERM || errno == ENOTSUP
    return knowsNoLinks && access(path, F_OK) != 0 && rename(temporary, path) == 0
  }
}

/// A pipe or a device to which the file of a command is written, as with `--out /dev/stdout`. A new
/// file cannot take its place, so the bytes are written to it directly.
struct OpenStream: Sendable {
  private let path: String
  private let descriptor: Int32

  init(_ path: String) throws(Problem) {
    self.path = path
    descriptor = open(path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
    guard descriptor >= 0 else { throw .unwritten(path, errno) }
  }

  var asDraft: Files.Draft {
    Files.Draft(
      write: { bytes throws(Problem) in try Descriptor.write(bytes, to: descriptor, named: path) },
      finish: { close(descriptor) },
      abandon: { close(descriptor) })
  }
}

private enum Descriptor {
  static func write(_ bytes: [UInt8], to descriptor: Int32, named name: String) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .unwritten(name, errno) }
      rest = rest.dropFirst(count)
    }
  }
}

extension Problem {
  static func folder(_ path: String) -> Problem {
    Problem(.usage, "`\(path)` is a folder.", fix: "Name a file in it:  --out \(path)/NAME")
  }

  static func exists(_ path: String) -> Problem {
    Problem(
      .usage, "`\(path)` exists already.", details: ["Nothing was written."],
      fix: "Choose another name with --out FILE, or add --yes to replace it.")
  }
}

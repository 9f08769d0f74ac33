import FeatureKit
import Glibc
import TerminalRendering

extension Files {
  /// The files of this machine.
  package static var live: Files {
    Files(
      read: { path throws(Problem) in try contents(of: path) },
      exists: { path in access(path, F_OK) == 0 },
      begin: { path, replaces throws(Problem) in
        try FileDraft(path: path, replaces: replaces).asDraft
      },
      open: { path throws(Problem) in try openOnDesktop(path) },
      names: { names(beginning: $0) })
  }

  private static func contents(of path: String) throws(Problem) -> [UInt8] {
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .file("`\(path)` could not be read", errno) }
    defer { close(descriptor) }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .file("`\(path)` could not be read", errno) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// `xdg-open` by its own search of the path, with the output kept out of ours; not waited for.
  private static func openOnDesktop(_ path: String) throws(Problem) {
    let full = path.hasPrefix("/") ? path : "./" + path
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(full), nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var process = pid_t()
    let code = posix_spawnp(&process, "xdg-open", &actions, nil, words, environ)
    guard code == 0 else {
      throw Problem(
        .failed, "`\(path)` was made, but there is nothing here to open it with.",
        fix: "Open it yourself, or:  sudo apt install xdg-utils")
    }
  }

  private static func names(beginning: String) -> [String] {
    let slash = beginning.lastIndex(of: "/")
    let folder = slash.map { String(beginning[...$0]) } ?? ""
    let start = slash.map { beginning[beginning.index(after: $0)...] } ?? beginning[...]
    guard let listing = opendir(folder.isEmpty ? "." : folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing), names.count < 500 {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      guard name.hasPrefix(start), start.hasPrefix(".") || !name.hasPrefix(".") else { continue }
      names.append(folder + name + (entry.pointee.d_type == UInt8(DT_DIR) ? "/" : ""))
    }
    return names.sorted()
  }
}

/// A file written beside its place and then renamed into it, readable by its owner alone.
private struct FileDraft: Sendable {
  let path: String
  let replaces: Bool
  let temporary: String
  let descriptor: Int32

  init(path: String, replaces: Bool) throws(Problem) {
    self.path = path
    self.replaces = replaces
    temporary = "\(path).\(getpid()).part"
    descriptor = Glibc.open(temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw .file("`\(path)` could not be written", errno) }
  }

  var asDraft: Files.Draft {
    Files.Draft(
      write: { bytes throws(Problem) in try write(bytes) },
      finish: { () throws(Problem) in try finish() },
      abandon: {
        close(descriptor)
        unlink(temporary)
      })
  }

  private func write(_ bytes: [UInt8]) throws(Problem) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw .file("`\(path)` could not be written", errno) }
      rest = rest.dropFirst(count)
    }
  }

  private func finish() throws(Problem) {
    guard fsync(descriptor) == 0 else { throw .file("`\(path)` could not be written", errno) }
    guard place() else {
      if errno == EEXIST { throw .exists(path) }
      throw .file("`\(path)` could not be written", errno)
    }
    close(descriptor)
  }
}

extension FileDraft {
  /// Without leave to replace, a file that appeared meanwhile is kept: a second name cannot be given to it.
  private func place() -> Bool {
    if replaces { return rename(temporary, path) == 0 }
    if link(temporary, path) == 0 { return unlink(temporary) == 0 }
    let knowsNoLinks = errno == EPERM || errno == ENOTSUP
    return knowsNoLinks && access(path, F_OK) != 0 && rename(temporary, path) == 0
  }
}

extension Problem {
  /// A failed call on a file, in the system's words.
  static func file(_ what: String, _ code: Int32) -> Problem {
    let cause: Cause =
      switch code {
      case ENOENT: .notFound
      case ENOSPC, EDQUOT: .storage(.full)
      case EROFS: .storage(.readOnly)
      default: .failed
      }
    return Problem(
      cause, "\(what): \(String(cString: strerror(code))).",
      fix: "Check the name, and that the folder is there and yours.")
  }

  static func exists(_ path: String) -> Problem {
    Problem(
      .usage, "`\(path)` exists already.", details: ["Nothing was written."],
      fix: "Choose another name with --out FILE, or add --yes to replace it.")
  }
}

import FeatureKit
import Glibc
import TerminalRendering

extension Files {
  /// The file system of this machine.
  package static var live: Files {
    Files(
      read: { path throws(Problem) in try contents(of: path) },
      exists: { path in Occupant(of: path) == .file },
      begin: { path, replaces throws(Problem) in
        switch Occupant(of: path) {
        case .folder: throw .folder(path)
        case nil, .file: try FileDraft(path: path, replaces: replaces).asDraft
        // A pipe or a device is not replaced by a new file that is renamed. The bytes are written
        // to it directly.
        case .stream: try OpenStream(path).asDraft
        }
      },
      open: { path throws(Problem) in try openOnDesktop(path) },
      names: { names(beginning: $0) })
  }

  /// The kind of file that already exists at the path of a new file.
  private enum Occupant {
    /// A file, a link to a file, or a link whose target does not exist.
    ///
    /// The new file replaces a link itself and not its target. Writing to the target could change a
    /// file elsewhere that another user of the computer has chosen.
    case file
    case folder, stream

    init?(of path: String) {
      guard let own = Self.kind(path, AT_SYMLINK_NOFOLLOW) else { return nil }
      switch own == S_IFLNK ? Self.kind(path, 0) : own {
      case S_IFDIR: self = .folder
      // A link such as `/dev/stdout` belongs to the system and must not be replaced by a file.
      case nil, S_IFREG: self = own == S_IFLNK && path.hasPrefix("/dev/") ? .stream : .file
      default: self = .stream
      }
    }

    private static func kind(_ path: String, _ flag: Int32) -> mode_t? {
      var facts = stat()
      return fstatat(AT_FDCWD, path, &facts, flag) == 0 ? facts.st_mode & S_IFMT : nil
    }
  }

  /// The largest number of bytes of a file that is read into memory as a whole. Scripts and
  /// recordings, which are read so, are smaller.
  private static let longest = 64 * 1024 * 1024

  private static func contents(of path: String) throws(Problem) -> [UInt8] {
    // Without `O_NONBLOCK`, opening a named pipe would wait until another program writes to it.
    let descriptor = Glibc.open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY)
    guard descriptor >= 0 else { throw .unread(path, errno) }
    defer { close(descriptor) }
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { throw .unread(path, errno) }
    guard facts.st_mode & S_IFMT != S_IFDIR else { throw .unread(path, EISDIR) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw Problem(
        .usage, "`\(path)` is a pipe or a device, and no file.",
        fix: "Give the name of a file with what is to be read.")
    }
    guard facts.st_size <= longest else {
      throw Problem(
        .usage, "`\(path)` is too large to be read: \(longest / 1_048_576) MB is the limit.",
        fix: "Split it.")
    }
    var bytes: [UInt8] = []
    var chunk = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = Glibc.read(descriptor, &chunk, chunk.count)
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .unread(path, errno) }
      guard count > 0 else { return bytes }
      bytes += chunk[..<count]
    }
  }

  /// Opens the file with `xdg-open`, which chooses the desktop's program for it. Its output is
  /// discarded, and this function does not wait for it.
  private static func openOnDesktop(_ path: String) throws(Problem) {
    let full = path.hasPrefix("/") ? path : "./" + path
    let words: [UnsafeMutablePointer<CChar>?] = [strdup("xdg-open"), strdup(full), nil]
    defer { for word in words { free(word) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0)
    posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // This program ignores SIGPIPE, and a child process would inherit that. The started program
    // gets the default handling back.
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, SIGPIPE)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
    var process = pid_t()
    let code = posix_spawnp(&process, "xdg-open", &actions, &attributes, words, environ)
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

import Glibc
import SQLite

/// The unfinished files of one operation, such as a copy that is being written or a backup that is
/// being checked.
///
/// Their names contain a unique token, so that two processes never write into the same file. A lock
/// file, whose name contains the token too, is locked while the operation runs; the kernel releases
/// the lock when the process ends in any way. Files whose lock file is not locked belong to a
/// killed process, and the next start removes them.
final class Staging {
  private let file: String
  private let token: String
  private let descriptor: Int32
  private var made: [String] = []

  private static let lockMark = ".lock-"
  private static let partMark = ".part-"

  /// Begins an operation: creates its unique token and its locked lock file.
  ///
  /// - Parameter file: the data file that the operation works on.
  init(for file: String) throws {
    self.file = file
    try SystemFile.makePrivateFolder(SystemFile.folder(of: file))
    while true {
      let token = Self.newToken()
      let path = file + Self.lockMark + token
      let descriptor = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0o600)
      if descriptor < 0, errno == EEXIST { continue }
      guard descriptor >= 0 else { throw SystemFile.failure(SystemFile.folder(of: file)) }
      // If the file system has no locks, the operation continues without one. The files of a killed
      // process then stay, because the next start cannot find out that they are not in use.
      let isRefused = flock(descriptor, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK
      // Between `open` and `flock`, another process may have swept the folder: it removes each lock
      // file that has no lock. The path then leads to no file or to a different one, so a new lock
      // file is created.
      guard !isRefused, FileIdentity(descriptor) == FileIdentity(path) else {
        close(descriptor)
        continue
      }
      self.token = token
      self.descriptor = descriptor
      return
    }
  }

  deinit {
    for path in made { FileCopy.remove(path) }
    // The lock file is removed last, because any process may remove unfinished files that have no
    // lock.
    unlink(file + Self.lockMark + token)
    close(descriptor)
  }

  /// Returns the path for a new unfinished file in a folder, by default the folder of the data
  /// file. The file is removed when the operation ends.
  func path(in folder: String? = nil) -> String {
    let name = Self.name(of: file) + Self.partMark + token + "-\(made.count + 1)"
    let path = "\(folder ?? SystemFile.folder(of: file))/\(name)"
    made.append(path)
    return path
  }

  private static func newToken() -> String {
    let digits = String(UInt64.random(in: .min ... .max), radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }

  private static func name(of file: String) -> String {
    file.split(separator: "/").last.map(String.init) ?? file
  }
}

extension Staging {
  /// Removes the unfinished files of killed processes, such as half-written copies, beside the data
  /// file and among its backups.
  static func sweep(beside file: String) {
    // Unfinished files are listed before locks. An operation takes its lock before it creates a
    // file, so each listed file of a running operation has a listed lock.
    let parts = parts(beside: file)
    let locks = tokens(of: file)
    guard !parts.isEmpty || !locks.isEmpty else { return }
    var living: Set<String> = []
    var dead: [(token: String, descriptor: Int32)] = []
    for token in locks {
      let descriptor = open(file + lockMark + token, O_RDWR | O_CLOEXEC)
      guard descriptor >= 0 else { continue }
      if flock(descriptor, LOCK_EX | LOCK_NB) == 0 {
        dead.append((token, descriptor))
      } else {
        living.insert(token)
        close(descriptor)
      }
    }
    for part in parts where !living.contains(part.token) { unlink(part.path) }
    for stray in dead {
      unlink(file + lockMark + stray.token)
      close(stray.descriptor)
    }
  }

  /// Waits until all operations of other processes that are running now have ended. Returns false
  /// when one did not end in time.
  ///
  /// An erasure calls it, because a copy that is being written may contain the erased rows. A copy
  /// that begins later reads the data file without these rows, so it needs no waiting.
  static func othersEnded(
    beside file: String, patience milliseconds: Int32 = DatabaseConnection.defaultPatience
  ) -> Bool {
    let pause: UInt32 = 10_000
    var waiting = tokens(of: file)
    for _ in 0...(milliseconds * 1000 / Int32(pause)) {
      waiting.removeAll { !isHeld(file + lockMark + $0) }
      if waiting.isEmpty { return true }
      usleep(pause)
    }
    return false
  }

  /// Returns the paths of the unfinished files of a data file, such as half-written copies, of all
  /// processes.
  static func paths(beside file: String) -> [String] { parts(beside: file).map(\.path) }

  private static func parts(beside file: String) -> [(token: String, path: String)] {
    let beginning = name(of: file) + partMark
    return [SystemFile.folder(of: file), BackupShelf(besideFile: file).folder].flatMap { folder in
      SystemFile.names(in: folder).filter { $0.hasPrefix(beginning) }.map { name in
        (String(name.dropFirst(beginning.count).prefix { $0 != "-" }), "\(folder)/\(name)")
      }
    }
  }

  private static func tokens(of file: String) -> [String] {
    let beginning = name(of: file) + lockMark
    return SystemFile.names(in: SystemFile.folder(of: file)).compactMap {
      $0.hasPrefix(beginning) ? String($0.dropFirst(beginning.count)) : nil
    }
  }

  private static func isHeld(_ path: String) -> Bool {
    let descriptor = open(path, O_RDWR | O_CLOEXEC)
    guard descriptor >= 0 else { return false }
    defer { close(descriptor) }
    return flock(descriptor, LOCK_SH | LOCK_NB) != 0 && errno == EWOULDBLOCK
  }
}

/// The device and the inode of a file. They identify the file that a path leads to, independent of
/// its name, and so show whether another file has taken its place.
struct FileIdentity: Equatable {
  private let device: dev_t
  private let number: ino_t

  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    (device, number) = (facts.st_dev, facts.st_ino)
  }

  init?(_ descriptor: Int32) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0 else { return nil }
    (device, number) = (facts.st_dev, facts.st_ino)
  }
}

extension SystemFile {
  /// Returns the error for the last failed system call on a file. It reads `errno`, so it must be
  /// called before any other system call.
  static func failure(_ path: String) -> SQLiteError {
    switch errno {
    case ENOSPC, EDQUOT: .full(.none)
    case EROFS: .readOnly(.none)
    case let code: .cannotOpen(path: path, reason: String(cString: strerror(code)))
    }
  }
}

import Glibc

/// File functions that a database needs in addition to SQLite's own. Files are created so that only
/// their owner can read them.
public enum SystemFile {
  private static let ownerOnly: mode_t = 0o600
  private static let ownerOnlyFolder: mode_t = 0o700

  /// Creates an empty file that only its owner can read, or restricts the permissions of an
  /// existing one.
  ///
  /// An existing file is never opened: closing any descriptor of a file drops the locks that SQLite
  /// holds on it in this process (POSIX), and a second connection would then overwrite data of the
  /// first.
  public static func makePrivate(_ path: String) throws(SQLiteError) {
    var facts = stat()
    if stat(path, &facts) == 0 {
      guard facts.st_mode & S_IFMT == S_IFREG else {
        throw .cannotOpen(path: path, reason: "it is not a file")
      }
      // The permissions of another user's file or of a file on a read-only disk cannot be changed.
      // The file may be readable nevertheless, so a failure is ignored.
      if facts.st_mode & 0o077 != 0 { _ = chmod(path, ownerOnly) }
      return
    }
    try makePrivateFolder(folder(of: path))
    let descriptor = open(path, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, ownerOnly)
    if descriptor >= 0 {
      close(descriptor)
    } else if errno == EROFS {
      throw .readOnly(.none)
    } else if meansFull(errno) {
      throw .full(.none)
    } else if errno != EEXIST {
      throw .cannotOpen(path: path, reason: reason())
    }
  }

  /// Creates the missing folders of `path`, accessible only to their owner. Existing folders are
  /// unchanged.
  public static func makePrivateFolder(_ path: String) throws(SQLiteError) {
    guard !path.isEmpty, !exists(path) else { return }
    try makePrivateFolder(folder(of: path))
    guard mkdir(path, ownerOnlyFolder) != 0, errno != EEXIST else { return }
    if errno == EROFS { throw .readOnly(.none) }
    if meansFull(errno) { throw .full(.none) }
    throw .cannotOpen(path: path, reason: reason())
  }

  /// Whether the path is a regular file, not a folder, pipe or device.
  public static func isFile(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
  }

  /// Returns the first file beside a database that SQLite could not use: the write-ahead log, the
  /// log's index or the journal, if it is not a regular file. `kind` is a word for people, such as
  /// `a folder`. Returns nil if there is none. A symbolic link counts too, wherever it leads,
  /// because its target could be another person's file.
  static func obstacle(besideDatabase path: String) -> (path: String, kind: String)? {
    var facts = stat()
    let isLink = lstat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFLNK
    let real = isLink ? resolved(path) : path
    for suffix in ["-wal", "-shm", "-journal"] {
      guard lstat(real + suffix, &facts) == 0, facts.st_mode & S_IFMT != S_IFREG else { continue }
      let kind =
        switch facts.st_mode & S_IFMT {
        case S_IFDIR: "a folder"
        case S_IFLNK: "a link"
        case S_IFIFO: "a pipe"
        case S_IFSOCK: "a socket"
        default: "a device"
        }
      return (real + suffix, kind)
    }
    return nil
  }

  /// Returns whether anything exists at the path, also a symbolic link whose target is missing.
  public static func isTaken(_ path: String) -> Bool {
    var facts = stat()
    return lstat(path, &facts) == 0
  }

  public static func exists(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0
  }

  public static func size(of path: String) -> Int? {
    var facts = stat()
    return stat(path, &facts) == 0 ? Int(facts.st_size) : nil
  }

  /// Returns whether this process may write to `path` and create files in its folder, as SQLite
  /// does for the log.
  public static func isWritable(_ path: String) -> Bool {
    faccessat(AT_FDCWD, path, W_OK, AT_EACCESS) == 0
      && faccessat(AT_FDCWD, folder(of: path), W_OK, AT_EACCESS) == 0
  }

  /// Returns the folder that contains `path`; `.` for a file name without a folder.
  public static func folder(of path: String) -> String {
    guard let slash = path.lastIndex(of: "/") else { return "." }
    return slash == path.startIndex ? "/" : String(path[..<slash])
  }

  /// Returns the names in a folder, sorted; empty when the folder cannot be read.
  public static func names(in folder: String) -> [String] {
    guard let directory = opendir(folder) else { return [] }
    defer { closedir(directory) }
    var names: [String] = []
    while let entry = readdir(directory) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { field in
        field.withMemoryRebound(to: CChar.self, capacity: Int(NAME_MAX) + 1) {
          String(cString: $0)
        }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names.sorted()
  }

  /// Returns the path of the file to which the symbolic links of `path` lead. SQLite puts its log
  /// beside that file and not beside the link.
  public static func resolved(_ path: String) -> String {
    guard let found = realpath(path, nil) else { return path }
    defer { free(found) }
    return String(cString: found)
  }

  static func meansFull(_ systemError: Int32) -> Bool {
    systemError == ENOSPC || systemError == EDQUOT
  }

  private static func reason() -> String {
    String(cString: strerror(errno))
  }
}

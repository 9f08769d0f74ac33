package import FeatureKit
import Glibc

/// Checks every path that a person names, so that no command touches the program's own files.
///
/// Writing over the database, its log or a backup destroys data. Reading them is dangerous too:
/// closing any descriptor of a database drops the locks that SQLite holds on it in this process
/// (POSIX), and another process can then overwrite committed data. The check itself therefore opens
/// no file, and compares device and inode numbers.
package struct PathGuard: Sendable {
  /// The data folder with the program's own files; nil if there is none to protect.
  private let folder: String?
  /// The names of the folders inside the data folder whose files also belong to the program. Other
  /// folders there are the person's, because the data folder can be a home folder.
  private let subfolders: [String]
  private let home: String?

  package init(folder: String?, subfolders: [String] = [], home: String?) {
    self.folder = folder
    self.subfolders = subfolders
    self.home = home
  }

  /// A guard that allows every path, for previews and tests, which have no files of their own.
  package static let none = PathGuard(folder: nil, home: nil)

  /// The purpose for which a command opens a path.
  package enum Use: Equatable, Sendable {
    case reading, writing
    /// The command reads a backup, which may be in this subfolder of the program or outside of the
    /// program's folder.
    case readingFrom(subfolder: String)
  }

  /// Returns the path to open for the text that a person typed. A leading `~/` is replaced by the
  /// home folder. Throws if the path names a file of the program.
  package func path(for written: String, _ use: Use) throws(Problem) -> String {
    let path = expanded(written)
    var allowed: String?
    if case .readingFrom(let subfolder) = use { allowed = subfolder }
    guard let own = ownFiles(but: allowed) else { return path }
    let identity = FileIdentity(path)
    if let identity, own.files.contains(identity) { throw .ownFile(written) }
    // The path does not exist, so it is not one of the program's files. A command that reads may
    // try to open it, and then reports that the file is missing.
    guard identity != nil || use == .writing else { return path }
    // Both the path and the target of its links must not be in the program's folder. A link in that
    // folder is refused even if its target is elsewhere, because writing would replace the link and
    // so change the folder.
    for place in [Self.destination(of: path), path].compactMap(\.self) {
      if own.holds(place, allowed: allowed) { throw .ownFile(written) }
    }
    return path
  }

  /// Throws if the descriptor was opened on one of the program's own files, for example by a
  /// redirection in a shell.
  package func check(descriptor: Int32) throws(Problem) {
    var facts = stat()
    guard fstat(descriptor, &facts) == 0, let own = ownFiles(but: nil),
      own.files.contains(FileIdentity(facts))
    else { return }
    throw .ownFile("descriptor \(descriptor)")
  }

  private func expanded(_ path: String) -> String {
    guard path.hasPrefix("~/"), let home else { return path }
    return home + path.dropFirst()
  }
}

/// The device and inode numbers, which identify a file in the kernel.
private struct FileIdentity: Hashable {
  let device: UInt
  let inode: UInt

  init(_ facts: stat) {
    device = UInt(facts.st_dev)
    inode = UInt(facts.st_ino)
  }

  init?(_ path: String) {
    var facts = stat()
    guard stat(path, &facts) == 0 else { return nil }
    self.init(facts)
  }
}

/// The program's own files at the moment of a check, by device and inode number.
private struct OwnFiles {
  var folder: FileIdentity
  var subfolders: [String: FileIdentity] = [:]
  var files: Set<FileIdentity> = []

  /// Returns whether a file at the path belongs to the program: the path is in the data folder
  /// itself, or anywhere inside one of its protected subfolders.
  ///
  /// - Parameter allowed: the name of the subfolder that the present command may use; nil if it may
  ///   use none.
  func holds(_ path: String, allowed: String?) -> Bool {
    var place = path.folderOfPath
    guard let parent = FileIdentity(place) else { return false }
    if parent == folder || files.contains(parent) { return true }
    let closed = Set(subfolders.filter { $0.key != allowed }.values)
    guard !closed.isEmpty, let real = PathGuard.real(place) else { return false }
    place = real
    while true {
      if let identity = FileIdentity(place), closed.contains(identity) { return true }
      guard place != "/" else { return false }
      place = place.folderOfPath
    }
  }
}

extension PathGuard {
  /// Returns the program's own files; nil if the data folder does not exist yet.
  private func ownFiles(but allowed: String?) -> OwnFiles? {
    guard let folder, let identity = FileIdentity(folder) else { return nil }
    var own = OwnFiles(folder: identity)
    var folders = [folder]
    for name in subfolders {
      let path = "\(folder)/\(name)"
      own.subfolders[name] = FileIdentity(path)
      if name != allowed { folders.append(path) }
    }
    for path in folders {
      for name in Self.names(in: path) {
        var facts = stat()
        // If an entry of the folder is a link, both the link and its target are protected.
        for flag in [0, AT_SYMLINK_NOFOLLOW]
        where fstatat(AT_FDCWD, "\(path)/\(name)", &facts, flag) == 0 {
          if facts.st_mode & S_IFMT != S_IFDIR { own.files.insert(FileIdentity(facts)) }
        }
      }
    }
    return own
  }

  private static func names(in folder: String) -> [String] {
    guard let listing = opendir(folder) else { return [] }
    defer { closedir(listing) }
    var names: [String] = []
    while let entry = readdir(listing) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      if name != ".", name != ".." { names.append(name) }
    }
    return names
  }

  /// Returns the path after following all links, even if there is no file; nil if its folder does
  /// not exist.
  static func destination(of path: String) -> String? {
    var path = path
    for _ in 0..<mostLinks {
      let name = path.nameInPath
      guard let folder = real(path.folderOfPath) else { return nil }
      guard !name.isEmpty, name != ".", name != ".." else { return real(path) }
      let place = folder == "/" ? "/\(name)" : "\(folder)/\(name)"
      guard let target = link(at: place) else { return place }
      path = target.hasPrefix("/") ? target : "\(folder)/\(target)"
    }
    return nil
  }

  /// The largest number of links that are followed for one path, which is also the limit of the
  /// Linux kernel. A path with more links usually leads in a circle.
  private static let mostLinks = 40

  private static func link(at path: String) -> String? {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink(path, &target, target.count)
    guard count > 0 else { return nil }
    return String(decoding: target[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  static func real(_ path: String) -> String? {
    guard let real = realpath(path, nil) else { return nil }
    defer { free(real) }
    return String(cString: real)
  }
}

extension String {
  /// The folder of a path; `.` for a name without a folder.
  fileprivate var folderOfPath: String {
    guard let slash = lastIndex(of: "/") else { return "." }
    return slash == startIndex ? "/" : String(self[..<slash])
  }

  fileprivate var nameInPath: String {
    lastIndex(of: "/").map { String(self[index(after: $0)...]) } ?? self
  }
}

extension Problem {
  fileprivate static func ownFile(_ path: String) -> Problem {
    Problem(
      .usage, "`\(path)` is one of the program's own files, or would become one.",
      details: ["Nothing was done."],
      fix: "Choose a file outside of the folder where your data is kept.")
  }
}

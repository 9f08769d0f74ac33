package import FeatureKit
import Glibc

/// Checks every path that a person names, and keeps commands away from the program's own files.
///
/// A command that overwrote the database, its log or a backup would destroy the data it works on. Reading is dangerous too: closing any
/// descriptor of an open database drops the locks that SQLite holds on it in this process (POSIX), and another process can then overwrite
/// acknowledged data. So the check opens no file: it compares device and inode, whatever the path and the links to it.
package struct PathGuard: Sendable {
  /// The folder of the program's files; nil if there is none.
  private let folder: String?
  /// The subfolders that belong to the program too. Other subfolders belong to the person: the data folder may be a
  /// home folder.
  private let subfolders: [String]
  private let home: String?

  package init(folder: String?, subfolders: [String] = [], home: String?) {
    self.folder = folder
    self.subfolders = subfolders
    self.home = home
  }

  /// A guard that allows every path, for previews and tests.
  package static let none = PathGuard(folder: nil, home: nil)

  /// The purpose for which a file is opened.
  package enum Use: Equatable, Sendable {
    case reading, writing
    /// Reading a backup, which is in this subfolder or anywhere outside of the folder.
    case readingFrom(subfolder: String)
  }

  /// The path to open for the text that a person typed; `~/list.csv` is expanded as in a shell.
  package func path(for written: String, _ use: Use) throws(Problem) -> String {
    let path = expanded(written)
    var allowed: String?
    if case .readingFrom(let subfolder) = use { allowed = subfolder }
    guard let own = ownFiles(but: allowed) else { return path }
    let identity = FileIdentity(path)
    if let identity, own.files.contains(identity) { throw .ownFile(written) }
    // A file to read that does not exist needs no protection.
    guard identity != nil || use == .writing else { return path }
    // Covers a file that does not exist yet, and a link in the program's folder that leads out of it.
    for place in [Self.destination(of: path), path].compactMap(\.self) {
      if own.holds(place, allowed: allowed) { throw .ownFile(written) }
    }
    return path
  }

  /// Refuses a descriptor of one of the program's files.
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

/// The kernel's identity of a file.
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

/// The program's files at this moment.
private struct OwnFiles {
  var folder: FileIdentity
  var subfolders: [String: FileIdentity] = [:]
  var files: Set<FileIdentity> = []

  /// Whether the path is one of the program's files, or would be if it were created.
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
  /// Nil if the folder does not exist yet, so that there is nothing to protect.
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
        // Both the link and its target belong to the program.
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

  /// The path after following links, even if the target does not exist yet; nil if its folder does not exist.
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

  /// The kernel follows at most this number of links.
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
  /// The folder of a path; `.` for a bare name.
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

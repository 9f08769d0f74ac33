public import CivilTime
import Glibc
import SQLite

/// Copies of the data file, kept in `backups` beside it; the newest few stay.
///
/// A copy is taken while the file is in use and carries its moment and its reason in the name:
/// `compass-20260210T133000250Z-before-version-4.sqlite`.
public struct BackupShelf: Sendable {
  public let folder: String
  let source: String
  private let stem: String
  private let keeping: Int

  public static let defaultCount = 10
  private static let suffix = ".sqlite"

  public init(besideFile path: String, keeping: Int = defaultCount) {
    source = path
    folder = SystemFile.folder(of: path) + "/backups"
    var name = path.split(separator: "/").last.map(String.init) ?? path
    if name.hasSuffix(Self.suffix) { name.removeLast(Self.suffix.utf8.count) }
    stem = name
    self.keeping = max(1, keeping)
  }

  /// Copies the file as last committed and says where the copy is.
  public func save(reason: String, at instant: Instant) throws -> String {
    let staging = try Staging(for: source)
    return try withExtendedLifetime(staging) {
      let part = staging.path(in: folder)
      try FileCopy.write(try Opening.connect(to: source, .readWrite), to: part)
      let path = try place(part, as: "\(stem)-\(Self.compact(instant))-\(reason)")
      let owner = Self.owner(of: path)
      for old in try list().filter({ Self.owner(of: $0) == owner }).dropFirst(keeping) {
        unlink("\(folder)/\(old)")
      }
      return path
    }
  }

  /// Whose copy it is, as a reason that ends with a person's handle says (`by-hand-p2`); nil for the program's own.
  ///
  /// Each keeps their own newest ones, so that nobody's backups push out another's.
  public static func owner(of name: String) -> Substring? {
    var parts = name.split(separator: ".").dropLast().last?.split(separator: "-") ?? []
    // Two of the same moment are told apart by a number.
    if parts.last?.allSatisfy(\.isNumber) == true { parts.removeLast() }
    guard let last = parts.last, last.first == "p", last.count > 1,
      last.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    return last
  }

  /// The names of the copies, newest first.
  public func list() throws -> [String] {
    try files().filter { $0.hasPrefix(stem + "-") && $0.hasSuffix(Self.suffix) }.sorted(by: >)
  }

  /// Everything in the folder, half-written and damaged copies too.
  func files() throws -> [String] {
    guard access(folder, R_OK | X_OK) == 0 || errno == ENOENT else {
      throw SystemFile.failure(folder)
    }
    return SystemFile.names(in: folder)
  }

  /// Where a file that no longer opens is put; never removed by us.
  func pathForDamaged(at instant: Instant) throws -> String {
    try SystemFile.makePrivateFolder(folder)
    let name = "damaged-\(stem)-\(Self.compact(instant))"
    return names(name).first { !SystemFile.exists($0) } ?? "\(folder)/\(name)\(Self.suffix)"
  }

  /// Gives a finished copy the first name that is free; another process may want the same one at this moment.
  private func place(_ part: String, as name: String) throws -> String {
    for path in names(name) {
      // A link is refused where the name is taken, which a rename would take away.
      if link(part, path) == 0 {
        unlink(part)
      } else if errno == EEXIST {
        continue
      } else if [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) {
        // A file system without links, as on a memory stick.
        guard !SystemFile.exists(path) else { continue }
        guard rename(part, path) == 0 else { throw SystemFile.failure(path) }
      } else {
        throw SystemFile.failure(path)
      }
      FileCopy.synchronizeFolder(of: path)
      return path
    }
    throw PersistenceError.misuse("no name is free for \(name)")
  }

  /// The name, and with a number behind it from the second on.
  private func names(_ name: String) -> some Sequence<String> {
    (1...10_000).lazy.map { "\(folder)/\(name)\($0 == 1 ? "" : "-\($0)")\(Self.suffix)" }
  }

  /// Sorts as the instant does and needs no quoting in a shell.
  private static func compact(_ instant: Instant) -> String {
    instant.description.filter { $0 != "-" && $0 != ":" && $0 != "." }
  }
}

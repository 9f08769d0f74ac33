public import CivilTime
import Glibc
import SQLite

/// The backups of a data file, in the folder `backups` beside it. Only the newest ones are kept, by
/// default ten.
///
/// A backup can be made while the data file is in use. Its name contains its time and its reason,
/// such as `compass-20260210T133000250Z-before-version-4.sqlite`.
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

  /// Copies the committed content of the data file into a new backup and returns its path. `reason`
  /// becomes a part of its name.
  public func save(reason: String, at instant: Instant) throws -> String {
    let staging = try Staging(for: source)
    return try withExtendedLifetime(staging) {
      let part = staging.path(in: folder)
      try FileCopy.write(
        try Opening.connect(to: source, .readWrite), to: part, withoutFreePages: true)
      let path = try place(part, as: "\(stem)-\(Self.compact(instant))-\(reason)")
      let owner = Self.owner(of: path)
      for old in try list().filter({ Self.owner(of: $0) == owner }).dropFirst(keeping) {
        unlink("\(folder)/\(old)")
      }
      return path
    }
  }

  /// Returns the short name of the person who made the backup with this name: `p2` for the reason
  /// `by-hand-p2`, which ends with it. Returns nil for a backup that the program made without a
  /// person's command.
  ///
  /// The number of kept backups is limited for each person separately, so that one person's backups
  /// never displace those of another person.
  public static func owner(of name: String) -> Substring? {
    var parts = name.split(separator: ".").dropLast().last?.split(separator: "-") ?? []
    // If two backups have the same time and reason, the second gets a number at the end of its
    // name, as in `…-by-hand-p2-2`. This number is not part of the reason and is removed here.
    if parts.last?.allSatisfy(\.isNumber) == true { parts.removeLast() }
    guard let last = parts.last, last.first == "p", last.count > 1,
      last.dropFirst().allSatisfy(\.isNumber)
    else { return nil }
    return last
  }

  /// Returns the names of the complete backups, newest first.
  public func list() throws -> [String] {
    try files().filter { $0.hasPrefix(stem + "-") && $0.hasSuffix(Self.suffix) }.sorted(by: >)
  }

  /// Returns whether a file in the folder of backups is a backup of this data file, or this data
  /// file itself, moved there because it no longer opened.
  func isCopy(_ name: String) -> Bool {
    ["", "damaged-"].contains { name.hasPrefix($0 + stem + "-") } && name.hasSuffix(Self.suffix)
  }

  /// Returns the names of all files in the folder of backups, including half-written copies and
  /// damaged data files.
  func files() throws -> [String] {
    guard access(folder, R_OK | X_OK) == 0 || errno == ENOENT else {
      throw SystemFile.failure(folder)
    }
    return SystemFile.names(in: folder)
  }

  /// Returns a free path in the folder of backups, to which a data file that no longer opens is
  /// moved.
  ///
  /// Such a file is removed only when the data of a person in it is erased.
  func pathForDamaged(at instant: Instant) throws -> String {
    try SystemFile.makePrivateFolder(folder)
    let name = "damaged-\(stem)-\(Self.compact(instant))"
    return names(name).first { !SystemFile.exists($0) } ?? "\(folder)/\(name)\(Self.suffix)"
  }

  /// Renames the finished copy `part` to the first free variant of `name` and returns its path.
  /// Another process may take a free name at the same moment, so a name is taken without
  /// overwriting a file.
  private func place(_ part: String, as name: String) throws -> String {
    for path in names(name) {
      // `link` fails when the name exists; `rename` would replace the existing file.
      if link(part, path) == 0 {
        unlink(part)
      } else if errno == EEXIST {
        continue
      } else if [EPERM, EOPNOTSUPP, ENOSYS, EMLINK].contains(errno) {
        // The file system has no hard links, as on some USB sticks. The copy is then renamed, after
        // a check that the name is free, because `rename` replaces an existing file.
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

  /// Returns the paths at which a backup with this name may be stored, in the order in which they
  /// are tried: `name`, `name-2`, `name-3` and so on.
  private func names(_ name: String) -> some Sequence<String> {
    (1...10_000).lazy.map { "\(folder)/\(name)\($0 == 1 ? "" : "-\($0)")\(Self.suffix)" }
  }

  /// Returns the instant as a part of a file name, such as `20260210T133000250Z`. The names sort in
  /// the order of their instants and need no quotes in a shell.
  private static func compact(_ instant: Instant) -> String {
    instant.description.filter { $0 != "-" && $0 != ":" && $0 != "." }
  }
}

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
    let path = freePath("\(stem)-\(Self.compact(instant))-\(reason)")
    let connection = try Opening.connect(to: source)
    try FileCopy.write(connection, to: path)
    for old in try list().dropFirst(keeping) { unlink("\(folder)/\(old)") }
    return path
  }

  /// The names of the copies, newest first.
  public func list() throws -> [String] {
    try files().filter { $0.hasPrefix(stem + "-") && $0.hasSuffix(Self.suffix) }.sorted(by: >)
  }

  /// Everything in the folder, half-written and damaged copies too.
  func files() throws -> [String] {
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

  /// Where a file that no longer opens is put; never removed by us.
  func pathForDamaged(at instant: Instant) -> String {
    freePath("damaged-\(stem)-\(Self.compact(instant))")
  }

  private func freePath(_ name: String) -> String {
    var path = "\(folder)/\(name)\(Self.suffix)"
    var number = 2
    while SystemFile.exists(path) {
      path = "\(folder)/\(name)-\(number)\(Self.suffix)"
      number += 1
    }
    return path
  }

  /// Sorts as the instant does and needs no quoting in a shell.
  private static func compact(_ instant: Instant) -> String {
    instant.description.filter { $0 != "-" && $0 != ":" && $0 != "." }
  }
}

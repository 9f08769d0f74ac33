import Glibc
import SQLite

/// A temporary data file for one operation, in the folder of backups: a decrypted backup, or a copy
/// of a file from another place. It is removed when this object is released. After a crash the next
/// start removes it.
public final class StagedCopy: Sendable {
  public let path: String
  private let remove: @Sendable () -> Void

  fileprivate init(_ path: String, _ remove: @escaping @Sendable () -> Void) {
    self.path = path
    self.remove = remove
  }

  deinit { remove() }
}

extension DataFile {
  /// Creates a temporary data file in the folder of backups. It is removed when the returned object
  /// is released.
  ///
  /// - Parameter fill: passes the bytes of the file to `write`, in one or more parts. If it throws,
  ///   the temporary file is removed.
  public func stagedCopy(
    _ fill: (_ write: ([UInt8]) throws -> Void) throws -> Void
  ) throws -> StagedCopy {
    let staging = HeldStaging(try Staging(for: path))
    try SystemFile.makePrivateFolder(backups.folder)
    let part = staging.path(in: backups.folder)
    let descriptor = open(part, O_CREAT | O_EXCL | O_WRONLY | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw SystemFile.failure(part) }
    defer { Glibc.close(descriptor) }
    try fill { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { throw SystemFile.failure(part) }
        rest = rest.dropFirst(count)
      }
    }
    return StagedCopy(part) { staging.end() }
  }
}

/// Holds the `Staging` (the unfinished files) of a `StagedCopy`. `Sendable` is unchecked because
/// one thread creates the staging and another ends it, and no thread uses it in between.
private final class HeldStaging: @unchecked Sendable {
  private var staging: Staging?

  init(_ staging: Staging) { self.staging = staging }

  func path(in folder: String) -> String { staging?.path(in: folder) ?? "" }
  func end() { staging = nil }
}

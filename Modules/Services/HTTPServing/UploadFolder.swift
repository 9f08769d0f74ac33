import Glibc
public import HTTP
import Synchronization
import Threads

/// Stores files that a browser uploads in a folder. Only the owner of the folder can read such a
/// file, and it is deleted when its upload is released.
public struct UploadFolder: UploadStore {
  private let folder: String

  /// Stores the uploaded files in this folder.
  ///
  /// - Parameter folder: an existing folder that only its owner may enter.
  public init(_ folder: String) { self.folder = folder }

  public func begin() async throws -> any Upload {
    let folder = folder
    return try await OwnThread.run { Result { try UploadedFile(in: folder) } }.get()
  }
}

/// The reason why an uploaded file could not be stored, as a system error number.
public struct UploadFailure: Error, Equatable, Sendable {
  public let code: Int32
}

private final class UploadedFile: Upload, StoredUpload {
  let path: String
  private let descriptor: Int32
  /// Bytes of the upload that are not written to the file yet. They are collected into larger
  /// writes, because each write occupies a thread.
  private let gathered = Mutex<[UInt8]>([])
  private static let worthWriting = 256 * 1024

  init(in folder: String) throws(UploadFailure) {
    path = "\(folder)/upload-\(String(UInt64.random(in: .min ... .max), radix: 36))"
    descriptor = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    guard descriptor >= 0 else { throw UploadFailure(code: errno) }
  }

  deinit {
    guard descriptor >= 0 else { return }
    close(descriptor)
    unlink(path)
  }

  func write(_ bytes: [UInt8]) async throws {
    let isWorthIt = gathered.withLock { gathered in
      gathered += bytes
      return gathered.count >= Self.worthWriting
    }
    if isWorthIt { try await flush() }
  }

  func finish() async throws -> any StoredUpload {
    try await flush()
    return self
  }

  private func flush() async throws {
    let bytes = gathered.withLock { gathered in
      defer { gathered.removeAll(keepingCapacity: true) }
      return gathered
    }
    try await OwnThread.run { Result { try self.write(all: bytes) } }.get()
  }

  private func write(all bytes: [UInt8]) throws(UploadFailure) {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 || errno == EINTR else { throw UploadFailure(code: errno) }
      rest = rest.dropFirst(max(0, count))
    }
  }
}

import Glibc

/// The contents of a certificate or key file as a C string. The memory is overwritten when this
/// object is released, because it may contain a private key.
final class PEMFile {
  let text: UnsafePointer<CChar>
  private let bytes: UnsafeMutablePointer<CChar>
  /// The largest number of bytes that are read, so that a wrong path to a large file does no harm.
  /// A chain of certificates has a few kilobytes.
  private static let room = 1024 * 1024

  init(_ path: String) throws(ServingFailure) {
    bytes = .allocate(capacity: Self.room + 1)
    bytes.initialize(repeating: 0, count: Self.room + 1)
    text = UnsafePointer(bytes)
    let descriptor = open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw .fileUnreadable(path: path, code: errno) }
    defer { close(descriptor) }
    var size = 0
    while size < Self.room {
      let count = read(descriptor, bytes + size, Self.room - size)
      if count < 0 { throw .fileUnreadable(path: path, code: errno) }
      if count == 0 { break }
      size += count
    }
  }

  deinit {
    explicit_bzero(bytes, Self.room + 1)
    bytes.deallocate()
  }
}

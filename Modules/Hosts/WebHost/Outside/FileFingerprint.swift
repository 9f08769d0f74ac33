import Glibc
import HTTP

extension HTTP.Form.File {
  /// A number that is computed from the bytes of the file. It differs for two uploaded files with
  /// the same name and size but other bytes. The next run of the program computes other numbers.
  var fingerprint: Int {
    var hasher = Hasher()
    let descriptor = open(content.path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { return 0 }
    defer { close(descriptor) }
    var piece = [UInt8](repeating: 0, count: Spool.piece)
    while case let count = read(descriptor, &piece, piece.count), count > 0 {
      piece.withUnsafeBytes {
        hasher.combine(bytes: UnsafeRawBufferPointer(rebasing: $0[..<count]))
      }
    }
    return hasher.finalize()
  }
}

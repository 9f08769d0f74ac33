import Domain
import FeatureKit

/// A text file that the person names with `--message-file`, as the message to coaches.
struct PacketMessageFile {
  let path: String
  let reading: FileReading

  /// The largest number of bytes that are read from the file.
  ///
  /// The longest allowed message is shorter. So a longer file can be refused without reading all of
  /// it.
  private static let longest = 65_536

  func text() throws(Problem) -> String {
    var bytes = try reading.bytes(of: path) { count throws(Problem) in
      guard count <= Self.longest else { throw tooLong }
    }
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { bytes.removeFirst(3) }
    guard let text = String(validating: bytes, as: UTF8.self), !bytes.contains(0) else {
      throw Problem(
        .usage, "`\(path)` is not a text file.", fix: "Save it as plain text (UTF-8).")
    }
    return text
  }

  private var tooLong: Problem {
    Problem(
      .usage, "`\(path)` is too long for a message.",
      fix: "At most \(PacketMessage.bodyLength.upperBound) characters fit.")
  }
}

import Domain
import FeatureKit

/// A message that was written into a file beforehand.
struct PacketMessageFile {
  let path: String
  let reading: FileReading

  /// More bytes than the longest message has in any encoding; a longer file is not read to its end.
  private static let longest = 65_536

  func text() throws(Problem) -> String {
    let file = try reading.open(path)
    var bytes: [UInt8] = []
    while case let portion = try file.next(), !portion.isEmpty {
      bytes += portion
      guard bytes.count <= Self.longest else { throw tooLong }
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

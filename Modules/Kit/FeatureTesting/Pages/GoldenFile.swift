import Glibc

/// An expected text, which is stored in the folder `Golden` beside the test. A test compares its
/// own text with it exactly.
///
/// `COMPASS_UPDATE_GOLDEN=1` in the environment replaces the stored texts. Review the difference in
/// version control before you accept it.
public struct GoldenFile {
  private let path: String

  public init(_ name: String, beside test: String = #filePath) {
    let folder = test.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    self.init(path: folder.joined(separator: "/") + "/Golden/" + name)
  }

  /// Creates the comparison with a stored text outside of the folder `Golden`, such as a session in
  /// a document.
  public init(path: String) {
    self.path = path
  }

  /// Returns a message with the first line in which the text differs from the stored text. Nil if
  /// they are equal.
  public func mismatch(with text: String) -> String? {
    if let wanted = getenv("COMPASS_UPDATE_GOLDEN"), String(cString: wanted) == "1" {
      return write(text) ? nil : "\(path) could not be written."
    }
    guard let kept = read() else {
      return "\(path) is missing. Write it with COMPASS_UPDATE_GOLDEN=1."
    }
    guard kept != text else { return nil }
    let (old, new) = (lines(kept), lines(text))
    let place =
      zip(old, new).enumerated().first { $1.0 != $1.1 }?.offset ?? min(old.count, new.count)
    return """
      \(path), line \(place + 1):
        kept: \(place < old.count ? String(old[place]) : "(ends)")
        made: \(place < new.count ? String(new[place]) : "(ends)")
      """
  }

  private func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }

  private func read() -> String? {
    guard let file = fopen(path, "r") else { return nil }
    defer { fclose(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while case let count = fread(&buffer, 1, buffer.count, file), count > 0 {
      bytes += buffer[..<count]
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func write(_ text: String) -> Bool {
    guard let file = fopen(path, "w") else { return false }
    defer { fclose(file) }
    let bytes = Array(text.utf8)
    return fwrite(bytes, 1, bytes.count, file) == bytes.count
  }
}

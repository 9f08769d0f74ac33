import Glibc

/// Writes a text directly to the error stream. The report that a missing endpoint was called uses
/// it, because there may be no host that could show the text.
enum StandardError {
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

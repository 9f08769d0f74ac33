import Glibc

/// Writes to the error stream with one unbuffered write. It is used when a call of a missing
/// endpoint is reported, because there may be no host that could show the text.
enum StandardError {
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

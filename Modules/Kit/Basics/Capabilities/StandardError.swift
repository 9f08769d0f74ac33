import Glibc

/// Writes a text directly to the error stream, for example the report that a function without an
/// implementation was called. At that time there may be no host (shell or web server) that could
/// show the text.
enum StandardError {
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

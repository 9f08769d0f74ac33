import Glibc

/// The error output of a program that has no host yet, written with one unbuffered write.
enum StandardError {
  static func write(_ text: String) {
    var text = text
    text.withUTF8 { bytes in
      _ = Glibc.write(STDERR_FILENO, bytes.baseAddress, bytes.count)
    }
  }
}

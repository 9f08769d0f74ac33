import Basics

/// Makes file names safe, and formats them for headers.
enum FileName {
  /// Returns the header value `attachment; filename="…"; filename*=UTF-8''…`. The second name can
  /// have any characters. The first name is for programs that cannot read the second one (RFC
  /// 6266).
  static func attachment(_ name: String) -> String {
    let name = plain(name)
    let ascii = String(
      decoding: name.unicodeScalars.map { scalar -> UInt8 in
        scalar.isASCII && scalar != "\"" && scalar != "\\" && scalar != "%"
          ? UInt8(scalar.value) : UInt8(ascii: "_")
      }, as: UTF8.self)
    let exact = name == ascii ? "" : "; filename*=UTF-8''\(PercentEncoding.encoded(name))"
    return "attachment; filename=\"\(ascii)\"\(exact)"
  }

  /// Returns an untrusted name as one component of a path without control characters. For example,
  /// `..\..\x`, `/etc/passwd` and `C:\a.csv` become `x`, `passwd` and `a.csv`.
  ///
  /// The name is split at scalars and not at characters: a slash with a combining mark is another
  /// `Character`, and still separates folders for the system.
  static func plain(_ name: String) -> String {
    let pieces = name.unicodeScalars.split { $0 == "/" || $0 == "\\" }
    let kept = (pieces.last ?? Substring.UnicodeScalarView()).filter { scalar in
      !scalar.properties.isDefaultIgnorableCodePoint
        && scalar.properties.generalCategory != .control
    }
    let text = String(String.UnicodeScalarView(kept).prefix(200))
    return [".", "..", ""].contains(text) ? "file" : text
  }
}

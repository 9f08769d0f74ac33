import FeatureKit
import HTTP

/// Makes the name under which the list of an account's sessions shows a browser or a device.
enum DeviceName {
  /// The header in which Recruiting Compass names the computer that signs in, percent-encoded.
  static let header = "Compass-Device"
  private static let longest = 40

  /// Returns a name such as “Firefox on Windows” or “The program on sams-laptop” for the session
  /// that a request begins.
  ///
  /// A client can send any text in these headers. Of the header `User-Agent` only known words are
  /// recognized, and none of its text is copied. Of a computer's name only letters, digits and a
  /// few signs are kept.
  static func of(_ headers: Headers) -> String {
    let computer = String(
      String.UnicodeScalarView(
        (headers[header].flatMap { PercentEncoding.decoded($0) } ?? "").unicodeScalars
          .filter(isKept).prefix(longest))
    ).trimmed
    if !computer.isEmpty { return "The program on \(computer)" }
    let agent = headers["User-Agent"] ?? ""
    func first(_ words: [(sign: String, name: String)]) -> String? {
      words.first { agent.contains($0.sign) }?.name
    }
    // The order matters: the header of most browsers contains the names of other browsers too.
    let browser = first([
      ("Edg", "Edge"), ("OPR/", "Opera"), ("SamsungBrowser/", "Samsung Internet"),
      ("Firefox/", "Firefox"), ("FxiOS/", "Firefox"), ("CriOS/", "Chrome"), ("Chrome/", "Chrome"),
      ("Safari/", "Safari"), ("Mozilla/", "A browser"),
    ])
    let system = first([
      ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"),
      ("Mac OS", "Mac"), ("CrOS", "Chromebook"), ("Linux", "Linux"),
    ])
    return (browser ?? "A program") + (system.map { " on \($0)" } ?? "")
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
      || " -_.'’".unicodeScalars.contains(scalar)
  }
}

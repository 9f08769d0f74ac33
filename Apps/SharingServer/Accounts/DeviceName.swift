import FeatureKit
import HTTP

/// Makes the name under which the list of an account's sessions shows a browser or a device.
enum DeviceName {
  /// The limits of a computer's name. A character can consist of many bytes, so both are limited.
  /// The database accepts names of sessions of up to 200 bytes (`accounts.begin_session`).
  private static let longest = 40
  private static let mostBytes = 160

  /// Returns a name such as “Firefox on Windows” or “The program on sams-laptop” for the session
  /// that a request begins.
  ///
  /// A client can send any text in these headers. Of the header `User-Agent` only known words are
  /// recognized, and none of its text is copied. Of a computer's name only letters with their marks,
  /// digits and a few signs are kept.
  static func of(_ headers: Headers) -> String {
    let computer = computer(
      headers[CompassHeader.device].flatMap { PercentEncoding.decoded($0) } ?? "")
    if !computer.isEmpty { return "The program on \(computer)" }
    let agent = headers["User-Agent"] ?? ""
    func first(_ words: [(sign: String, name: String)]) -> String? {
      words.first { agent.contains($0.sign) }?.name
    }
    // The browsers are looked for in this order, because the header of most browsers contains the
    // names of other browsers too.
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

  private static func computer(_ told: String) -> String {
    var kept = String.UnicodeScalarView()
    var follows = false
    for scalar in told.unicodeScalars {
      // A mark belongs to the scalar before it, so it is kept with that scalar or dropped with it.
      follows = isKept(scalar) || (follows && isMark(scalar))
      if follows { kept.append(scalar) }
    }
    var name = ""
    for character in String(kept).trimmed.prefix(longest) {
      guard name.utf8.count + character.utf8.count <= mostBytes else { break }
      name.append(character)
    }
    return name.trimmed
  }

  private static func isKept(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isDefaultIgnorableCodePoint
      && (properties.isAlphabetic || properties.numericType != nil
        || " -_.'’".unicodeScalars.contains(scalar))
  }

  /// Returns whether the scalar is a combining sign, such as an accent or a vowel sign.
  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    let properties = scalar.properties
    return !properties.isDefaultIgnorableCodePoint
      && [.nonspacingMark, .spacingMark].contains(properties.generalCategory)
  }
}

/// The code with which a parent joins a family: `FAM-` and six characters (domain.md 4.14).
public struct FamilyCode: Hashable, Sendable {
  public let text: String

  /// Parses a code in its exact form: `FAM-` and six upper case letters or digits, without spaces.
  public init?(_ text: String) {
    guard text.utf8.count == Self.length, text.hasPrefix(Self.prefix),
      text.utf8.dropFirst(Self.prefix.utf8.count).allSatisfy(Self.isCodeByte)
    else { return nil }
    self.text = text
  }

  /// Parses a code as people type it: spaces are removed, letters become upper case, a missing
  /// prefix or dash is added, and what follows the tenth character is cut off (domain.md 4.14).
  public init?(typed: String) { self.init(Self.normalised(typed)) }

  /// Returns a typed code in upper case, without spaces and with its prefix. The result still has
  /// to be checked, because the typed text may not be a code at all.
  public static func normalised(_ typed: String) -> String {
    let compact = typed.prefix(100).filter { !$0.isWhitespace }.uppercased()
    let withoutDash = prefix.filter { $0 != "-" }
    if compact.count == withoutDash.count + drawn, compact.hasPrefix(withoutDash),
      !compact.contains("-")
    {
      return prefix + compact.suffix(drawn)
    }
    let whole = compact.count == drawn ? prefix + compact : compact
    return String(whole.prefix(length))
  }

  /// Returns a random code that no family has; nil if five random codes in a row were taken.
  ///
  /// - Parameter random: a cryptographic source, because a person who guesses a code can join the
  ///   family.
  public static func new(
    random: inout some RandomNumberGenerator, isTaken: (FamilyCode) -> Bool
  ) -> FamilyCode? {
    for _ in 0..<tries {
      let code = draw(random: &random)
      if !isTaken(code) { return code }
    }
    return nil
  }

  /// Returns a random code in which every character of `alphabet` has the same probability.
  public static func draw(random: inout some RandomNumberGenerator) -> FamilyCode {
    let characters = (0..<drawn).map { _ in
      alphabet[Int.random(in: alphabet.indices, using: &random)]
    }
    return FamilyCode(drawn: prefix + String(characters))
  }

  private init(drawn text: String) { self.text = text }

  /// The characters of new codes. I, O, 0 and 1 are left out, because people confuse them when they
  /// read a code.
  public static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789")
  public static let tries = 5
  private static let prefix = "FAM-"
  private static let drawn = 6
  private static let length = 10

  private static func isCodeByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= byte
      || (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= byte
  }
}

extension FamilyCode: CustomStringConvertible {
  public var description: String { text }
}

/// What a password must have (rule 4.15).
public enum PasswordRules {
  /// Everything a new password lacks, in the order people are told; empty when it will do.
  ///
  /// Letters and digits are those of ASCII, as the servers count them.
  public static func lacks(_ password: String) -> [Lack] {
    let bytes = password.utf8
    var lacks: [Lack] = []
    if password.count < shortest { lacks.append(.length) }
    if password.count > longest { lacks.append(.tooLong) }
    if !bytes.contains(where: { (UInt8(ascii: "A")...UInt8(ascii: "Z")) ~= $0 }) {
      lacks.append(.upperCase)
    }
    if !bytes.contains(where: { (UInt8(ascii: "a")...UInt8(ascii: "z")) ~= $0 }) {
      lacks.append(.lowerCase)
    }
    if !bytes.contains(where: { (UInt8(ascii: "0")...UInt8(ascii: "9")) ~= $0 }) {
      lacks.append(.digit)
    }
    return lacks
  }

  /// At sign-in an old password may be as it is; it only may not be missing.
  public static func isGiven(_ password: String) -> Bool { !password.isEmpty }

  public static let shortest = 8
  public static let longest = 128

  /// One thing a password lacks; the words never repeat the password.
  public enum Lack: CaseIterable, Hashable, Sendable {
    case length, tooLong, upperCase, lowerCase, digit

    public var words: String {
      switch self {
      case .length: "at least \(PasswordRules.shortest) characters"
      case .tooLong: "at most \(PasswordRules.longest) characters"
      case .upperCase: "a capital letter"
      case .lowerCase: "a small letter"
      case .digit: "a digit"
      }
    }
  }
}

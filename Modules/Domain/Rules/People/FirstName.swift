import Basics

/// The name a greeting uses (rule 4.6).
public enum FirstName {
  /// The first word of the full name, or else the e-mail address up to `@`, or else empty. Its first letter becomes upper case, and the
  /// rest stays as it was written.
  public static func of(fullName: String?, email: String?) -> String {
    let word = fullName?.split(whereSeparator: \.isWhitespace).first
    let local = email?.trimmed.prefix { $0 != "@" }
    guard let name = word ?? local, let first = name.first else { return "" }
    return first.uppercased() + name.dropFirst()
  }
}

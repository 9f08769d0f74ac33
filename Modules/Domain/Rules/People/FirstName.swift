import Basics

/// The name that a greeting uses (rule 4.6).
public enum FirstName {
  /// Returns the first word of the full name, or else the part of the e-mail address before `@`, or
  /// else an empty text. Its first letter becomes upper case, and the rest stays as it is.
  public static func of(fullName: String?, email: String?) -> String {
    let word = fullName?.split(whereSeparator: \.isWhitespace).first
    let local = email?.trimmed.prefix { $0 != "@" }
    guard let name = word ?? local, let first = name.first else { return "" }
    return first.uppercased() + name.dropFirst()
  }
}

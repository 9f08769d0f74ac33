import Basics

/// Finds the name by which the program greets a person: the first word of the full name, or else
/// the part of the e-mail address before `@` (domain.md 4.6).
public enum FirstName {
  /// Returns the first word of the full name, or else the part of the e-mail address before `@`, or
  /// else an empty text. Only its first letter is changed, to upper case.
  public static func of(fullName: String?, email: String?) -> String {
    let word = fullName?.split(whereSeparator: \.isWhitespace).first
    let local = email?.trimmed.prefix { $0 != "@" }
    guard let name = word ?? local, let first = name.first else { return "" }
    return first.uppercased() + name.dropFirst()
  }
}

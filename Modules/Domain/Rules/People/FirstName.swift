import Basics

/// Finds the name by which the program calls a person.
public enum FirstName {
  /// Returns the first word of the full name as it was typed; an empty text without a name.
  public static func of(_ fullName: String?) -> String {
    fullName?.split(whereSeparator: \.isWhitespace).first.map { String($0) } ?? ""
  }

  /// Returns the name in a greeting: the first word of the full name, or else the part of the e-mail
  /// address before `@`, or else an empty text. Its first letter is in upper case (domain.md 4.6).
  public static func greeting(fullName: String?, email: String?) -> String {
    let name = of(fullName)
    let word = name.isEmpty ? String(email?.trimmed.prefix { $0 != "@" } ?? "") : name
    return word.capitalizedFirst
  }
}

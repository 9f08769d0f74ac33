import Basics

/// An e-mail address as the program stores it: trimmed, in lower case, with 5 to 255 characters
/// (domain.md 4.15). The shortest that has all its parts, such as `a@b.c`, has five.
public struct EmailAddress: Hashable, Sendable {
  public let text: String

  /// Returns the address in its stored form, or the reason why the text is not an address. It does
  /// not check that a mailbox with this address exists.
  public static func parse(_ typed: String) -> Result<EmailAddress, EmailRefusal> {
    let text = typed.trimmed.lowercased()
    guard text.count <= longest else { return .failure(.tooLong(text.count)) }
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, isDomain(parts[1]),
      !text.unicodeScalars.contains(where: isForbidden)
    else { return .failure(.notAnAddress(typed)) }
    return .success(EmailAddress(text: text))
  }

  private init(text: String) { self.text = text }

  public static let longest = 255

  private static func isDomain(_ text: Substring) -> Bool {
    let labels = text.split(separator: ".", omittingEmptySubsequences: false)
    return labels.count >= 2 && labels.allSatisfy { !$0.isEmpty }
  }

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .spaceSeparator: true
    default: "<>()[],;:\\\"".unicodeScalars.contains(scalar)
    }
  }
}

/// The reason why a text is not an e-mail address.
public enum EmailRefusal: Error, Hashable, Sendable {
  case tooLong(Int)
  case notAnAddress(String)

  public var words: String {
    switch self {
    case .tooLong(let count):
      "An e-mail address has at most \(EmailAddress.longest) characters; this one has \(count)."
    case .notAnAddress(let text): "`\(text)` is not an e-mail address, like sam@example.org."
    }
  }
}

import Basics

/// The name of a person, a team or a school in a social network, such as `samlee`. It is stored
/// without the `@` that people write before it.
struct SocialHandle: Equatable, Sendable {
  let name: String

  /// Reads an account name with or without an `@` before it.
  ///
  /// - Returns: nil if the text cannot be an account name.
  init?(_ text: String) {
    let name = text.hasPrefix("@") ? text.dropFirst() : text[...]
    guard (1...64).contains(name.utf8.count),
      name.allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber || "._-".contains($0)) })
    else { return nil }
    self.name = String(name)
  }

  /// Reads an account name, or the address of the account's page in the network, such as
  /// `https://x.com/samlee`.
  init?(_ text: String, in network: SocialNetwork) {
    self.init(network.name(inAddress: text) ?? text)
  }

  /// The characters that an account name can have, as text for messages and help.
  static let takes = "letters, digits, dots, dashes and underscores"
}

/// A social network in which coaches and schools have accounts.
enum SocialNetwork: String, Sendable {
  case twitter = "Twitter"
  case instagram = "Instagram"

  private var hosts: [String] {
    switch self {
    case .twitter: ["x.com", "twitter.com"]
    case .instagram: ["instagram.com"]
    }
  }

  /// Returns the account name in the address of an account's page, such as `samlee` for
  /// `https://x.com/samlee` or `x.com/samlee`. It is nil for other texts, and for addresses of
  /// other pages of the network, such as the page of one message.
  fileprivate func name(inAddress text: String) -> String? {
    let address = text.contains("://") ? text : "https://" + text
    guard let host = WebAddress.host(of: address),
      hosts.contains(where: { host == $0 || host.hasSuffix("." + $0) })
    else { return nil }
    // The parts of `https://x.com/samlee` are its scheme, its host and the name.
    let parts = address.prefix { !"?#".contains($0) }.split(separator: "/")
    return parts.count == 3 ? String(parts[2]) : nil
  }
}

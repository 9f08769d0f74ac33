/// Decides whether a link leads to the public web, without opening it. If the program opened other
/// links for a visitor in a browser, the visitor could explore the computer that serves the pages,
/// and its network.
public enum PublicSite {
  /// Returns true if the host of the link is a plain name such as `example.org`, without a port, a
  /// user name or a numeric address. Other spellings are refused, because programs interpret them
  /// differently, and a check could accept an address that is then read as another one.
  public static func isNamed(by link: String) -> Bool {
    let link = link.lowercased()
    guard let scheme = ["http://", "https://"].first(where: link.hasPrefix) else { return false }
    let host = link.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    let labels = host.split(separator: ".", omittingEmptySubsequences: false)
    guard labels.count >= 2, let ending = labels.last, !ownEndings.contains(String(ending)),
      ending.utf8.count >= 2, ending.utf8.allSatisfy({ (0x61...0x7A).contains($0) })
    else { return false }
    return labels.allSatisfy { label in
      !label.isEmpty
        && label.utf8.allSatisfy { byte in
          (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x2D
        }
    }
  }

  /// Last parts of host names that no public web site has, such as `local` in `printer.local`. They
  /// belong to private networks or are reserved.
  private static let ownEndings: Set<String> = [
    "arpa", "corp", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "localhost", "onion", "private",
  ]
}

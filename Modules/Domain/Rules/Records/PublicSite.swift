/// Decides from the link alone whether it leads to the public web. Through other links, a visitor
/// in a browser could explore the computer that serves the pages, and its network.
public enum PublicSite {
  /// Returns true if the link's host is a name whose last part consists of letters, without a port,
  /// a user name or a numeric address. Other spellings are understood differently by different
  /// programs.
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

  /// Last parts of host names that no public site has.
  private static let ownEndings: Set<String> = [
    "arpa", "corp", "home", "internal", "intranet", "invalid", "lan", "local", "localdomain",
    "localhost", "onion", "private",
  ]
}

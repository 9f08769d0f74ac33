/// Checks web addresses in stored data before a page shows them as links. Without the check, an
/// address with a scheme such as `javascript:` could run a script or start another program
/// (domain.md 4.13).
public enum WebAddress {
  /// Returns whether the text is an http or https address with a host, and has no character that
  /// could end the quoted value of an HTML attribute. Any other text is shown without a link.
  public static func isLink(_ text: String) -> Bool {
    text.utf8.count <= 2000 && host(of: text) != nil
      && !text.unicodeScalars.contains { scalar in
        scalar.properties.isWhitespace || scalar.properties.generalCategory == .control
          || "\"<>`".unicodeScalars.contains(scalar)
      }
  }

  /// Returns the host of an http or https address, in lower case. Nil for any other text, and for a
  /// host without a dot.
  public static func host(of text: String) -> String? {
    let lowered = text.lowercased()
    guard let scheme = ["https://", "http://"].first(where: lowered.hasPrefix) else { return nil }
    let authority = lowered.dropFirst(scheme.count).prefix { !"/?#".contains($0) }
    let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
    let name = host.prefix { $0 != ":" }
    return name.contains(".") && !name.hasPrefix(".") && !name.hasSuffix(".") ? String(name) : nil
  }
}

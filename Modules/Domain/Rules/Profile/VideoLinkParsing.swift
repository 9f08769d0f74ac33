import Basics

extension VideoLink {
  /// Parses the web address of a video with or without a title, such as `https://youtu.be/abc` or
  /// `Spring highlights | https://youtu.be/abc`. The platform, such as YouTube, follows from the
  /// host of the address.
  public init?(typed: String) {
    let parts = typed.split(separator: "|", maxSplits: 1).map { String($0).trimmed }
    guard let url = parts.last, Self.isWebAddress(url) else { return nil }
    self.init(
      title: parts.count == 2 && !parts[0].isEmpty ? parts[0] : nil, url: url,
      platform: Self.platform(of: url))
  }

  /// Returns true if pages may link to a stored web address, which is so only for http and https.
  /// Other schemes, such as `javascript:`, could run code in a browser.
  public static func isWebAddress(_ text: String) -> Bool { WebAddress.isLink(text) }

  static func platform(of url: String) -> String {
    let host = WebAddress.host(of: url) ?? ""
    let sites = [
      ("youtube.com", "youtube"), ("youtu.be", "youtube"), ("hudl.com", "hudl"),
      ("vimeo.com", "vimeo"),
    ]
    let site = sites.first { host == $0.0 || host.hasSuffix("." + $0.0) }
    return site?.1 ?? "other"
  }
}

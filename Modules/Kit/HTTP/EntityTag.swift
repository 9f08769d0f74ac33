/// The name of one version of a page (an HTTP `ETag`). A browser that already has this version does
/// not need to receive the page again.
public struct EntityTag: Equatable, Sendable {
  /// The text of the tag. A header contains it between quotation marks.
  public let name: String

  /// Creates the tag. Nil for a name that cannot be quoted.
  public init?(_ name: String) {
    let isPlain = name.utf8.allSatisfy { $0 > ASCII.space && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    guard isPlain, !name.isEmpty else { return nil }
    self.name = name
  }

  /// The tag in the form of the `ETag` header.
  ///
  /// The prefix `W/` marks the tag as weak, because the compressed and the uncompressed bytes of a
  /// page have the same tag.
  public var text: String { "W/\"\(name)\"" }

  /// Returns whether `If-None-Match` contains this tag or `*` (RFC 9110, 13.1.2, weak comparison).
  public func isKnown(by headers: Headers) -> Bool {
    headers.list(of: "If-None-Match").contains { piece in
      piece == "*" || piece == text || piece == "\"\(name)\""
    }
  }
}

/// The name of one state of a page, so that a browser that has it need not be sent it again.
public struct EntityTag: Equatable, Sendable {
  /// The text between the quotes.
  public let name: String

  /// Nil for a name that cannot be quoted.
  public init?(_ name: String) {
    let isPlain = name.utf8.allSatisfy { $0 > ASCII.space && $0 < 0x7F && $0 != UInt8(ascii: "\"") }
    guard isPlain, !name.isEmpty else { return nil }
    self.name = name
  }

  /// The tag as a weak tag, because a compressed and an uncompressed page have the same one.
  public var text: String { "W/\"\(name)\"" }

  /// Whether `If-None-Match` names this state, or any (RFC 9110, 13.1.2: compared weakly).
  public func isKnown(by headers: Headers) -> Bool {
    headers.list(of: "If-None-Match").contains { piece in
      piece == "*" || piece == text || piece == "\"\(name)\""
    }
  }
}

import FeatureKit

/// An e-mail address, with the name of its owner if it is known.
public struct Mailbox: Equatable, Sendable {
  public let name: String?
  public let address: String

  /// Creates a mailbox. Throws if the address is not printable ASCII with one `@`, or if the name
  /// contains control characters, which could add further headers to a message.
  ///
  /// Direction marks and invisible characters in the name are replaced by visible ones.
  public init(_ address: String, name: String? = nil) throws(MailFailure) {
    guard Self.isPlain(address) else { throw .badAddress(address) }
    if let name, MailHeader.hasControls(name) {
      throw .controlCharacter(in: "name", of: name)
    }
    self.name = name.flatMap { $0.isEmpty ? nil : VisibleText($0).text }
    self.address = address
  }

  /// Creates a mailbox with a name from stored data. Control characters in the name become spaces
  /// instead of being rejected, and a long name is cut off, because the person cannot correct the
  /// name while sending.
  public init(_ address: String, cleaning name: String?) throws(MailFailure) {
    try self.init(address, name: name.map(Self.cleaned))
  }

  private static func cleaned(_ name: String) -> String {
    var kept = String.UnicodeScalarView()
    for scalar in name.unicodeScalars {
      if MailHeader.hasControls(String(scalar)) {
        kept.append(" ")
      } else if !scalar.properties.isBidiControl {
        kept.append(scalar)
      }
    }
    let words = String(kept).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return String(words.unicodeScalars.prefix(longestName))
  }

  /// The number of characters (Unicode scalars) after which a stored name is cut off, so that a
  /// very long name does not fill the header of a message.
  private static let longestName = 100

  /// Returns whether the address is printable ASCII with one `@`. Other addresses are rejected,
  /// because only few mail servers accept them.
  private static func isPlain(_ address: String) -> Bool {
    let parts = address.utf8.split(separator: UInt8(ascii: "@"), omittingEmptySubsequences: false)
    return parts.count == 2 && parts.allSatisfy { !$0.isEmpty } && address.utf8.count <= 255
      && address.utf8.allSatisfy { byte in
        (0x21..<0x7F).contains(byte) && !"<>()[],;:\\\"".utf8.contains(byte)
      }
  }

  /// The mailbox in the form of a mail header, such as `Sam Lee <sam@example.org>`.
  var header: MailHeader.Words {
    guard let name else { return .tokens([address]) }
    return .phrase(name, then: "<\(address)>")
  }

  /// The domain of the address, which is the part after the `@`, such as `example.org`.
  var domain: String { String(address.split(separator: "@").last ?? "") }
}

import FeatureKit

/// A file attached to a message.
public struct MailAttachment: Equatable, Sendable {
  public let name: String
  public let mediaType: String
  public let bytes: [UInt8]

  /// - Parameter mediaType: a media type from this program's code, such as `application/pdf`, never user input.
  public init(name: String, mediaType: String, bytes: [UInt8]) throws(MailFailure) {
    guard !name.isEmpty, !MailHeader.hasControls(name) else {
      throw .controlCharacter(in: "file name", of: name)
    }
    self.name = VisibleText(name).text
    self.mediaType = mediaType
    self.bytes = bytes
  }
}

extension MailAttachment {
  /// The MIME part with its headers.
  var part: [UInt8] {
    let type = MailHeader("Content-Type", .tokens(["\(mediaType);", "name=\"\(asciiName)\""]))
    let disposition = MailHeader("Content-Disposition", .tokens(["attachment;"] + parameters))
    let head = type.line + disposition.line + "Content-Transfer-Encoding: base64\r\n\r\n"
    return Array(head.utf8) + Base64.lines(bytes)
  }

  /// The exact file name, in the form of RFC 2231 where it has more than ASCII. Mail programs use
  /// the first of two names, so the header has only this one; programs that do not know RFC 2231
  /// find an ASCII name in the content type.
  private var parameters: [String] {
    guard asciiName != name else { return ["filename=\"\(asciiName)\""] }
    return ["filename*=UTF-8''" + PercentEncoding.encoded(name)]
  }

  private var asciiName: String {
    String(
      String.UnicodeScalarView(
        name.unicodeScalars.map { scalar in
          let isPlain = (0x20..<0x7F).contains(scalar.value) && scalar != "\"" && scalar != "\\"
          return isPlain ? scalar : "_"
        }))
  }
}

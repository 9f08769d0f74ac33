import FeatureKit

/// A file that is attached to an e-mail message.
public struct MailAttachment: Equatable, Sendable {
  public let name: String
  public let mediaType: String
  public let bytes: [UInt8]

  /// Creates an attachment. Throws if the name is empty or contains control characters.
  ///
  /// - Parameter mediaType: a media type such as `application/pdf`. It must come from the program's
  ///   code and never from user input, because it is not checked.
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
  /// The part of the message with this file in the MIME format, including the part's headers.
  var part: [UInt8] {
    let type = MailHeader("Content-Type", .tokens(["\(mediaType);", "name=\"\(asciiName)\""]))
    let disposition = MailHeader("Content-Disposition", .tokens(["attachment;"] + parameters))
    let head = type.line + disposition.line + "Content-Transfer-Encoding: base64\r\n\r\n"
    return Array(head.utf8) + Self.lines(Base64.encoded(bytes))
  }

  /// Returns the characters in lines of 76, each with CRLF at its end (RFC 2045, section 6.8).
  private static func lines(_ characters: [UInt8]) -> [UInt8] {
    var lines: [UInt8] = []
    lines.reserveCapacity(characters.count + characters.count / 38 + 2)
    var start = 0
    while start < characters.count {
      let end = min(characters.count, start + 76)
      lines += characters[start..<end]
      lines += [UInt8(ascii: "\r"), UInt8(ascii: "\n")]
      start = end
    }
    return lines
  }

  /// The parameters of `Content-Disposition` with the exact file name. A name that is not ASCII is
  /// encoded (RFC 2231).
  ///
  /// A second, plain name cannot be added, because mail programs use the first of two names.
  /// Programs that do not know RFC 2231 find an ASCII name in the content type.
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

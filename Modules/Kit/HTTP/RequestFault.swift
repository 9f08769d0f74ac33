/// A fault of a received request or of the form in it, for which the server answers with an error
/// status.
public enum RequestFault: Error, Equatable, Sendable {
  /// The path or the query in the request's first line is invalid. For example, it has spaces,
  /// control characters, an incomplete encoding, or `..` in the path.
  case badTarget(String)
  case targetTooLong(limit: Int)
  /// A header with an invalid name or value.
  case badHeader(String)
  case headersTooLarge(limit: Int)
  case tooManyHeaders(limit: Int)
  /// The first line or a header contains a NUL, or a header spans two lines. Two programs, such as
  /// a proxy and this server, could parse such a head differently.
  case headUnclear
  case hostMissing
  /// The request declares its length twice, or declares a length and sends chunks. Two programs,
  /// such as a proxy and this server, could disagree about the end of the request.
  case lengthUnclear
  case transferNotSupported(String)
  case versionNotSupported(String)
  case bodyTooLarge(limit: Int)
  /// The sender stopped before the declared end, or was too slow.
  case bodyCutShort
  /// The body is not a form. The type is nil if the request has none.
  case notAForm(type: String?)
  case formMalformed(String)
  case tooManyFields(limit: Int)
  case fieldsTooLarge(limit: Int)
  case fileTooLarge(name: String, limit: Int)
  case notAcceptable(String)

  public var status: Status {
    switch self {
    case .badTarget, .badHeader, .headUnclear, .hostMissing, .lengthUnclear, .bodyCutShort,
      .formMalformed:
      .badRequest
    case .targetTooLong: .targetTooLong
    case .headersTooLarge, .tooManyHeaders: .headersTooLarge
    case .transferNotSupported: .notImplemented
    case .versionNotSupported: .versionNotSupported
    case .bodyTooLarge, .tooManyFields, .fieldsTooLarge, .fileTooLarge: .contentTooLarge
    case .notAForm: .unsupportedMediaType
    case .notAcceptable: .notAcceptable
    }
  }

  /// The fault in one sentence for the client.
  public var sentence: String {
    switch self {
    case .badTarget(let target):
      "“\(Self.shown(target))” is no address of a page."
    case .targetTooLong(let limit):
      "The address is too long: \(limit) characters are the limit."
    case .badHeader(let name):
      "The request's header “\(Self.shown(name))” cannot be read."
    case .headersTooLarge(let limit):
      "The request's headers are too large: \(limit) bytes are the limit."
    case .tooManyHeaders(let limit):
      "The request has too many headers: \(limit) is the limit."
    case .headUnclear:
      "The request's headers cannot be read."
    case .hostMissing:
      "The request does not say which host it is for."
    case .lengthUnclear:
      "The request does not say clearly how long it is."
    case .transferNotSupported(let coding):
      "The request is sent as “\(Self.shown(coding))”, which this server does not read."
    case .versionNotSupported(let version):
      "“\(Self.shown(version))” is not spoken here; HTTP/1.1 is."
    case .bodyTooLarge(let limit):
      "What was sent is too large: \(Self.size(limit)) is the limit."
    case .bodyCutShort:
      "What was sent ended too early. Send it again."
    case .notAForm(let type):
      "A form was expected, and \(type.map { "“\(Self.shown($0))”" } ?? "something else") came."
    case .formMalformed(let reason):
      "The form cannot be read: \(Self.shown(reason))."
    case .tooManyFields(let limit):
      "The form has too many fields: \(limit) is the limit."
    case .fieldsTooLarge(let limit):
      "The form's text is too long: \(Self.size(limit)) is the limit."
    case .fileTooLarge(let name, let limit):
      "The file “\(Self.shown(name))” is too large: \(Self.size(limit)) is the limit."
    case .notAcceptable(let wanted):
      "There is no answer of the kind “\(Self.shown(wanted))”."
    }
  }

  /// Returns a text from the request in the form in which the fault's sentence quotes it: at most
  /// 80 characters, with `\u{FFFD}` in place of control characters. A hostile client may send a
  /// long text with any characters.
  private static func shown(_ text: String) -> String {
    let plain = text.unicodeScalars.map { scalar in
      scalar.properties.generalCategory == .control ? "\u{FFFD}" : Character(scalar)
    }
    return plain.count > 80 ? String(plain.prefix(79)) + "…" : String(plain)
  }

  private static func size(_ bytes: Int) -> String {
    switch bytes {
    case let bytes where bytes >= 1 << 20 && bytes % (1 << 20) == 0: "\(bytes >> 20) MB"
    case let bytes where bytes >= 1 << 10 && bytes % (1 << 10) == 0: "\(bytes >> 10) KB"
    default: "\(bytes) bytes"
    }
  }
}

/// The status code of a response, and its phrase.
public struct Status: Hashable, Sendable, ExpressibleByIntegerLiteral {
  public let code: Int

  public init(_ code: Int) { self.code = code }

  public init(integerLiteral code: Int) { self.code = code }

  public static let ok: Status = 200
  public static let created: Status = 201
  public static let noContent: Status = 204
  /// The status 303, which answers a sent form. It tells the browser to load the result from
  /// another address with GET, so reloading the result does not send the form again.
  public static let seeOther: Status = 303
  public static let notModified: Status = 304
  public static let badRequest: Status = 400
  public static let unauthorized: Status = 401
  public static let forbidden: Status = 403
  public static let notFound: Status = 404
  public static let methodNotAllowed: Status = 405
  public static let notAcceptable: Status = 406
  public static let conflict: Status = 409
  public static let contentTooLarge: Status = 413
  public static let targetTooLong: Status = 414
  public static let unsupportedMediaType: Status = 415
  public static let tooManyRequests: Status = 429
  public static let headersTooLarge: Status = 431
  public static let internalError: Status = 500
  public static let notImplemented: Status = 501
  public static let unavailable: Status = 503
  public static let versionNotSupported: Status = 505

  /// The phrase, such as `Not Found`, from the registry of status codes. Empty for a code that is
  /// not listed here.
  public var phrase: String { Self.phrases[code] ?? "" }

  public var isSuccess: Bool { (200..<300).contains(code) }

  /// Whether an answer with this status never has a body (RFC 9110, 15).
  public var hasNoBody: Bool { code < 200 || code == 204 || code == 304 }

  private static let phrases: [Int: String] = [
    200: "OK", 201: "Created", 202: "Accepted", 204: "No Content", 206: "Partial Content",
    301: "Moved Permanently", 302: "Found", 303: "See Other", 304: "Not Modified",
    307: "Temporary Redirect", 308: "Permanent Redirect",
    400: "Bad Request", 401: "Unauthorized", 403: "Forbidden", 404: "Not Found",
    405: "Method Not Allowed", 406: "Not Acceptable", 408: "Request Timeout", 409: "Conflict",
    410: "Gone", 411: "Length Required", 412: "Precondition Failed", 413: "Content Too Large",
    414: "URI Too Long", 415: "Unsupported Media Type", 417: "Expectation Failed",
    422: "Unprocessable Content", 429: "Too Many Requests",
    431: "Request Header Fields Too Large",
    500: "Internal Server Error", 501: "Not Implemented", 502: "Bad Gateway",
    503: "Service Unavailable", 504: "Gateway Timeout", 505: "HTTP Version Not Supported",
  ]
}

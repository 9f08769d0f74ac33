extension LinkAnswer {
  /// Whether the link works, judged by this answer of the web site or disk to which the link leads.
  /// It is nil if the link was not really tried, for example because the device was offline. The
  /// stored result of an earlier check then stays unchanged.
  ///
  /// A link counts as broken only if it would not work for a coach either. After a server error, a
  /// request to sign in, a refusal of automatic requests or no answer in time, the result is
  /// unknown.
  public var health: LinkHealth? {
    switch self {
    case .status(let code):
      switch code {
      case 200..<400: .healthy
      case 401, 403, 407, 408, 425, 429, 451, 500...: .unknown
      default: .broken
      }
    case .fileFound: .healthy
    case .hostUnknown, .connectionRefused, .untrusted, .tooManyRedirections, .fileMissing,
      .fileUnreadable, .fileDamaged:
      .broken
    case .connectionLost, .timedOut, .strange: .unknown
    case .fileElsewhere, .noFolder, .notFromHere, .offline, .libraryMissing, .notTried: nil
    }
  }

  /// The answer as a phrase that is shown after the link's address, such as `no such site was
  /// found`.
  public var words: String {
    switch self {
    case .status(let code): Self.words(ofStatus: code)
    case .hostUnknown: "no such site was found"
    case .connectionRefused: "the site takes no connection"
    case .connectionLost: "the site broke the connection off"
    case .untrusted: "the site could not prove that it is that site"
    case .tooManyRedirections: "leads from one address to the next without end"
    case .timedOut(let seconds):
      "no answer within \(seconds) \(seconds == 1 ? "second" : "seconds")"
    case .strange: "the site answers something that cannot be understood"
    case .fileFound: "the file is there"
    case .fileMissing: "there is no such file"
    case .fileUnreadable: "the file cannot be read"
    case .fileDamaged: "the file is damaged: a part of it is missing"
    case .fileElsewhere: "not tried, because the file is on another device"
    case .noFolder: "not tried, because the path does not say in which folder"
    case .notFromHere: "not tried, because it is no site of the public web"
    case .offline: "not tried, because this machine is offline"
    case .libraryMissing, .notTried: "not tried"
    }
  }

  private static func words(ofStatus code: Int) -> String {
    let meaning: String? =
      switch code {
      case 200..<400: "found"
      case 401, 407: "asks for a sign-in"
      case 403: "refuses visitors without a sign-in, or refuses programs"
      case 404: "not found"
      case 410: "gone for good"
      case 429: "was asked too often"
      case 500...: "has trouble now"
      default: nil
      }
    return "answers \(code)" + (meaning.map { ", \($0)" } ?? "")
  }
}

import HTTP

/// The request line and the headers of a request after all checks. A request that two programs
/// could parse differently is rejected. Otherwise an attacker could hide a second request in it,
/// which a proxy does not see and this server answers.
struct RequestHead {
  let target: RequestTarget
  let headers: Headers
  /// The length of the body in bytes; 0 if there is no body, nil for a chunked body.
  let bodyLength: Int?
  let expectsContinue: Bool

  init(
    method: Method, target: String, version: String, headers: Headers, limits: ServerLimits
  ) throws(RequestFault) {
    guard version == "HTTP/1.1" || version == "HTTP/1.0" else {
      throw .versionNotSupported(version)
    }
    guard target.utf8.count <= limits.target else { throw .targetTooLong(limit: limits.target) }
    self.target = try RequestTarget(target)
    guard self.target.path != "*" || method == .options else { throw .badTarget(target) }
    let hosts = headers.values(of: "Host")
    guard hosts.count == 1 || (hosts.isEmpty && version == "HTTP/1.0") else { throw .hostMissing }
    bodyLength = try Self.bodyLength(headers)
    expectsContinue = headers.list(of: "Expect").contains { $0.lowercased() == "100-continue" }
    self.headers = headers
  }

  private static func bodyLength(_ headers: Headers) throws(RequestFault) -> Int? {
    let lengths = headers.values(of: "Content-Length")
    let codings = headers.values(of: "Transfer-Encoding")
    if let coding = codings.first {
      guard lengths.isEmpty, codings.count == 1 else { throw .lengthUnclear }
      guard coding.lowercased() == "chunked" else { throw .transferNotSupported(coding) }
      return nil
    }
    guard let text = lengths.first else { return 0 }
    let isNumber = !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard lengths.count == 1, isNumber, let length = Int(text) else { throw .lengthUnclear }
    return length
  }
}

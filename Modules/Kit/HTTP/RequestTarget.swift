import Basics

/// The path and the query in a request's first line, such as `/pages/p4?sort=name`.
///
/// They are parsed once, so routing, checks and logs use the same path. An ambiguous text is
/// refused. Examples are `..`, empty parts, control characters, and an incomplete encoding.
public struct RequestTarget: Equatable, Sendable {
  /// The path as the client sent it, without the query. It begins with `/`.
  public let path: String
  /// The decoded parts between the slashes. A slash at the end adds no part. `%2F` inside a part is
  /// a slash in its text.
  public let segments: [String]
  public let query: Fields
  /// The host, if the first line contains a complete URL such as `http://host/path`. Browsers send
  /// one only to proxies. Nil otherwise.
  public let host: String?

  public init(_ raw: String) throws(RequestFault) {
    let isPlain = raw.withBytes { $0.allSatisfy { $0 > ASCII.space && $0 < 0x7F } }
    guard isPlain, !raw.isEmpty else { throw .badTarget(raw) }
    var rest = Substring(raw)
    var host: String?
    let isURL = raw.utf8.first != UInt8(ascii: "/")
    for scheme in ["http://", "https://"]
    where isURL && ASCII.lowercased(raw.prefix(8)).hasPrefix(scheme) {
      rest = rest.dropFirst(scheme.count)
      let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
      host = String(rest[..<end])
      rest = rest[end...]
      if rest.first != "/" { rest = "/" + rest }
      break
    }
    let cut = rest.utf8.firstIndex(of: UInt8(ascii: "?"))
    let path = String(rest[..<(cut ?? rest.endIndex)])
    // `OPTIONS *` asks about the server as a whole, so `*` is accepted in place of a path.
    let isClear = path.withBytes {
      !$0.contains(UInt8(ascii: "#")) && !$0.contains(UInt8(ascii: "\\"))
    }
    let isPath = path.utf8.first == UInt8(ascii: "/")
    guard isPath || raw == "*", isClear else { throw .badTarget(raw) }
    var segments: [String] = []
    var pieces: [Substring.UTF8View] =
      isPath
      ? path.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      : []
    if pieces.last?.isEmpty == true { pieces.removeLast() }
    for piece in pieces {
      guard let segment = PercentEncoding.decoded(Substring(piece)), !segment.isEmpty,
        segment != ".", segment != "..",
        !segment.withBytes({ $0.contains(where: ASCII.isControl) })
      else { throw .badTarget(raw) }
      segments.append(segment)
    }
    let query = cut.map { rest[rest.index(after: $0)...] } ?? ""
    do throws(RequestFault) {
      self.query = try Fields(parsing: query)
    } catch .tooManyFields(let limit) {
      throw .tooManyFields(limit: limit)
    } catch {
      throw .badTarget(raw)
    }
    self.path = path
    self.segments = segments
    self.host = host
  }

  /// Path and query as one text.
  public var text: String { query.all.isEmpty ? path : "\(path)?\(query.text)" }
}

public import HTTP
import JSON

/// The address of a server that speaks the Supabase protocol, and the public key that every request
/// contains.
///
/// The key is no secret: the database decides for each row which account may read or change it (row
/// security).
public struct SupabaseProject: Equatable, Sendable {
  /// The address in the form `https://host` or `http://host:port/path`, without a slash at its end.
  public let address: String
  public let key: String

  public init(address: String, key: String) throws(RequestFault) {
    let plain = String(address.reversed().drop { $0 == "/" }.reversed())
    let request = try Request(.get, address: plain)
    guard request.query.all.isEmpty else { throw .badTarget(plain) }
    self.address = plain
    self.key = key
  }

  /// Returns a request to a path below the address of the server. Keys and tokens are only in the
  /// headers, because servers write addresses into logs.
  func request(
    _ method: Method, _ path: String, _ query: [Fields.Field] = [], token: String?,
    headers: Headers = [:], body: JSONValue? = nil
  ) throws(SupabaseFailure) -> Request {
    let question = query.isEmpty ? "" : "?" + Fields(query).text
    var headers = headers
    headers["apikey"] = key
    headers["Authorization"] = "Bearer \(token ?? key)"
    headers["Accept"] = headers["Accept"] ?? "application/json"
    if body != nil { headers["Content-Type"] = "application/json" }
    do throws(RequestFault) {
      return try Request(
        method, address: "\(address)\(path)\(question)", headers: headers,
        body: body.map { .bytes(Array($0.text.utf8)) } ?? .none)
    } catch {
      throw .network(.badAddress)
    }
  }
}

/// The method of a request. Upper and lower case differ: `get` is not GET.
public struct Method: Hashable, Sendable, CustomStringConvertible {
  public let name: String

  public init(_ name: String) { self.name = name }

  public static let get = Method("GET")
  public static let head = Method("HEAD")
  public static let post = Method("POST")
  public static let put = Method("PUT")
  public static let patch = Method("PATCH")
  public static let delete = Method("DELETE")
  public static let options = Method("OPTIONS")

  /// Whether a request with this method only reads data (RFC 9110, 9.2.1). A request that only
  /// reads is safe to repeat, to prefetch and to follow as a link.
  public var isSafe: Bool { [.get, .head, .options].contains(self) }

  /// Whether sending the request twice has the same effect as sending it once (RFC 9110, 9.2.2).
  public var isIdempotent: Bool { isSafe || [.put, .delete].contains(self) }

  public var description: String { name }
}

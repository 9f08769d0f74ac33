/// The method of a request. It is case-sensitive: `get` is not GET.
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

  /// Whether it only reads (RFC 9110, 9.2.1): safe to repeat, to prefetch and to follow as a link.
  public var isSafe: Bool { [.get, .head, .options].contains(self) }

  /// Whether doing it twice is as doing it once (RFC 9110, 9.2.2).
  public var isIdempotent: Bool { isSafe || [.put, .delete].contains(self) }

  public var description: String { name }
}

/// The reason why a text is not valid JSON, and the position of the fault.
public struct JSONFailure: Error, Equatable, Sendable {
  public var reason: Reason
  /// The number of bytes before the fault.
  public var offset: Int

  public enum Reason: Equatable, Sendable {
    case tooLarge(limit: Int)
    case tooDeep(limit: Int)
    case notUTF8
    case endedEarly
    case unexpected(UInt8)
    case badNumber
    case badEscape
    /// A control character is unescaped in a JSON string.
    case rawControl(UInt8)
    case textAfterValue
    /// The object has the same key twice, and the limits of the parser do not allow repeated keys.
    case repeatedKey(String)
  }

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// The limits of a JSON text, such as its depth and its size. Without them, a hostile text could
/// exhaust the stack or the memory.
public struct JSONLimits: Sendable {
  public var depth: Int
  public var bytes: Int
  /// Whether an object may have the same key twice. The last value then counts.
  public var allowsRepeatedKeys: Bool

  public init(depth: Int = 128, bytes: Int = 256 << 20, allowsRepeatedKeys: Bool = true) {
    self.depth = depth
    self.bytes = bytes
    self.allowsRepeatedKeys = allowsRepeatedKeys
  }
}

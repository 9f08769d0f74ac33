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
  }

  public init(_ reason: Reason, at offset: Int) {
    self.reason = reason
    self.offset = offset
  }
}

/// The largest depth and size of a JSON text that is parsed, because a hostile text could exhaust
/// the stack or the memory.
public struct JSONLimits: Sendable {
  public var depth: Int
  public var bytes: Int

  public init(depth: Int = 128, bytes: Int = 256 << 20) {
    self.depth = depth
    self.bytes = bytes
  }
}

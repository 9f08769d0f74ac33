/// Unpredictable bytes, as a capability: for codes, session tokens and ids.
public struct RandomSource: Capability {
  private let draw: @Sendable (Int) throws(Problem) -> [UInt8]

  public init(_ draw: @escaping @Sendable (Int) throws(Problem) -> [UInt8]) {
    self.draw = draw
  }

  /// Returns random bytes. A machine without a random source throws, and never returns weaker
  /// bytes.
  public func bytes(_ count: Int) throws(Problem) -> [UInt8] { try draw(count) }

  public static func unimplemented(_ place: Unimplemented) -> RandomSource {
    RandomSource { _ throws(Problem) in throw place.problem("bytes") }
  }
}

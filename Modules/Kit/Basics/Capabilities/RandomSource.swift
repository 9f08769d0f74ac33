/// A source of unpredictable bytes as a capability (a service that features receive), for codes,
/// session tokens and identifiers.
public struct RandomSource: Capability {
  private let draw: @Sendable (Int) throws(Problem) -> [UInt8]

  public init(_ draw: @escaping @Sendable (Int) throws(Problem) -> [UInt8]) {
    self.draw = draw
  }

  /// Returns random bytes. Throws on a machine without a secure random source, because weaker bytes
  /// could be guessed.
  public func bytes(_ count: Int) throws(Problem) -> [UInt8] { try draw(count) }

  public static func unimplemented(_ place: Unimplemented) -> RandomSource {
    RandomSource { _ throws(Problem) in throw place.problem("bytes") }
  }
}

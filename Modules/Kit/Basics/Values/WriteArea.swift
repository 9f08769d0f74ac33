/// A part of the data that a read-only viewer can be allowed to change. The kit itself declares
/// none; Domain declares them.
public struct WriteArea: Hashable, Sendable {
  /// The name is only used to compare areas; no page shows it.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

/// A part of the data that a read-only viewer can be allowed to change. The kit declares no areas.
/// Domain declares them.
public struct WriteArea: Hashable, Sendable {
  /// The name, which is used only to compare areas. No page shows it.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

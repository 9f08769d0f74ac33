/// A part of the data, such as the tasks, that the owner can allow a read-only viewer to change.
/// The kit declares no areas. Domain declares them.
public struct WriteArea: Hashable, Sendable {
  /// The name, which is used only to compare areas. No page shows it.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

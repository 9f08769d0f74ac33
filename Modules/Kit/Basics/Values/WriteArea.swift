/// A part of the data, such as the tasks. The data's owner can allow a viewer who otherwise may
/// only read to change it. The module Domain declares the areas.
public struct WriteArea: Hashable, Sendable {
  /// The name, which is used only to compare areas. No page shows it.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

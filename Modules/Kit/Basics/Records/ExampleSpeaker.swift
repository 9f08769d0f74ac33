/// In what capacity an example is said, where it means something only in that. The kit knows none; Domain declares them.
public struct ExampleSpeaker: Hashable, Sendable {
  /// Compared and shown nowhere: whoever runs the examples knows who that is.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

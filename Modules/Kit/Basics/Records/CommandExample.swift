/// In what capacity an example is said, where it means something only in that. The kit knows none; Domain declares them.
public struct ExampleSpeaker: Hashable, Sendable {
  /// Compared and shown nowhere: the runner of the examples knows who that is.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

/// A line to type and what it prints on the made-up data, run as a test.
///
/// An output that ends in a line `…` is a beginning; otherwise it is all of stdout.
public struct CommandExample: Equatable, Sendable {
  /// As it is typed after the name of the program.
  public var line: String
  /// Who says it; nil for the person whom the data are about, who may say most lines.
  public var speaker: ExampleSpeaker?
  /// What is printed, piped: no colour, no width of a terminal.
  public var output: String

  public init(_ line: String, as speaker: ExampleSpeaker? = nil, prints output: String) {
    self.line = line
    self.speaker = speaker
    self.output = output
  }
}

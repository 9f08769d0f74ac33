/// The person who is signed in while an example of the help runs, for example the owner of the
/// data.
///
/// This module knows no roles of people, so the Domain module declares the possible values.
public struct ExampleSpeaker: Hashable, Sendable {
  /// The name by which the test that runs the examples chooses the person to sign in. The help does
  /// not show it.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

/// An example in the help: a command line and its output with the program's sample data.
///
/// A test runs the line and compares the output.
///
/// An output that ends with a line `…` is only the beginning. Any other output is compared as a
/// whole.
public struct CommandExample: Equatable, Sendable {
  /// The command line without the program's name, such as `tasks complete strength`.
  public var line: String
  /// The person who is signed in while the example runs. Nil for the owner of the data.
  public var speaker: ExampleSpeaker?
  /// The output of the command when it is written to a pipe: without color, and not cut to the
  /// width of a terminal.
  public var output: String

  public init(_ line: String, as speaker: ExampleSpeaker? = nil, prints output: String) {
    self.line = line
    self.speaker = speaker
    self.output = output
  }
}

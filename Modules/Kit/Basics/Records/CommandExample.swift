/// The role in which an example is run, if it needs one. The kit defines none; Domain declares them.
public struct ExampleSpeaker: Hashable, Sendable {
  /// An identifier that is never shown: the runner of the examples maps it to a person.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

/// A command line and its output on the demo data, which a test verifies.
///
/// If the output ends with a line `…`, it is only the beginning of stdout; otherwise it is all of
/// stdout.
public struct CommandExample: Equatable, Sendable {
  /// The line as it is typed after the name of the program.
  public var line: String
  /// The role that runs it; nil for the owner of the data, who may run most lines.
  public var speaker: ExampleSpeaker?
  /// The output in a pipe: without color and without a terminal's width.
  public var output: String

  public init(_ line: String, as speaker: ExampleSpeaker? = nil, prints output: String) {
    self.line = line
    self.speaker = speaker
    self.output = output
  }
}

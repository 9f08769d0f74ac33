/// The role in which an example runs, if it needs one. The kit defines no roles. Domain declares
/// them.
public struct ExampleSpeaker: Hashable, Sendable {
  /// An identifier that is never shown. The runner of the examples maps it to a person.
  public let name: String

  public init(_ name: String) {
    self.name = name
  }
}

/// A command line and its output with the demo data. A test verifies the output.
///
/// If the output ends with a line `…`, it is only the beginning of stdout. Otherwise it is all of
/// stdout.
public struct CommandExample: Equatable, Sendable {
  /// The line without the name of the program.
  public var line: String
  /// The role that runs the example. Nil for the owner of the data.
  public var speaker: ExampleSpeaker?
  /// The output in a pipe, without color and without a terminal's width.
  public var output: String

  public init(_ line: String, as speaker: ExampleSpeaker? = nil, prints output: String) {
    self.line = line
    self.speaker = speaker
    self.output = output
  }
}

/// A named stream of bytes that a command made: the host writes it to a file, a pipe or a browser.
public struct Artifact: Sendable {
  /// A plain file name without a path: `report.csv`.
  public var name: String
  /// What a browser is told it is: `text/csv`.
  public var mediaType: String
  /// Where the command was told to put it; the host chooses when nil.
  public var path: String?
  /// Whether it is the answer itself: written to the output, and never into a file of its own accord.
  public var isAnswer = false
  /// Streams the bytes into the sink, so that a million rows never stand in memory at once.
  public var write: @Sendable (ArtifactSink) async throws(Problem) -> Void

  public init(
    name: String, mediaType: String, path: String? = nil,
    write: @escaping @Sendable (ArtifactSink) async throws(Problem) -> Void
  ) {
    self.name = name
    self.mediaType = mediaType
    self.path = path
    self.write = write
  }

  public init(name: String, mediaType: String, text: String) {
    self.init(name: name, mediaType: mediaType) { sink throws(Problem) in
      try sink.write(Array(text.utf8))
    }
  }
}

extension Artifact: Equatable {
  /// Two artifacts are told apart by name, type and place; a test that cares for the bytes writes them to a sink.
  public static func == (left: Artifact, right: Artifact) -> Bool {
    left.name == right.name && left.mediaType == right.mediaType && left.path == right.path
  }
}

/// Where an artifact's bytes go.
public struct ArtifactSink: Sendable {
  private let accept: @Sendable ([UInt8]) throws(Problem) -> Void

  public init(_ accept: @escaping @Sendable ([UInt8]) throws(Problem) -> Void) {
    self.accept = accept
  }

  /// Passes the bytes on. Throws when the disk is full, or the reader is gone.
  public func write(_ bytes: [UInt8]) throws(Problem) {
    try accept(bytes)
  }

  /// The same for text, as UTF-8.
  public func write(_ text: String) throws(Problem) {
    try accept(Array(text.utf8))
  }
}

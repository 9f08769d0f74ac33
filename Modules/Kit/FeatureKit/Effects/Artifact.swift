/// A named stream of bytes that a command created. The shell writes it to a file or a pipe, and the
/// web server sends it to a browser.
public struct Artifact: Sendable {
  /// A file name without a path, such as `report.csv`.
  public var name: String
  /// The media type for browsers, such as `text/csv`.
  public var mediaType: String
  /// The path that the person has typed for the file, for example after `--out`. Nil lets the
  /// program choose the path.
  public var path: String?
  /// Whether the bytes are the answer of the command, such as the JSON of `--fields`. The shell
  /// then writes them to the standard output, and to a file only on request.
  public var isAnswer = false
  /// One sentence that says what the file holds, which a terminal shows below its name. Nil if the
  /// name says enough.
  public private(set) var contents: String?
  /// Writes the bytes to the sink (a file, a pipe or a browser) in portions, so the memory in use
  /// does not grow with the number of rows.
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

  /// Returns a copy of the artifact (the file that a command creates) with a sentence that says
  /// what it contains.
  public func holding(_ contents: String) -> Artifact {
    var copy = self
    copy.contents = contents
    return copy
  }
}

extension Artifact: Equatable {
  /// Returns whether name, type and path are equal.
  ///
  /// The bytes are not compared, because they exist only while they are written.
  public static func == (left: Artifact, right: Artifact) -> Bool {
    left.name == right.name && left.mediaType == right.mediaType && left.path == right.path
  }
}

/// The destination of an artifact's bytes, such as a file, a pipe or a browser.
public struct ArtifactSink: Sendable {
  private let accept: @Sendable ([UInt8]) throws(Problem) -> Void

  public init(_ accept: @escaping @Sendable ([UInt8]) throws(Problem) -> Void) {
    self.accept = accept
  }

  /// Passes the bytes on. Throws if the disk is full, or if the reader has closed the pipe.
  public func write(_ bytes: [UInt8]) throws(Problem) {
    try accept(bytes)
  }

  /// Passes the text on as UTF-8.
  public func write(_ text: String) throws(Problem) {
    try accept(Array(text.utf8))
  }
}

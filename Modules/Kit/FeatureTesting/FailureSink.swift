public import Testing

/// Receives a test store's failures: the running test, or a list if the words themselves are tested.
public struct FailureSink: Sendable {
  private let record: @Sendable (String, SourceLocation) -> Void

  public init(_ record: @escaping @Sendable (String, SourceLocation) -> Void) {
    self.record = record
  }

  /// A sink that fails the running test.
  public static let issues = FailureSink { message, location in
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }

  func callAsFunction(_ message: String, at location: SourceLocation) {
    record(message, location)
  }
}

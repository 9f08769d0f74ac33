public import Testing

/// Receives the failed assertions of a test store. It reports them to the running test, or adds
/// them to a list if a test checks the assertions themselves.
public struct FailureSink: Sendable {
  private let record: @Sendable (String, SourceLocation) -> Void

  public init(_ record: @escaping @Sendable (String, SourceLocation) -> Void) {
    self.record = record
  }

  /// A sink that records each failed assertion as an issue of the running test.
  public static let issues = FailureSink { message, location in
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }

  func callAsFunction(_ message: String, at location: SourceLocation) {
    record(message, location)
  }
}

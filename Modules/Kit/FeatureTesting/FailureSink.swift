public import Testing

/// Receives the failures of a test store. They go to the running test, or to a list if a test
/// checks the failures themselves.
public struct FailureSink: Sendable {
  private let record: @Sendable (String, SourceLocation) -> Void

  public init(_ record: @escaping @Sendable (String, SourceLocation) -> Void) {
    self.record = record
  }

  /// Records each failure as an issue of the running test.
  public static let issues = FailureSink { message, location in
    Issue.record(Comment(rawValue: message), sourceLocation: location)
  }

  func callAsFunction(_ message: String, at location: SourceLocation) {
    record(message, location)
  }
}

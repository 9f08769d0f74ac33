public import Basics

/// The operation that finds records by handle (a short name such as `s3`), id or name. It is used
/// to resolve references in commands and to complete typed words (decision 2).
public struct RecordIndexGateway: Gateway {
  public var find = Endpoint<
    (lookup: ReferenceResolver.Lookup, athlete: RecordID?), [ReferenceResolver.Named]
  >("find")

  public init() {}
}

extension RecordIndexGateway {
  /// Returns the matching records of an athlete that the signed-in person may see.
  ///
  /// - Parameter athlete: the athlete whose records are searched; nil searches only records that
  ///   belong to the person.
  public func find(
    _ lookup: ReferenceResolver.Lookup, of athlete: RecordID?
  ) async throws(Problem) -> [ReferenceResolver.Named] {
    try await find((lookup, athlete))
  }

  /// Returns the resolver with which the shell and the web server find the record that a typed text
  /// means. It calls `athlete` at each lookup, because the person can switch to another athlete.
  public func resolver(
    athlete: @escaping @Sendable () -> RecordID?
  ) -> ReferenceResolver {
    ReferenceResolver { lookup throws(Problem) in try await find((lookup, athlete())) }
  }
}

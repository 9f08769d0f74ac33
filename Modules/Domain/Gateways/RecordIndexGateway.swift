public import Basics

/// Finds records by handle, id and name, for the resolver and for completion (decision 2).
public struct RecordIndexGateway: Gateway {
  public var find = Endpoint<
    (lookup: ReferenceResolver.Lookup, athlete: RecordID?), [ReferenceResolver.Named]
  >("find")

  public init() {}
}

extension RecordIndexGateway {
  /// Finds only records of this athlete that the acting person may see.
  ///
  /// - Parameter athlete: the athlete who is viewed; nil finds only records of the person.
  public func find(
    _ lookup: ReferenceResolver.Lookup, of athlete: RecordID?
  ) async throws(Problem) -> [ReferenceResolver.Named] {
    try await find((lookup, athlete))
  }

  /// Returns the resolver that a host uses. The closure `athlete` is called at each lookup, because
  /// people switch between athletes.
  public func resolver(
    athlete: @escaping @Sendable () -> RecordID?
  ) -> ReferenceResolver {
    ReferenceResolver { lookup throws(Problem) in try await find((lookup, athlete())) }
  }
}

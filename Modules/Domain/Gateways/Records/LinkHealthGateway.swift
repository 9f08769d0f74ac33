public import Basics

/// Stores the results of trying the links of an athlete's documents.
public struct LinkHealthGateway: Gateway {
  public var record = Endpoint<(trials: [LinkTrial], athlete: RecordID), [DocumentRow]>("record")

  public init() {}

  /// Stores the result and the time of every tried link in one write; returns the documents after
  /// the write.
  ///
  /// A document that was deleted meanwhile, or has another link now, is not changed.
  public func record(
    _ trials: [LinkTrial], of athlete: RecordID
  ) async throws(Problem) -> [DocumentRow] {
    try await record((trials, athlete))
  }
}

/// A link that was tried, and the result.
public struct LinkTrial: Equatable, Sendable {
  public var document: RecordID
  public var address: String
  public var health: LinkHealth

  public init(_ document: RecordID, _ address: String, _ health: LinkHealth) {
    self.document = document
    self.address = address
    self.health = health
  }
}

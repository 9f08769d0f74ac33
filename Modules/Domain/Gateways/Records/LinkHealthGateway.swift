public import Basics

/// The operation that stores the results of checking the links of an athlete's documents.
public struct LinkHealthGateway: Gateway {
  public var record = Endpoint<(trials: [LinkTrial], athlete: RecordID), [DocumentRow]>("record")

  public init() {}

  /// Stores the results of all link checks and their time in one transaction, and returns the
  /// changed documents.
  ///
  /// If a document was deleted or got another link while the checks ran, its result is ignored.
  public func record(
    _ trials: [LinkTrial], of athlete: RecordID
  ) async throws(Problem) -> [DocumentRow] {
    try await record((trials, athlete))
  }
}

/// The result of checking the link of one document.
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

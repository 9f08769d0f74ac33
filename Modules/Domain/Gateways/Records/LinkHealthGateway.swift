public import Basics

/// Keeps what trying the links of an athlete's documents came to.
public struct LinkHealthGateway: Capability {
  public var record:
    @Sendable (
      _ trials: [LinkTrial], _ athlete: RecordID
    ) async throws(Problem) -> [DocumentRow]

  package init(
    record:
      @escaping @Sendable (_ trials: [LinkTrial], _ athlete: RecordID) async throws(Problem) ->
      [DocumentRow]
  ) {
    self.record = record
  }

  public static func unimplemented(_ place: Unimplemented) -> LinkHealthGateway {
    LinkHealthGateway(record: place.endpoint("record"))
  }

  /// Notes how every link that was tried stands, and when that was, as one write; gives back the documents as they are now.
  ///
  /// A document that went meanwhile, or has another link by now, is left as it is.
  public func record(
    _ trials: [LinkTrial], of athlete: RecordID
  ) async throws(Problem) -> [DocumentRow] {
    try await record(trials, athlete)
  }
}

/// A link that was tried, and what that said of it.
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

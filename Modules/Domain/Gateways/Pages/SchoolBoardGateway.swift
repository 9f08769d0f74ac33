public import Basics
public import CivilTime

/// The operation that returns an athlete's schools grouped by status, for a board with one column
/// for each status.
public struct SchoolBoardGateway: Gateway {
  public var lanes = Endpoint<
    (athlete: RecordID, today: CalendarDay, limit: Int), [SchoolLane]
  >("lanes")

  public init() {}
}

extension SchoolBoardGateway {
  /// Returns one column of the board for each status that at least one school has, in the order of
  /// `SchoolStatus.allCases`. Each column has at most `limit` schools.
  public func lanes(
    of athlete: RecordID, today: CalendarDay, limit: Int
  ) async throws(Problem) -> [SchoolLane] {
    try await lanes((athlete, today, limit))
  }
}

/// One column of the board: the schools that have one status.
public struct SchoolLane: Equatable, Sendable {
  public var status: Open<SchoolStatus>
  /// The number of schools with the status, including those that the limit leaves out.
  public var total: Int
  /// The schools in this column, sorted by name. To save time, their details contain only what
  /// `NextSteps.first` (the rule that finds the most important thing to do) reads.
  public var schools: [SchoolDetails]

  public init(status: Open<SchoolStatus>, total: Int, schools: [SchoolDetails]) {
    self.status = status
    self.total = total
    self.schools = schools
  }
}

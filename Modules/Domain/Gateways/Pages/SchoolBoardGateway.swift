public import Basics
public import CivilTime

/// The schools of an athlete side by side, by status.
public struct SchoolBoardGateway: Gateway {
  public var lanes = Endpoint<
    (athlete: RecordID, today: CalendarDay, limit: Int), [SchoolLane]
  >("lanes")

  public init() {}
}

extension SchoolBoardGateway {
  /// Returns a lane for each status that a school has, in the order of `SchoolStatus.steps`. At
  /// most `limit` schools of each status are read.
  public func lanes(
    of athlete: RecordID, today: CalendarDay, limit: Int
  ) async throws(Problem) -> [SchoolLane] {
    try await lanes((athlete, today, limit))
  }
}

/// The schools with one status.
public struct SchoolLane: Equatable, Sendable {
  public var status: Open<SchoolStatus>
  /// How many schools have the status, including those that were not read.
  public var total: Int
  /// The schools by name. Each contains only the data of the school's page that `NextSteps.first` reads.
  public var schools: [SchoolDetails]

  public init(status: Open<SchoolStatus>, total: Int, schools: [SchoolDetails]) {
    self.status = status
    self.total = total
    self.schools = schools
  }
}

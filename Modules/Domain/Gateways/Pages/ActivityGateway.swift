public import Basics
public import CivilTime

/// The operations that return recent interactions, changes of status and documents in one list
/// (domain.md 4.8). Rows that came with one import are a single entry of the list.
public struct ActivityGateway: Gateway {
  public var recent = Endpoint<
    (athlete: RecordID, limit: Int, offset: Int), Listing<ActivityItem>
  >("recent")
  public var week = Endpoint<(athlete: RecordID, now: Instant, zone: Zone), AthleteWeek>("week")
  public var news = Endpoint<(athlete: RecordID, since: Instant, limit: Int), [HistoryStep]>("news")

  public init() {}
}

extension ActivityGateway {
  /// Returns the recent activity, newest first. It is chosen from the newest fifty entries of each
  /// type, such as interactions and documents.
  public func recent(
    of athlete: RecordID, limit: Int = 5, offset: Int = 0
  ) async throws(Problem) -> Listing<ActivityItem> {
    try await recent((athlete, limit, offset))
  }

  /// Returns the changes of the athlete's data by people of the family other than the caller,
  /// newest first. Each is a step of the journal, which is one change that `undo` reverts as a
  /// whole.
  ///
  /// Changes that were undone, and those about records that the caller may not read, are left out.
  public func news(
    of athlete: RecordID, since: Instant, limit: Int
  ) async throws(Problem) -> [HistoryStep] {
    try await news((athlete, since, limit))
  }

  /// Returns the numbers of what the athlete did since Monday. A parent's dashboard shows them.
  public func week(
    of athlete: RecordID, now: Instant, zone: Zone
  ) async throws(Problem) -> AthleteWeek {
    try await week((athlete, now, zone))
  }
}

/// One entry of the recent activity, such as a contact or a changed status of a school.
public struct ActivityItem: Equatable, Sendable {
  public var at: Instant
  public var happening: Happening

  public enum Happening: Equatable, Sendable {
    case interaction(InteractionRow)
    case statusChange(StatusChangeRow, school: Reference)
    case document(DocumentRow)
    /// Rows that one import from a file added.
    case imported(ImportedRows)
  }

  public init(at: Instant, _ happening: Happening) {
    self.at = at
    self.happening = happening
  }
}

public struct ImportedRows: Equatable, Sendable {
  /// The number of the import in the journal of changes, by which a person can undo the import.
  public var step: Int
  public var kind: ReferenceKind
  /// The summary of the import in the history, such as `Imported 30 schools`.
  public var summary: String

  public init(step: Int, kind: ReferenceKind, summary: String) {
    self.step = step
    self.kind = kind
    self.summary = summary
  }
}

/// The numbers of what an athlete did since Monday, such as completed tasks (domain.md 9, "Athlete
/// activity").
public struct AthleteWeek: Equatable, Sendable {
  public var tasksCompleted: Int
  public var interactionsLogged: Int
  public var metricsRecorded: Int

  public init(tasksCompleted: Int, interactionsLogged: Int, metricsRecorded: Int) {
    self.tasksCompleted = tasksCompleted
    self.interactionsLogged = interactionsLogged
    self.metricsRecorded = metricsRecorded
  }
}

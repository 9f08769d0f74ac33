public import Basics
public import CivilTime

/// A letter somebody writes for the athlete; a row of `recommendation_letters`.
public struct RecommendationLetter: Equatable, Sendable {
  public let id: RecordID
  /// Letters are the athlete's own. A parent neither sees nor counts them (rule 3).
  public var athleteID: RecordID
  public var writerName: String
  public var writerTitle: String?
  public var writerEmail: String?
  /// How the writer knows the athlete: coach, teacher, employer.
  public var relationship: String?
  public var requestedDate: CalendarDay?
  /// When it has to be there. Reminders are counted from it while it is not (rule 4.11).
  public var dueDate: CalendarDay?
  public var receivedDate: CalendarDay?
  /// Kept in step with the days by the write that changes them.
  public var status: Open<LetterStatus> = .known(.notRequested)
  /// The schools that have it, by id.
  public var schoolsSubmittedTo: [RecordID] = []
  /// The letter itself, once the family has it as a document.
  public var documentID: RecordID?
  public var notes: String?

  public init(id: RecordID, athleteID: RecordID, writerName: String) {
    self.id = id
    self.athleteID = athleteID
    self.writerName = writerName
  }

  public init(id: RecordID) { self.init(id: id, athleteID: .none, writerName: "") }
}

/// How far a letter is.
public enum LetterStatus: String, Vocabulary {
  case notRequested = "not_requested"
  case requested, received, submitted

  /// How far a letter is by what happened with it; nil when nothing has. A day that is still to come says nothing yet.
  public static func reached(
    requested: CalendarDay?, received: CalendarDay?, isSubmitted: Bool, today: CalendarDay
  ) -> LetterStatus? {
    if isSubmitted { return .submitted }
    if let received, received <= today { return .received }
    if let requested, requested <= today { return .requested }
    return nil
  }
}

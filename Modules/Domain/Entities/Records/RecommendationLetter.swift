public import CivilTime
public import FeatureKit

/// A letter somebody writes for the athlete; a row of `recommendation_letters`.
public struct RecommendationLetter: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var writerName: String
  public var writerTitle: String?
  public var writerEmail: String?
  public var relationship: String?
  public var requestedDate: CalendarDay?
  public var dueDate: CalendarDay?
  public var receivedDate: CalendarDay?
  public var status: Open<LetterStatus> = .known(.notRequested)
  public var schoolsSubmittedTo: [RecordID] = []
  public var documentID: RecordID?
  public var notes: String?

  public init(id: RecordID, athleteID: RecordID, writerName: String) {
    self.id = id
    self.athleteID = athleteID
    self.writerName = writerName
  }
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

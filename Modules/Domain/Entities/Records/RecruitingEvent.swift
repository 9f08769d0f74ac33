public import Basics
public import CivilTime
public import JSON

/// A showcase, camp, visit or game; a row of `events`.
public struct RecruitingEvent: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  /// The school that holds the event; nil for an independent event, or after the school was
  /// deleted.
  public var schoolID: RecordID?
  public var familyID: RecordID?
  public var type: Open<EventType>
  public var name: String
  public var location: String?
  public var address: String?
  public var city: String?
  public var state: String?
  /// The first day, at the place of the event. Events have no time zone, so their days are never
  /// converted (domain.md 4.6).
  public var startDate: CalendarDay
  public var endDate: CalendarDay?
  /// The time at which the event starts, at its place; nil if only the day is known.
  public var startTime: TimeOfDay?
  public var endTime: TimeOfDay?
  public var checkInTime: TimeOfDay?
  public var url: String?
  public var description: String?
  public var source: Open<EventSource>?
  /// The ids of the coaches who were at the event. The program suggests that the athlete writes to
  /// each of them afterwards.
  public var coachesPresent: [RecordID] = []
  public var performanceNotes: String?
  /// Statistics that another app with the same tables stored. The program stores and exports them
  /// without showing them.
  public var statsRecorded: JSONValue?
  public var cost: Double?
  /// Whether the athlete is registered for the event. `isAttended` is separate: only athletes who
  /// attended get a suggestion to write to the coaches (domain.md 4.12).
  public var isRegistered = false
  public var isAttended = false
  public var createdBy: RecordID?
  public var updatedBy: RecordID?
  public var createdAt: Instant?
  public var updatedAt: Instant?

  public init(
    id: RecordID, athleteID: RecordID, familyID: RecordID? = nil, type: EventType, name: String,
    startDate: CalendarDay
  ) {
    self.id = id
    self.athleteID = athleteID
    self.familyID = familyID
    self.type = .known(type)
    self.name = name
    self.startDate = startDate
  }

  public init(id: RecordID) {
    self.init(id: id, athleteID: .none, type: .game, name: "", startDate: .first)
    type = .unknown("")
  }
}

/// The kinds of events at which coaches see or meet an athlete.
public enum EventType: String, Vocabulary {
  case showcase, camp
  case officialVisit = "official_visit"
  case unofficialVisit = "unofficial_visit"
  case game

  /// The name of the list of event types in the words of the athlete's sport (`Sport.words(of:)`).
  /// A parameter of a command names this list, and the shell or the web server looks up its words.
  public static let choices = "event-types"
  public static var listOfLabels: String? { choices }

  /// Creates a type from its own words, or from the words that a sport uses for it, such as `meet`
  /// for a game.
  public init?(written text: String) {
    let typed = NameMatch(text)
    let meant =
      Self.allCases.first { typed.isExactly([$0.rawValue, $0.words]) }
      ?? Self.allCases.first { typed.isExactly(Self.wordsOfSports[$0] ?? []) }
    guard let meant else { return nil }
    self = meant
  }

  /// For each event type, the words that the sports use for it: all sports of the program, and a
  /// sport that the program does not know.
  private static let wordsOfSports: [EventType: [String]] = {
    let sports = Sport.all + [Sport(called: "")]
    return Dictionary(
      uniqueKeysWithValues: allCases.map { type in
        (type, sports.map { $0.words(of: .known(type)) })
      })
  }()
}

/// How the family heard of an event.
public enum EventSource: String, Vocabulary {
  case email, flyer
  case webSearch = "web_search"
  case recommendation, friend, other
}

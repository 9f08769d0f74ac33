public import CivilTime
public import FeatureKit

extension Interaction: FamilyRecord {
  public typealias Filter = InteractionFilter
  public typealias Sort = InteractionSort
  public typealias Row = InteractionRow
  public typealias Details = InteractionRow
  public typealias New = NewInteraction
  public typealias Edit = InteractionEdit

  public static let kind = ReferenceKind.interaction

  /// The most characters a subject and a content may have (domain reference 2.2).
  public static let subjectLimit = 500
  public static let contentLimit = 10_000
}

public struct InteractionFilter: ListFilter {
  public var school: RecordID?
  public var coach: RecordID?
  public var event: RecordID?
  public var type: InteractionType?
  public var direction: Direction?
  public var sentiment: Sentiment?
  /// From this moment on, and before that one.
  public var since: Instant?
  public var before: Instant?

  public init() {}
}

public enum InteractionSort: String, ListSort {
  case date, school, type
  public static let standard = InteractionSort.date
}

/// An interaction with the names of everybody in it.
public struct InteractionRow: Equatable, Sendable {
  public var reference: Reference
  public var interaction: Interaction
  public var school: Reference
  public var coach: Reference?
  public var event: Reference?

  public init(
    reference: Reference, interaction: Interaction, school: Reference, coach: Reference? = nil,
    event: Reference? = nil
  ) {
    self.reference = reference
    self.interaction = interaction
    self.school = school
    self.coach = coach
    self.event = event
  }
}

/// An interaction to log: with a coach, whose school it then is, or with a school as such.
public struct NewInteraction: Equatable, Sendable {
  public var with: Counterpart
  public var type: InteractionType
  public var direction: Direction
  public var occurredAt: Instant
  public var fields: InteractionEdit

  public enum Counterpart: Equatable, Sendable {
    case coach(RecordID)
    case school(RecordID)
  }

  public init(
    with counterpart: Counterpart, type: InteractionType, direction: Direction = .outbound,
    occurredAt: Instant, fields: InteractionEdit = InteractionEdit()
  ) {
    self.with = counterpart
    self.type = type
    self.direction = direction
    self.occurredAt = occurredAt
    self.fields = fields
  }
}

public struct InteractionEdit: Equatable, Sendable {
  public var school: RecordID?
  public var coach: Change<RecordID> = .keep
  public var event: Change<RecordID> = .keep
  public var type: InteractionType?
  public var direction: Direction?
  public var subject: Change<String> = .keep
  public var content: Change<String> = .keep
  public var sentiment: Change<Sentiment> = .keep
  public var occurredAt: Instant?

  public init() {}

  public func apply(to interaction: inout Interaction) {
    school.apply(to: &interaction.schoolID)
    coach.apply(to: &interaction.coachID)
    event.apply(to: &interaction.eventID)
    if let type { interaction.type = .known(type) }
    if let direction { interaction.direction = .known(direction) }
    subject.apply(to: &interaction.subject)
    content.apply(to: &interaction.content)
    sentiment.map(Open.known).apply(to: &interaction.sentiment)
    occurredAt.apply(to: &interaction.occurredAt)
  }
}

public import FeatureKit
import JSON

extension Coach: FamilyRecord {
  public typealias Filter = CoachFilter
  public typealias Sort = CoachSort
  public typealias Row = CoachRow
  public typealias Details = CoachDetails
  public typealias New = NewCoach
  public typealias Edit = CoachEdit

  public static let kind = ReferenceKind.coach
}

public struct CoachFilter: ListFilter {
  public var school: RecordID?
  public var role: CoachRole?
  /// Never contacted, or not for so many days.
  public var notContactedForDays: Int?

  public init() {}
}

public enum CoachSort: String, ListSort {
  case name, school, role, lastContact, responsiveness
  public static let standard = CoachSort.name
}

/// A line of the coach list.
public struct CoachRow: Equatable, Sendable {
  public var reference: Reference
  public var coach: Coach
  public var school: Reference
  public var interactionCount: Int
  /// The stored score, else the one of rule 4.9 over all interactions.
  public var responsiveness: Int

  public init(
    reference: Reference, coach: Coach, school: Reference, interactionCount: Int = 0,
    responsiveness: Int = 0
  ) {
    self.reference = reference
    self.coach = coach
    self.school = school
    self.interactionCount = interactionCount
    self.responsiveness = responsiveness
  }
}

public struct CoachDetails: Equatable, Sendable {
  public var row: CoachRow
  /// The newest ones, with how many there are.
  public var interactions: Listing<InteractionRow>
  public var offers: [OfferRow]

  public init(
    row: CoachRow, interactions: Listing<InteractionRow> = Listing([]), offers: [OfferRow] = []
  ) {
    self.row = row
    self.interactions = interactions
    self.offers = offers
  }
}

public struct NewCoach: Equatable, Sendable {
  public var school: RecordID
  public var firstName: String
  public var lastName: String
  public var role: CoachRole
  public var fields: CoachEdit

  public init(
    school: RecordID, firstName: String, lastName: String, role: CoachRole,
    fields: CoachEdit = CoachEdit()
  ) {
    self.school = school
    self.firstName = firstName
    self.lastName = lastName
    self.role = role
    self.fields = fields
  }
}

public struct CoachEdit: Equatable, Sendable {
  public var school: RecordID?
  public var firstName: String?
  public var lastName: String?
  public var role: CoachRole?
  public var email: Change<String> = .keep
  public var phone: Change<String> = .keep
  public var twitterHandle: Change<String> = .keep
  public var instagramHandle: Change<String> = .keep
  public var notes: Change<String> = .keep
  /// The acting person's own; nobody else reads it.
  public var privateNote: Change<String> = .keep

  public init() {}

  public func apply(to coach: inout Coach, by person: RecordID) {
    school.apply(to: &coach.schoolID)
    firstName.apply(to: &coach.firstName)
    lastName.apply(to: &coach.lastName)
    if let role { coach.role = .known(role) }
    email.apply(to: &coach.email)
    phone.apply(to: &coach.phone)
    twitterHandle.apply(to: &coach.twitterHandle)
    instagramHandle.apply(to: &coach.instagramHandle)
    notes.apply(to: &coach.notes)
    if !privateNote.isKeep {
      var privateNotes = coach.privateNotes ?? .object([:])
      privateNote.apply(to: person.description, in: &privateNotes)
      coach.privateNotes = privateNotes
    }
  }
}

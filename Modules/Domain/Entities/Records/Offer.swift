public import Basics
public import CivilTime

/// A school's offer; a row of `offers`.
public struct Offer: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var schoolID: RecordID
  /// The coach who made the offer; nil if no coach was chosen, or after the coach was deleted.
  public var coachID: RecordID?
  public var familyID: RecordID?
  public var type: Open<OfferType>
  /// The scholarship in dollars per year; a family enters an amount or a percentage, not both.
  public var scholarshipAmount: Double?
  /// The scholarship in percent of the cost of a year, from 0 to 100.
  public var scholarshipPercentage: Double?
  public var offerDate: CalendarDay
  /// The last day for an answer, never before the day of the offer. Reminders count down to it (rule 4.11 of
  /// domain.md).
  public var deadlineDate: CalendarDay?
  /// The state of the offer. Only the family changes it; it does not change when the deadline has passed.
  public var status: Open<OfferStatus> = .known(.pending)
  /// The conditions of the offer, in the school's own words.
  public var conditions: String?
  public var notes: String?
  /// The person who created the offer: the athlete, or a parent who helps (rule 10.10). `updatedBy`
  /// changed it last.
  public var createdBy: RecordID?
  public var updatedBy: RecordID?
  public var createdAt: Instant?
  public var updatedAt: Instant?

  public init(
    id: RecordID, athleteID: RecordID, schoolID: RecordID, familyID: RecordID? = nil,
    type: OfferType, offerDate: CalendarDay
  ) {
    self.id = id
    self.athleteID = athleteID
    self.schoolID = schoolID
    self.familyID = familyID
    self.type = .known(type)
    self.offerDate = offerDate
  }

  public init(id: RecordID) {
    self.init(id: id, athleteID: .none, schoolID: .none, type: .partial, offerDate: .first)
    type = .unknown("")
  }
}

/// The kinds of offers.
public enum OfferType: String, Vocabulary {
  case fullRide = "full_ride"
  case partial, scholarship
  case recruitedWalkOn = "recruited_walk_on"
  case preferredWalkOn = "preferred_walk_on"
}

/// The state of an offer.
public enum OfferStatus: String, Vocabulary {
  case pending, accepted, declined, expired
}

public import Basics
public import CivilTime

/// A place a school offers; a row of `offers`.
public struct Offer: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var schoolID: RecordID
  /// Who made it; nil where nobody is named, and after that coach was deleted.
  public var coachID: RecordID?
  public var familyID: RecordID?
  public var type: Open<OfferType>
  /// Dollars a year; a family gives an amount or a percentage, not both.
  public var scholarshipAmount: Double?
  /// Per cent of the cost of a year, from 0 to 100.
  public var scholarshipPercentage: Double?
  public var offerDate: CalendarDay
  /// Never before the day of the offer. Reminders are counted from it (rule 4.11).
  public var deadlineDate: CalendarDay?
  /// Decided by the family alone: a deadline that has passed changes nothing by itself.
  public var status: Open<OfferStatus> = .known(.pending)
  /// What the school asks for in return, in its own words.
  public var conditions: String?
  public var notes: String?
  /// Who wrote it, and who changed it last: the athlete, or a parent who helps (rule 10.10).
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

/// What is offered.
public enum OfferType: String, Vocabulary {
  case fullRide = "full_ride"
  case partial, scholarship
  case recruitedWalkOn = "recruited_walk_on"
  case preferredWalkOn = "preferred_walk_on"
}

/// What became of an offer.
public enum OfferStatus: String, Vocabulary {
  case pending, accepted, declined, expired
}

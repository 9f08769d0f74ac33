public import Basics
public import CivilTime

/// A school's scholarship offer or roster offer to the athlete; a row of `offers`.
public struct Offer: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var schoolID: RecordID
  /// The coach who made the offer; nil if it is unknown, or if the coach was deleted.
  public var coachID: RecordID?
  public var familyID: RecordID?
  public var type: Open<OfferType>
  /// The scholarship in dollars a year. A family enters either this amount or a percentage.
  public var scholarshipAmount: Double?
  /// The scholarship in percent of a year's cost, from 0 to 100.
  public var scholarshipPercentage: Double?
  public var offerDate: CalendarDay
  /// The last day for an answer; it cannot be before `offerDate`. Notifications remind the family
  /// of it (domain.md 4.11).
  public var deadlineDate: CalendarDay?
  /// The state of the offer. Only the family sets it; it stays `pending` after the deadline has
  /// passed.
  public var status: Open<OfferStatus> = .known(.pending)
  /// The conditions of the offer in the words of the school.
  public var conditions: String?
  public var notes: String?
  /// The person who created the row: the athlete, or a parent who may help (domain.md 10.10).
  /// `updatedBy` is the person who last changed it.
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

/// The kinds of scholarships and of places on the roster that a school can offer.
public enum OfferType: String, Vocabulary {
  case fullRide = "full_ride"
  case partial, scholarship
  case recruitedWalkOn = "recruited_walk_on"
  case preferredWalkOn = "preferred_walk_on"
}

/// The state of an offer, which the family sets.
public enum OfferStatus: String, Vocabulary {
  case pending, accepted, declined, expired
}

public import CivilTime
public import FeatureKit

extension Offer: FamilyRecord {
  public typealias Filter = OfferFilter
  public typealias Sort = OfferSort
  public typealias Row = OfferRow
  public typealias Details = OfferRow
  public typealias New = NewOffer
  public typealias Edit = OfferEdit

  public static let kind = ReferenceKind.offer
}

public struct OfferFilter: ListFilter {
  public var status: OfferStatus?
  public var type: OfferType?
  public var school: RecordID?

  public init() {}
}

public enum OfferSort: String, ListSort {
  case date, deadline, school, status
  public static let standard = OfferSort.date
}

/// An offer with who made it.
public struct OfferRow: Equatable, Sendable {
  public var reference: Reference
  public var offer: Offer
  public var school: Reference
  public var coach: Reference?

  public init(reference: Reference, offer: Offer, school: Reference, coach: Reference? = nil) {
    self.reference = reference
    self.offer = offer
    self.school = school
    self.coach = coach
  }
}

public struct NewOffer: Equatable, Sendable {
  public var school: RecordID
  public var type: OfferType
  public var offerDate: CalendarDay
  public var fields: OfferEdit

  public init(
    school: RecordID, type: OfferType, offerDate: CalendarDay, fields: OfferEdit = OfferEdit()
  ) {
    self.school = school
    self.type = type
    self.offerDate = offerDate
    self.fields = fields
  }
}

public struct OfferEdit: Equatable, Sendable {
  public var school: RecordID?
  public var coach: Change<RecordID> = .keep
  public var type: OfferType?
  public var status: OfferStatus?
  public var scholarshipAmount: Change<Double> = .keep
  public var scholarshipPercentage: Change<Double> = .keep
  public var offerDate: CalendarDay?
  public var deadlineDate: Change<CalendarDay> = .keep
  public var conditions: Change<String> = .keep
  public var notes: Change<String> = .keep

  public init() {}

  public func apply(to offer: inout Offer) {
    school.apply(to: &offer.schoolID)
    coach.apply(to: &offer.coachID)
    if let type { offer.type = .known(type) }
    if let status { offer.status = .known(status) }
    scholarshipAmount.apply(to: &offer.scholarshipAmount)
    scholarshipPercentage.apply(to: &offer.scholarshipPercentage)
    offerDate.apply(to: &offer.offerDate)
    deadlineDate.apply(to: &offer.deadlineDate)
    conditions.apply(to: &offer.conditions)
    notes.apply(to: &offer.notes)
  }
}

import Basics
import CivilTime
import Domain

extension DemoStage {
  /// Returns five offers, oldest first: two open ones, one accepted, one declined and one expired.
  func offers(coaches: [Coach]) -> [Offer] {
    var random = random.branch("offers")
    let offers = OfferPlan.all.compactMap { plan -> Offer? in
      guard let story = story(plan.ending, plan.index), let ago = story.offeredAgo else {
        return nil
      }
      var offer = Offer(
        id: random.recordID(), athleteID: cast.athlete.id, schoolID: story.id,
        familyID: cast.family.id, type: plan.type, offerDate: calendar.day(ago: ago))
      offer.coachID = coaches.first { $0.schoolID == story.id }?.id
      offer.status = .known(plan.status)
      offer.scholarshipAmount = plan.amount
      offer.scholarshipPercentage = plan.percentage
      // An open offer has a deadline in the future. An offer that is settled or expired had its
      // deadline three weeks after its date.
      offer.deadlineDate =
        plan.daysLeft.map { calendar.today.adding(days: $0) }
        ?? calendar.day(ago: ago).adding(days: 21)
      offer.conditions = plan.conditions
      offer.notes = plan.notes
      offer.createdAt = calendar.instant(ago: ago, minute: 21 * 60)
      offer.updatedAt = offer.createdAt
      return offer
    }
    return offers.sorted { ($0.offerDate, $0.id) < ($1.offerDate, $1.id) }
  }
}

/// The description from which one offer is generated.
private struct OfferPlan {
  var ending: SchoolEnding
  var index = 0
  var type: OfferType
  var status: OfferStatus
  var amount: Double?
  var percentage: Double?
  var daysLeft: Int?
  var conditions: String?
  var notes: String

  static let all = [
    OfferPlan(
      ending: .offered, type: .partial, status: .pending, percentage: 40, daysLeft: 6,
      conditions: "GPA of 3.0 at the end of junior year",
      notes: "Adds to academic aid. Ask what happens after an injury."),
    OfferPlan(
      ending: .offered, index: 1, type: .scholarship, status: .pending, amount: 12_500,
      daysLeft: 13, notes: "Renewed every year. Asked for the rules in writing."),
    OfferPlan(
      ending: .committed, type: .fullRide, status: .accepted,
      conditions: "Full-time student, 2.5 GPA",
      notes: "Verbal yes as our safe plan. Two years, then transfer."),
    OfferPlan(
      ending: .declined, type: .recruitedWalkOn, status: .declined,
      notes: "Kind call, but eleven hours from home."),
    OfferPlan(
      ending: .lapsedOffer, type: .preferredWalkOn, status: .expired,
      notes: "We asked for more time. They still write."),
  ]
}

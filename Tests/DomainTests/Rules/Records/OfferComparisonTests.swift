import Basics
import CivilTime
import Domain
import FeatureTesting
import Testing

@Suite("How offers differ")
struct OfferComparisonTests {
  struct Row: Sendable {
    var status = OfferStatus.pending
    var deadline: Int?
    var amount: Double?
    var share: Double?
  }

  /// The indexes of the offers with the best value: the nearest deadline, the highest amount or the
  /// largest share; nil where none is marked.
  struct Expected: Sendable {
    var deadline: [Int]?
    var amount: [Int]?
    var share: [Int]?
  }

  static let cases: [([Row], Expected)] = [
    ([], Expected()),
    ([Row(deadline: 1, amount: 5, share: 5)], Expected()),
    ([Row(deadline: 1), Row(deadline: 1)], Expected()),
    ([Row(deadline: 2), Row(deadline: 1)], Expected(deadline: [1])),
    ([Row(deadline: 1), Row()], Expected()),
    // A deadline that has passed is not marked as the nearest one, and neither is the deadline of
    // an offer that was answered.
    ([Row(deadline: -1), Row(deadline: 0), Row(deadline: 1)], Expected(deadline: [1])),
    (
      [Row(status: .accepted, deadline: 0), Row(deadline: 1), Row(deadline: 2)],
      Expected(deadline: [1])
    ),
    ([Row(amount: 100), Row(amount: 200), Row(amount: 200)], Expected(amount: [1, 2])),
    ([Row(status: .declined, amount: 900), Row(amount: 1), Row(amount: 2)], Expected(amount: [2])),
    ([Row(status: .expired, share: 90), Row(share: 10)], Expected()),
    ([Row(status: .accepted, share: 0), Row(share: 0.5)], Expected(share: [1])),
  ]

  @Test("What stands out is said where offers differ, and nowhere else", arguments: cases)
  func differences(rows: [Row], expected: Expected) {
    let today = CalendarDay(dayNumber: 20_000)
    let offers = rows.enumerated().map { index, row in
      var offer = Offer(
        id: .numbered(UInt64(index)), athleteID: .none, schoolID: .none, familyID: nil,
        type: .partial, offerDate: today)
      offer.status = .known(row.status)
      offer.deadlineDate = row.deadline.map { today.adding(days: $0) }
      offer.scholarshipAmount = row.amount
      offer.scholarshipPercentage = row.share
      return offer
    }
    let comparison = OfferComparison(offers, today: today)
    func ids(_ numbers: [Int]?) -> [RecordID]? { numbers?.map { .numbered(UInt64($0)) } }
    #expect(comparison.earliestDeadline?.offers == ids(expected.deadline))
    #expect(comparison.largestAmount?.offers == ids(expected.amount))
    #expect(comparison.largestShare?.offers == ids(expected.share))
    if let first = expected.deadline?.first {
      #expect(comparison.earliestDeadline?.value == offers[first].deadlineDate)
    }
  }
}

import Domain
import FeatureKit

// This extension loads the data of two pages with columns: the board of schools by status, and the
// comparison of offers.
extension RecordsFeature {
  /// The largest number of schools that a column of the board shows. The list of schools with the
  /// column's status shows all of them.
  private static let cardsOfALane = 10
  /// The largest number of offers that are compared if the command names no offers.
  private static let comparedAtMost = 10

  func lanes(_ context: KindContext) async throws(Problem) -> [BoardLane] {
    let (today, zone) = (context.parsing.today, context.parsing.zone)
    let lanes = try await board.lanes(
      of: context.athlete, today: today, limit: Self.cardsOfALane)
    return lanes.map { lane in
      BoardLane(
        status: lane.status, total: lane.total,
        cards: lane.schools.map {
          BoardCard($0.row, next: NextSteps.first(of: $0, today: today, zone: zone))
        })
    }
  }

  /// Returns the offers to compare: the chosen ones, in the order in which the person named them.
  ///
  /// If the person named none, it returns the pending offers and then the accepted ones, at most
  /// `comparedAtMost` together.
  func compared(
    _ chosen: [Reference], _ context: KindContext
  ) async throws(Problem) -> Listing<OfferRow> {
    guard chosen.isEmpty else {
      var rows: [OfferRow] = []
      for offer in chosen { rows.append(try await offers.show(offer.id, of: context.athlete)) }
      return Listing(rows)
    }
    var (rows, matching, total) = ([OfferRow](), 0, 0)
    for status in [OfferStatus.pending, .accepted] {
      let found = try await offers.list(
        ListQuery {
          $0.filter.status = status
          $0.limit = Self.comparedAtMost
        }, of: context.athlete)
      rows += found.rows
      matching += found.matching
      total = found.total
    }
    return Listing(
      rows: Array(rows.prefix(Self.comparedAtMost)), matching: matching, total: total)
  }
}

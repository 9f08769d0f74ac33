public import Basics
public import CivilTime

/// The best values among several offers, which a page marks. Amounts and percentages are compared
/// among pending and accepted offers, and deadlines among pending offers only.
public struct OfferComparison: Equatable, Sendable {
  public var earliestDeadline: Best<CalendarDay>?
  public var largestAmount: Best<Double>?
  public var largestShare: Best<Double>?

  /// The best value, such as the highest amount, with the ids of all offers that have it.
  public struct Best<Value: Equatable & Sendable>: Equatable, Sendable {
    public var value: Value
    public var offers: [RecordID]

    public init(_ value: Value, _ offers: [RecordID]) {
      self.value = value
      self.offers = offers
    }
  }

  /// Compares the offers.
  ///
  /// - Parameter today: the current day. Deadlines before it are not compared.
  public init(_ offers: [Offer], today: CalendarDay) {
    let open = offers.filter { $0.status == .pending || $0.status == .accepted }
    earliestDeadline = Self.best(of: open, by: <) { offer in
      guard offer.status == .pending, let day = offer.deadlineDate, day >= today else { return nil }
      return day
    }
    largestAmount = Self.best(of: open, by: >) { $0.scholarshipAmount }
    largestShare = Self.best(of: open, by: >) { $0.scholarshipPercentage }
  }

  /// Returns the best value and its offers; nil unless at least two offers have a value and the
  /// values differ, because otherwise no offer is better than the others.
  private static func best<Value: Comparable & Sendable>(
    of offers: [Offer], by isBetter: (Value, Value) -> Bool, _ value: (Offer) -> Value?
  ) -> Best<Value>? {
    let valued = offers.compactMap { offer in value(offer).map { (offer.id, $0) } }
    guard let best = valued.map({ $0.1 }).min(by: isBetter),
      valued.contains(where: { $0.1 != best })
    else { return nil }
    return Best(best, valued.filter { $0.1 == best }.map { $0.0 })
  }
}

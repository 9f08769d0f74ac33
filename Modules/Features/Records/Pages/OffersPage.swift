import CivilTime
import Domain
import FeatureKit

/// Builds the page that shows offers side by side, with a column for each offer.
struct OffersPage {
  typealias Feature = RecordsFeature

  let listing: Listing<OfferRow>
  let loaded: Feature.LoadedPage
  let context: PageContext

  static let title = "Offers side by side"

  private var shape: KindShape { Feature.shape(of: .offer) }
  private var offers: [OfferRow] { listing.rows }

  var page: Page {
    Page(title: Self.title, context: count) {
      if loaded.viewing.isReadOnly { loaded.banner(shape) }
      if offers.isEmpty {
        EmptyState(
          listing.isEmpty ? shape.empty.none : "No offer can still be taken.",
          detail: "Offers that were declined or have expired are in the list of offers.",
          links: [CommandLink("All offers", "offers")])
      } else {
        for sentence in differences { Paragraph(sentence) }
        Table(
          columns: [Column("Offer")]
            + zip(offers, names).map { Column($1, handle: $0.reference.handle) },
          rows: facts, isByColumn: true)
        Links(decision + [CommandLink("All offers", "offers")])
      }
    }
  }

  /// The primary action of the page in a browser: a link that opens the pending offer that has to be
  /// answered first. Empty if no offer is pending, or the viewer may not change offers.
  private var decision: [CommandLink] {
    guard context.hasButtons, loaded.mayChange(.offer) else { return [] }
    let pending = zip(offers, names).filter { $0.0.offer.status == .pending }
    let soonest = pending.min {
      ($0.0.offer.deadlineDate ?? .last) < ($1.0.offer.deadlineDate ?? .last)
    }
    return soonest.map { row, name in
      [CommandLink("Decide: \(name)", "offers show \(row.reference.handle)").leading()]
    } ?? []
  }

  private var count: String? {
    guard !offers.isEmpty else { return nil }
    let all = KindCount(.offer, listing.matching).words
    return listing.remaining == 0 ? all : "\(offers.count.grouped) of \(all)"
  }

  /// The headings of the columns. Each is the name of the school that made the offer. If two
  /// headings would be equal, they also get the type of the offer. If they are still equal, they
  /// get its handle (short name), such as `o2`.
  private var names: [String] {
    let schools = offers.map(\.school.title)
    let phrases = offers.map { "\($0.school.title), \($0.offer.type.words.lowercased())" }
    return offers.indices.map { index in
      if schools.count(of: schools[index]) == 1 { return schools[index] }
      if phrases.count(of: phrases[index]) == 1 { return phrases[index] }
      return "\(phrases[index]), \(offers[index].reference.handle)"
    }
  }

  /// The lines of the comparison. Each has the label of a field, then each offer's value.
  ///
  /// Fields that are empty in all offers are left out, and so is the school, which is the column's
  /// heading.
  private var facts: [[String]] {
    let entries = offers.map { Offer.entry($0, to: loaded.viewing.person) }
    return shape.fields.compactMap { field in
      guard field.place != .nowhere, field.name != "school" else { return nil }
      let words = entries.map { entry in
        entry[field.name].map {
          if case .record(let reference) = $0 { return reference.title }
          return $0.words(.page, today: context.today, zone: context.zone)
        }
      }
      guard words.contains(where: { $0 != nil }) else { return nil }
      return [field.label] + words.map { $0 ?? "" }
    }
  }

  private var differences: [String] {
    let comparison = OfferComparison(offers.map(\.offer), today: context.today)
    return [
      sentence("Earliest deadline", comparison.earliestDeadline) {
        .deadline($0, isOpen: true)
      },
      sentence("Largest scholarship", comparison.largestAmount) { .number($0, .dollars) },
      sentence("Largest share", comparison.largestShare) { .number($0, .percent) },
    ].compactMap { $0 }
  }

  private func sentence<Value>(
    _ what: String, _ best: OfferComparison.Best<Value>?, _ value: (Value) -> FieldValue
  ) -> String? {
    guard let best else { return nil }
    let named = zip(offers, names).filter { best.offers.contains($0.0.offer.id) }.map { $0.1 }
    let words = value(best.value).words(.page, today: context.today, zone: context.zone)
    return "\(what): \(named.joined(separator: " and ")), \(words)."
  }
}

extension [String] {
  fileprivate func count(of text: String) -> Int { count { $0 == text } }
}

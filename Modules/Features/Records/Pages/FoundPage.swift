import Domain
import FeatureKit

/// Builds the page with the matches of a search, grouped by kind of record.
struct FoundPage {
  typealias Feature = RecordsFeature

  let request: Feature.FindRequest
  let found: [Feature.Found]
  let loaded: Feature.LoadedPage
  let context: PageContext

  private var total: Int { found.reduce(0) { $0 + $1.listing.matching } }

  var page: Page {
    let title = found.isEmpty ? "Looked for" : "Found"
    return Page(title: "\(title) “\(request.words)”", context: count) {
      if loaded.viewing.isReadOnly {
        loaded.banner("what was found", isHelping: !loaded.viewing.helps.isEmpty)
      }
      if found.isEmpty {
        EmptyState(
          "Nothing has “\(request.words)” in it.",
          detail: "Each word is looked for in names, texts and notes, in any order.")
      }
      for group in found { section(group) }
    }
  }

  private var count: String? {
    guard total > 0 else { return nil }
    return total == 1 ? "1 record" : "\(total.grouped) records"
  }

  private func section(_ group: Feature.Found) -> Section {
    let shape = Feature.shape(of: group.kind)
    let title = group.kind.plural.capitalizedFirst
    let matching = group.listing.matching
    return Section(matching > 1 ? "\(title) (\(matching.grouped))" : title) {
      RowList(EntryRow(shape: shape, context: context).rows(group.listing.rows), more: more(group))
    }
  }

  private func more(_ group: Feature.Found) -> CommandLink? {
    let hidden = group.listing.matching - group.listing.rows.count
    guard hidden > 0 else { return nil }
    let words = [
      CommandText.Word("find"), CommandText.Word(request.words), CommandText.Word("--all"),
    ]
    return CommandLink("… \(hidden.grouped) more", CommandText.line(words))
  }
}

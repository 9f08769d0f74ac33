import Domain
import FeatureKit

/// Builds the page with a list of records of one kind.
struct ListPage {
  typealias Feature = RecordsFeature

  let request: Feature.ListRequest
  let listing: Listing<Entry>
  let loaded: Feature.LoadedPage
  let context: PageContext

  private var shape: KindShape { Feature.shape(of: request.kind) }
  private var isReadOnly: Bool { loaded.viewing.isReadOnly }
  private var mayChange: Bool { loaded.mayChange(shape.kind) }
  private var title: String { isReadOnly ? "\(loaded.owner)'s \(shape.title)" : shape.title }

  var page: Page {
    Page(title: title, context: count) {
      if isReadOnly { loaded.banner(shape) }
      if isReadOnly, shape.isAthletesOwn {
        EmptyState(
          "\(shape.title) are \(loaded.owner)'s own.",
          detail: "No other person sees \(shape.empty.all ?? shape.kind.plural).")
      } else if listing.isEmpty {
        EmptyState(
          shape.empty.none, detail: hint,
          links: !mayChange
            ? []
            : [CommandLink(shape.empty.add, "\(shape.kind.plural) add")]
              + shape.bringing)
      } else {
        if !narrowing.isEmpty { Paragraph(narrowing, tone: .muted) }
        if listing.matching == 0 {
          EmptyState(
            "No \(shape.kind.plural) match these filters.",
            links: [all])
        } else {
          EntryRow(shape: shape.sorted(by: request.sort), context: context)
            .list(rows, more: more)
          if !links.isEmpty { Links(links) }
        }
      }
    }
  }

  /// The hint on the page of an empty list. For a parent who helps with records, it also says that
  /// only the athlete can add many records at once, from a table (decision 22).
  private var hint: String? {
    guard mayChange else { return nil }
    return isReadOnly
      ? "\(shape.empty.hint) Only \(loaded.owner) can add many at once, from a table."
      : shape.empty.hint
  }

  private var all: CommandLink {
    CommandLink("Show all \(shape.kind.plural)", shape.kind.plural)
  }

  private var links: [CommandLink] {
    let isNarrowed = listing.matching != listing.total
    return (mayChange ? [shape.addition] : [])
      + (context.hasButtons && isNarrowed ? [all] : [])
      + shape.linksOfList(listing.total, mayChange: mayChange)
  }

  /// The text above the list that says how many records there are, such as `31 schools` or `9
  /// interactions and 1 planned`. If filters hide some of them, it is `5 of 31 schools`. Nil for an
  /// empty list.
  private var count: String? {
    guard !listing.isEmpty else { return nil }
    let all =
      KindCount(shape.kind, listing.total - listing.planned).words
      + (listing.planned > 0 ? " and \(listing.planned.grouped) planned" : "")
    return listing.matching == listing.total ? all : "\(listing.matching.grouped) of \(all)"
  }

  /// The rows that the page shows.
  ///
  /// If only some of the loaded rows fit on the screen, the page shows only these, unless the
  /// command has the option `--limit` or `--all`.
  private var rows: ArraySlice<Entry> {
    guard !request.showsAll, request.limit == nil, let room = context.rowLimit else {
      return listing.rows[...]
    }
    return listing.rows.prefix(max(room, 1))
  }

  private var more: CommandLink? {
    let hidden = listing.matching - rows.count
    guard hidden > 0 else { return nil }
    return CommandLink(
      "… \(hidden.grouped) more", CommandText.line(request.words(showingAll: true)))
  }

  /// The line that names the active filters, the search and the order of the list.
  private var narrowing: String {
    var parts = Feature.filterLabels(of: request.kind).compactMap { filter -> String? in
      guard let value = request.filters[filter.name] else { return nil }
      if case .flag = value { return filter.label }
      if case .record(let reference) = value {
        return "\(filter.label) \(context.name(of: reference))"
      }
      let words = asInRows(value, filter.name)
        .words(.page, today: context.today, zone: context.zone)
      return "\(filter.label) \(words)"
    }
    if let search = request.search { parts.append("Search “\(search)”") }
    if let sort = request.sort {
      parts.append("Sorted by \(sort.replacing("-", with: " "))")
    }
    if request.isReversed { parts.append("Reversed") }
    return parts.joined(separator: " · ")
  }

  /// Returns the value of a filter in the words that the rows of the list use. For example, the
  /// type of an event has the words of the athlete's sport there.
  private func asInRows(_ value: FieldValue, _ field: String) -> FieldValue {
    guard case .choice(let wanted, _) = value, let shown = listing.rows.first?[field],
      case .choice(wanted, _) = shown
    else { return value }
    return shown
  }
}

extension RecordsFeature.ListRequest {
  /// Returns the words of the command that shows this list again, so that links keep its filters.
  ///
  /// - Parameter showingAll: whether the command lists all rows with `--all`.
  func words(showingAll: Bool) -> [CommandText.Word] {
    var words = [CommandText.Word(kind.plural)]
    func add(_ option: String, _ value: String?) {
      words.append(CommandText.Word("--" + option))
      if let value { words.append(CommandText.Word(value, isQuoted: value.hasPrefix("--"))) }
    }
    let labels = filters.isEmpty ? [] : RecordsFeature.filterLabels(of: kind)
    for filter in labels {
      guard let value = filters[filter.name] else { continue }
      if case .flag = value { add(filter.name, nil) } else { add(filter.name, value.typed) }
    }
    if let search { add("search", search) }
    if let sort { add("sort", sort) }
    if isReversed { add("reverse", nil) }
    if showingAll { add("all", nil) }
    return words
  }
}

extension RecordsFeature {
  struct FilterLabel: Sendable {
    let name: String
    let label: String
  }

  static func filterLabels(of kind: ReferenceKind) -> [FilterLabel] {
    kinds.first { $0.kind == kind }?.filterLabels ?? []
  }
}

extension TabledRecord {
  fileprivate static var filterLabels: [RecordsFeature.FilterLabel] {
    filters.map { RecordsFeature.FilterLabel(name: $0.name, label: $0.label) }
  }
}

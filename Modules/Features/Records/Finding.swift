import Domain
import FeatureKit

// This extension searches all records that the person may see, including records of other features.
extension RecordsFeature {
  /// The number of matches that the page shows of each kind of record, unless the person asks for
  /// all.
  private static let shownOfAKind = 10
  private static let mostOfAKind = 1_000

  /// Kinds of records whose pages belong to other features, such as tasks.
  ///
  /// The records feature cannot read the texts of their records. So a search finds them only by
  /// name, in the table that has the names and handles (short names) of all records.
  private static let named: [ReferenceKind] = [
    .task, .suggestion, .quickTask, .notification, .person,
  ]

  func find(_ request: FindRequest, _ context: KindContext) async throws(Problem) -> [Found] {
    let words = Self.words(request.words)
    let limit = request.showsAll ? Self.mostOfAKind : Self.shownOfAKind
    var found: [Found] = []
    for kind in Self.kinds.map({ $0.kind }) {
      found.append(Found(kind, try await gateway(of: kind).find(words, limit, context)))
    }
    found.append(Found(.metric, try await metrics(words, limit, context)))
    for kind in Self.named {
      found.append(Found(kind, try await named(kind, words, limit, context)))
    }
    return found.filter { $0.listing.matching > 0 }
  }

  /// Returns the search words without a leading form of address, as in `coach rivera`, because
  /// stored names do not contain it.
  private static func words(_ typed: String) -> String {
    var words = typed.split(whereSeparator: \.isWhitespace)
    while words.count > 1, ReferenceKind.all.contains(where: { $0.isAddressed(by: words[0]) }) {
      words.removeFirst()
    }
    return words.joined(separator: " ")
  }

  private func metrics(
    _ words: String, _ limit: Int, _ context: KindContext
  ) async throws(Problem) -> Listing<Entry> {
    let query = ListQuery<PerformanceMetric> {
      $0.search = words
      $0.newestFirst = true
      $0.limit = limit
    }
    let found = try await metrics.list(query, of: context.athlete)
    return Listing(
      rows: found.rows.map { .metric($0) }, matching: found.matching, total: found.total)
  }

  /// Finds records of a kind by name, newest first.
  ///
  /// Handles, such as `s4`, are numbered in the order of creation. So the record with the highest
  /// number is the newest one. If several matches have the same title, the text that distinguishes
  /// them follows the title, such as the grade of a task.
  private func named(
    _ kind: ReferenceKind, _ words: String, _ limit: Int, _ context: KindContext
  ) async throws(Problem) -> Listing<Entry> {
    let wanted = NameMatch(words)
    let named =
      try await kind == .suggestion
      ? shownSuggestions(of: context.athlete)
      : index.find(.words([kind], beginnings: wanted.words), of: context.athlete)
    let hits = named.filter { wanted.fits([$0.reference.title] + $0.aliases) }
    let newest = hits.sorted { $0.reference.number > $1.reference.number }
    let alike = Dictionary(grouping: hits, by: \.reference.title).filter { $0.value.count > 1 }
    let entries = newest.prefix(limit).map { hit in
      guard let detail = hit.detail else { return Entry(hit.reference) }
      guard alike[hit.reference.title] == nil else {
        return Entry(hit.reference.distinguished(by: detail))
      }
      return Entry(hit.reference, [Entry.Item("detail", .text(detail))])
    }
    return Listing(rows: entries, matching: hits.count, total: hits.count)
  }

  /// Returns the suggestions that other pages show too, with the sentences that they have now.
  ///
  /// The table of names has the sentences of the day on which the rules last ran, also of
  /// suggestions that are closed (decision 40).
  private func shownSuggestions(
    of athlete: RecordID
  ) async throws(Problem) -> [ReferenceResolver.Named] {
    try await suggestions.visible(of: athlete, limit: SuggestionLists.examined).rows.map { row in
      ReferenceResolver.Named(
        Reference(
          kind: .suggestion, id: row.reference.id, handle: row.reference.handle,
          title: row.suggestion.message))
    }
  }
}

extension Reference {
  fileprivate var number: Int { Int(handle.dropFirst()) ?? 0 }

  fileprivate func distinguished(by detail: String) -> Reference {
    let words = kind == .task ? detail.lowercased() : detail
    return Reference(kind: kind, id: id, handle: handle, title: "\(title) (\(words))")
  }
}

extension Entry {
  /// A measurement as an entry: its type is the title, and its value has the usual format.
  static func metric(_ row: MetricRow) -> Entry {
    Entry(
      Reference(
        kind: .metric, id: row.reference.id, handle: row.reference.handle,
        title: row.metric.type.words),
      [
        Entry.Item("value", .text(MetricText.text(row.metric))),
        Entry.Item("on", .day(row.metric.recordedDate)),
      ])
  }
}

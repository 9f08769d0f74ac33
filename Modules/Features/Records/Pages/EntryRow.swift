import Domain
import FeatureKit

/// Builds the list row of a record. The record's kind says for each field whether its value is a
/// badge, is in the last column, or is in the line of details.
struct EntryRow {
  let shape: KindShape
  let context: PageContext
  /// The record on whose page this row is shown. The row does not repeat that record's name. Nil on
  /// a page that lists records of one kind.
  var subject: RecordID?

  /// Returns the rows of a list page. In a wide browser window their values are columns.
  ///
  /// A column without a value in any row is left out. The title is the first column, and the day is
  /// the last. A title that may be one of several values, such as the coach or the school of a
  /// contact, has all their names as its heading. A title that is only made of other values, such
  /// as the title of an offer, sorts by the school.
  func list(_ entries: some Collection<Entry>, more: CommandLink?) -> RowList {
    guard context.hasButtons else { return RowList(rows(entries), more: more) }
    let orders = shape.orders()
    let leads = shape.leads
    let names = leads.compactMap { shape.field($0)?.label }
    let placed = shape.fields.filter { $0.isColumn && $0.name != leads.first }
    let ordered = placed.filter { $0.place != .trailing } + placed.filter { $0.place == .trailing }
    return RowList(
      rows(entries), more: more,
      title: RowList.Column(
        names.isEmpty
          ? shape.kind.singular.capitalizedFirst
          : names.inSentence("or").capitalizedFirst,
        order: leads.first.flatMap { orders[$0] } ?? orders["name"] ?? orders["title"]
          ?? orders["school"]),
      columns: ordered.map { RowList.Column($0.label, order: orders[$0.name]) },
      cells: entries.map { entry in ordered.map { cell($0, entry) } })
  }

  /// Returns the rows of several records. Rows that look alike also show the first value in which
  /// their records differ, such as the day on which an offer was made.
  func rows(_ entries: some Collection<Entry>) -> [Row] {
    let entries = Array(entries)
    var rows = entries.map { row($0) }
    for alike in Dictionary(grouping: rows.indices, by: { rows[$0].shownTexts }).values
    where alike.count > 1 {
      let differing = shape.fields.first { field in
        field.place == .facts && Set(alike.map { words(field, entries[$0]) }).count > 1
      }
      guard let field = differing else { continue }
      for index in alike {
        guard let value = words(field, entries[index]) else { continue }
        rows[index].title += " · \(field.label) \(value)"
        rows[index].spoken += " \(field.label): \(value)."
      }
    }
    return rows
  }

  private func cell(_ field: FieldShape, _ entry: Entry) -> Row.Cell? {
    switch field.place {
    case .badge:
      if case .flag? = entry[field.name] { nil } else { badge(field, entry).map { .badge($0) } }
    case .trailing: last(field, entry).map { .text($0.badge.text, tone: $0.badge.tone) }
    case .detail, .labelledDetail: words(field, entry).map { .text($0) }
    case .sign, .facts, .text, .nowhere: nil
    }
  }

  func row(_ entry: Entry) -> Row {
    let reference = entry.reference
    let lead = lead(of: entry)
    let badges =
      shape.fields.compactMap { badge($0, entry) }
      + (isPlanned(entry) ? [Badge("Planned", tone: .info)] : [])
    let trailing = shape.fields.first { $0.place == .trailing }.flatMap { last($0, entry) }
    let detail = shape.fields.filter { $0.name != lead?.field }
      .compactMap { below($0, entry) }.joined(separator: " · ")
    let (title, words) = (lead?.title ?? reference.title, spoken(entry, lead, badges, trailing))
    return Row(title, .bullet, handle: reference.handle, spoken: words)
      .opening(CommandLink("Details", shape.opening(reference.handle)))
      .showing(
        badges, trailing: trailing?.badge, detail: detail.isEmpty ? nil : detail,
        preview: lead?.line)
  }

  /// The beginning of a row whose record is about a person or a school. For a contact, it is the
  /// coach or the school, and then the subject of the contact.
  private struct Lead {
    var field: String
    var title: String
    /// The record's own title, such as a contact's subject. Nil if a badge of the row already shows
    /// this title.
    var line: String?
  }

  private func lead(of entry: Entry) -> Lead? {
    guard context.hasButtons else { return nil }
    for name in shape.leads {
      guard case .record(let reference)? = entry[name] else { continue }
      guard reference.id != subject else { return nil }
      let own = entry.reference.title
      let isBadge = shape.fields.contains { badge($0, entry)?.text == own }
      return Lead(field: name, title: reference.title, line: isBadge ? nil : own)
    }
    return nil
  }

  /// Returns one row of the timeline on another record's page.
  ///
  /// A badge names the row's kind of record, because a timeline mixes kinds. The day is in the last
  /// column.
  ///
  /// - Parameter subject: the record whose page contains the timeline. The row does not repeat its
  ///   name.
  func row(_ line: Timeline.Line, of subject: Reference) -> Row {
    var entry = line.entry
    entry.items.removeAll { $0.isAbout(subject) }
    var row = row(entry)
    if shape.kind != .interaction {
      row.badges.insert(Badge(shape.kind.singular.capitalizedFirst), at: 0)
    }
    let day = line.day.map {
      FieldValue.day($0).words(.line, today: context.today, zone: context.zone)
    }
    let ownLast = shape.fields.first { $0.place == .trailing }.flatMap { last($0, entry) }
    if let last = ownLast, last.badge.text != day {
      row.detail = (["\(last.label) \(last.badge.text)"] + [row.detail].compactMap { $0 })
        .joined(separator: " · ")
    }
    row.trailing = day.map { Badge($0, tone: .muted) }
    return row
  }

  /// Returns whether the record is a planned contact: its moment is in the future (domain.md 10.8).
  private func isPlanned(_ entry: Entry) -> Bool {
    entry.items.contains { item in
      if case .moment(let moment) = item.value { moment > context.now } else { false }
    }
  }

  private func badge(_ field: FieldShape, _ entry: Entry) -> Badge? {
    guard let value = entry[field.name] else { return nil }
    return switch (field.place, value) {
    case (.sign(let tone), _): Badge(field.label, tone: tone)
    case (.badge, .flag(let isTrue)): isTrue ? Badge(field.label, tone: .info) : nil
    case (.badge, .choice(let raw, let words)): Badge(words, tone: field.tones[raw] ?? .neutral)
    case (.badge, _): words(field, entry).map { Badge($0) }
    case (.trailing, _), (.detail, _), (.labelledDetail, _), (.facts, _), (.text, _), (.nowhere, _):
      nil
    }
  }

  private func below(_ field: FieldShape, _ entry: Entry) -> String? {
    switch field.place {
    case .detail: words(field, entry)
    case .labelledDetail: words(field, entry).map { "\(field.label) \($0)" }
    case .badge, .sign, .trailing, .facts, .text, .nowhere: nil
    }
  }

  private func last(_ field: FieldShape, _ entry: Entry) -> (label: String, badge: Badge)? {
    guard let value = entry[field.name], let text = words(field, entry) else { return nil }
    return (field.label, Badge(text, tone: value.tone(today: context.today)))
  }

  private func words(_ field: FieldShape, _ entry: Entry) -> String? {
    entry[field.name]?.words(.line, today: context.today, zone: context.zone)
  }

  private func spoken(
    _ entry: Entry, _ lead: Lead?, _ badges: [Badge], _ trailing: (label: String, badge: Badge)?
  ) -> String {
    let reference = entry.reference
    let titles = lead.map { [$0.title] + [$0.line].compactMap { $0 } } ?? [reference.title]
    let facts = (titles + badges.map(\.text)).joined(separator: ", ")
    let last = trailing.map { " \($0.label): \($0.badge.text)." } ?? ""
    return
      "\(shape.kind.singular.capitalizedFirst) \(reference.handle). \(facts).\(last)"
  }
}

extension Row {
  /// The texts of the row that people can see. Two rows with equal texts look alike.
  fileprivate var shownTexts: [[String]] {
    [[title], badges.map(\.text), [trailing?.text, detail, preview].map { $0 ?? "" }]
  }
}

extension FieldShape {
  /// Whether a list shows the field in a column. Other fields appear only on the record's own page.
  fileprivate var isColumn: Bool {
    switch place {
    case .badge, .trailing, .detail, .labelledDetail: true
    case .sign, .facts, .text, .nowhere: false
    }
  }
}

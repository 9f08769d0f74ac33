import CivilTime
import Domain
import FamilyContext
import FeatureKit

/// Builds the page of one record with its values and the records that belong to it.
struct RecordPage {
  typealias Feature = RecordsFeature

  let record: Feature.LoadedRecord
  let loaded: Feature.LoadedPage
  let context: PageContext

  private var reference: Reference { record.entry.reference }
  private var shape: KindShape { Feature.shape(of: reference.kind) }
  private var isReadOnly: Bool { loaded.viewing.isReadOnly }

  var page: Page {
    Page(
      title: reference.title,
      context: context.recordWords(
        of: reference.handle, kind: shape.kind.singular.capitalizedFirst)
    ) {
      if isReadOnly { loaded.banner(shape) }
      if let next = record.next {
        Section("Next") {
          RowList([next.row(isReadOnly: !loaded.mayChange(shape.kind), in: context)])
        }
      }
      if !facts.isEmpty { Facts(facts) }
      for text in texts { Section(text.label) { Paragraph(text.words) } }
      for related in record.related where related.days.isEmpty {
        if let section = section(related) { section }
      }
      if let timeline { timeline }
      if !record.history.isEmpty { history }
      if !links.isEmpty { Links(links) }
    }
  }

  private var facts: [Fact] {
    let size = record.file.map { [Fact("Size", $0.words)] } ?? []
    return size
      + shape.fields.compactMap { field in
        switch field.place {
        case .text, .sign, .nowhere: nil
        case .badge, .trailing, .detail, .labelledDetail, .facts: fact(field)
        }
      }
  }

  private func fact(_ field: FieldShape) -> Fact? {
    guard let value = record.entry[field.name], !isSaid(value, by: field.partOf) else {
      return nil
    }
    let tone: Tone =
      switch value {
      case .choice(let raw, _): field.tones[raw] ?? .neutral
      case .deadline: value.tone(today: context.today)
      default: .neutral
      }
    return Fact(
      field.label, words(value), tone: tone == .muted ? .neutral : tone,
      changes: changes(of: field, from: value))
  }

  /// Returns whether another field already shows this value as one of its parts between commas. For
  /// example, `Cedar, IA` contains a city and a state.
  private func isSaid(_ value: FieldValue, by field: String?) -> Bool {
    guard let whole = field.flatMap({ record.entry[$0] }) else { return false }
    return words(whole).split(separator: ",").contains { String($0).trimmed == words(value) }
  }

  /// Returns the links that change the status or the tier (the athlete's priority) of a school.
  /// Each link sets the field to one of its possible values, and the link of the current value is
  /// marked.
  ///
  /// The list is empty for the other fields of a school, for records that are not schools, and for
  /// a viewer who may not change schools.
  private func changes(of field: FieldShape, from value: FieldValue) -> [CommandLink] {
    guard shape.kind == .school, loaded.mayChange(shape.kind), case .choice(let current, _) = value
    else { return [] }
    switch field.name {
    case "status": return School.moves(of: reference, from: current)
    case "tier":
      let tiers = PriorityTier.allCases.map { ($0.rawValue, $0.words) } + [("none", "None")]
      return tiers.map { raw, words in
        CommandLink(words, "schools tier \(reference.handle) \(raw)", isCurrent: raw == current)
      }
    default: return []
    }
  }

  private var texts: [(label: String, words: String)] {
    shape.fields.filter { $0.place == .text }.compactMap { field in
      record.entry[field.name].map { (field.label, words($0)) }
    }
  }

  private func words(_ value: FieldValue) -> String {
    value.words(.page, today: context.today, zone: context.zone)
  }

  /// The section with the timeline: the dated records, such as contacts, that belong to this
  /// record.
  ///
  /// A school's section also contains the form that logs a contact. Nil if there is neither a dated
  /// record nor a form.
  private var timeline: Section? {
    let timeline = Timeline(record.related, in: context.zone)
    let form = shape.kind == .school ? contactForm : nil
    guard timeline.total > 0 || form != nil else { return nil }
    let lines = timeline.lines.prefix(record.showsAll ? timeline.lines.count : Timeline.shown)
    let hidden = timeline.total - lines.count
    return Section(
      timeline.total > 1 ? "Timeline (\(timeline.total.grouped))" : "Timeline", writing: form
    ) {
      if timeline.total > 0 {
        RowList(
          lines.map { rows(of: $0.entry).row($0, of: reference) },
          more: hidden > 0
            ? CommandLink(
              "… \(hidden.grouped) more", "\(shape.opening(reference.handle)) --all") : nil)
      } else {
        EmptyState("Nothing has happened here yet.")
      }
    }
  }

  private var contactForm: SectionForm? {
    guard context.hasButtons, loaded.mayChange(.interaction) else { return nil }
    let coaches = record.related.flatMap(\.entries).map(\.reference).filter { $0.kind == .coach }
    return SectionForm(
      loggingWith: reference, coaches: coaches, Feature.shape(of: .interaction))
  }

  private func rows(of entry: Entry) -> EntryRow {
    EntryRow(
      shape: Feature.shape(of: entry.reference.kind), context: context, subject: reference.id)
  }

  /// Returns the section of related records of one kind, such as the coaches of a school.
  ///
  /// The contacts on a coach's page also have the form that logs a contact. Nil if there is neither
  /// a related record nor a form.
  private func section(_ related: Related) -> Section? {
    let isOfContacts = shape.kind == .coach && related.list?.kind == .interaction
    let form = isOfContacts ? contactForm : nil
    guard !related.entries.isEmpty || form != nil else { return nil }
    return Section(
      related.total > 1 ? "\(related.title) (\(related.total.grouped))" : related.title,
      writing: form
    ) {
      if related.entries.isEmpty {
        EmptyState(Feature.shape(of: .interaction).empty.none)
      } else {
        RowList(related.entries.map(row), more: more(related))
      }
    }
  }

  /// Returns the row of a related record. In a browser, the row of a coach has links to write to and
  /// call the coach. It then shows neither the e-mail address nor the school whose page this is.
  private func row(_ related: Entry) -> Row {
    var entry = related
    var addresses: [Row.Address] = []
    if context.hasButtons, entry.reference.kind == .coach {
      if let mail = entry["email"] { addresses.append(.mail(words(mail))) }
      if let phone = entry["phone"] { addresses.append(.phone(words(phone))) }
      entry.items.removeAll { $0.field == "email" || $0.isAbout(reference) }
    }
    var row = rows(of: entry).row(entry)
    row.links = ways(beside: entry.reference)
    row.addresses = addresses
    return row
  }

  /// Returns the link that logs a contact with a coach, for a related record in a list of the page.
  /// Empty if the related record is no coach or the viewer may not log contacts.
  private func ways(beside other: Reference) -> [CommandLink] {
    guard other.kind == .coach, loaded.mayChange(.interaction) else { return [] }
    return [
      CommandLink(
        "Log", "interactions add \(other.handle)", spoken: "Log a contact with \(other.title)")
    ]
  }

  private func more(_ related: Related) -> CommandLink? {
    let hidden = related.total - related.entries.count
    guard hidden > 0, let all = related.all else { return nil }
    return CommandLink("… \(hidden.grouped) more", all)
  }

  /// The section with the changes of a school's status. Each row has the note of its change below
  /// it, as long as it is.
  private var history: Section {
    Section("Status history") {
      RowList(
        record.history.map { line -> Row in
          let day = context.zone.day(of: line.at).text(.shortWithYear)
          let before = line.from.map { "Before: \($0)" }
          return Row(line.to, spoken: "\(line.to), \(day)")
            .showing(
              trailing: Badge(day, tone: .muted),
              detail: [before, "By \(line.by)"].compactMap { $0 }.joined(separator: " · ")
            )
            .expanding(line.note.map { [Paragraph($0).block] } ?? [])
        })
    }
  }

  private var takingOut: [CommandLink] {
    guard case .here = record.file else { return [] }
    return [CommandLink("Save the file", "documents download \(reference.handle)")]
  }

  /// The links with which the athlete answers an offer; empty for an offer that is not pending.
  private var answers: [CommandLink] {
    guard case .choice(OfferStatus.pending.rawValue, _)? = record.entry["status"] else { return [] }
    return [("Accept", OfferStatus.accepted), ("Decline", OfferStatus.declined)].map {
      label, status in
      CommandLink(label, "offers edit \(reference.handle) --status \(status.rawValue)")
    }
  }

  private var links: [CommandLink] {
    guard loaded.mayChange(shape.kind) else { return takingOut }
    let noun = shape.kind.plural
    let handle = reference.handle
    var links: [CommandLink] = []
    if [.school, .coach].contains(shape.kind) {
      links.append(CommandLink("Log Interaction", "interactions add \(handle)"))
    }
    if shape.kind == .school {
      links.append(CommandLink("Status", "schools status \(handle)"))
      links.append(CommandLink("Tier", "schools tier \(handle)"))
      links.append(CommandLink("Add Offer", "offers add \(handle)"))
    }
    if shape.kind == .offer { links += answers }
    if shape.kind == .document {
      links += takingOut
      if record.file == nil {
        links.append(CommandLink("Try the link", "documents check \(handle)"))
      }
      links.append(
        CommandLink(
          record.file == nil ? "Put a file in its place" : "Put another file in its place",
          "documents replace \(handle)"))
    }
    if shape.kind == .event {
      links.append(CommandLink("Log Metric", "performance log --event \(handle)"))
    }
    return links + [
      CommandLink("Edit", "\(noun) edit \(handle)"),
      CommandLink("Delete", "\(noun) delete \(handle)"),
    ]
  }
}

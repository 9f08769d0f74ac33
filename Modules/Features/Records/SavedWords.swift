import CivilTime
import Domain
import FeatureKit

/// The answer after a record was added or edited.
///
/// It repeats the values as they were stored, so that the person sees what the program understood.
struct SavedWords<Record: TabledRecord> {
  private let saved: Saved<Record.Row>
  private let changes: FieldChanges
  private let context: KindContext
  private let isNew: Bool

  init(
    _ saved: Saved<Record.Row>, _ changes: FieldChanges, _ context: KindContext, isNew: Bool = false
  ) {
    self.saved = saved
    self.changes = changes
    self.context = context
    self.isNew = isNew
  }

  private var reference: Reference { saved.row.reference }
  private var name: String { "\(reference.handle) \(reference.title)" }

  func added(besides namesakes: [Reference]) -> Done {
    let verb =
      Record.kind != .interaction ? "Added" : plannedMoment == nil ? "Logged" : "Planned"
    let day =
      plannedMoment.map { moment in
        let parsing = context.parsing
        let day = FieldValue.moment(moment).words(.line, today: parsing.today, zone: parsing.zone)
        return " on \(day)"
      } ?? ""
    let others = namesakes.isEmpty ? [] : [Self.words(of: namesakes)]
    return Done(
      "\(verb) \(name)\(day).", details: details(of: [echo] + warnings + [derived] + others),
      references: [reference],
      brief: Done.Brief(
        "\(verb) \(contact ?? reference.title)\(day).",
        warnings: warnings + others))
  }

  /// The words for a contact in the answer: its type and the person, such as
  /// `an email with Ana Rivera`. The title of a contact says only what it was about. Nil for other
  /// kinds of records.
  private var contact: String? {
    guard let row = saved.row as? InteractionRow else { return nil }
    let name = row.coach.map { coach in
      let parts = Coach.names(in: coach.title)
      return [parts.first, parts.last].filter { !$0.isEmpty }.joined(separator: " ")
    }
    let kind = row.interaction.type.known?.withArticle ?? "a contact"
    return "\(kind) with \(name ?? row.school.title)"
  }

  private static func words(of namesakes: [Reference]) -> String {
    var names = namesakes.prefix(3).map { "\($0.handle) \($0.title)" }
    if namesakes.count > 3 { names.append("\(namesakes.count - 3) more") }
    return names.count == 1
      ? "There is also \(names[0]); both stay."
      : "There are also \(names.inSentence()); all stay."
  }

  /// Returns the answer to a command that edited records.
  ///
  /// One changed record gets a full answer, and each of several gets a line.
  static func changed(_ all: [SavedWords], from before: [Record.Row]) -> Done {
    if all.count == 1 { return all[0].changed(from: before[0]) }
    let pairs = zip(all, before).map { (words: $0, isSame: $0.saved.row == $1) }
    let changed = pairs.filter { !$0.isSame }.count
    let lines = pairs.map { $0.isSame ? "\($0.words.name) was already so" : $0.words.line }
    guard changed > 0 else {
      return Done(
        "All \(all.count) were already so.", details: lines, references: all.map(\.reference))
    }
    let sentence = "Changed \(KindCount(Record.kind, changed).words)."
    let same = zip(pairs, lines).filter { $0.0.isSame }.map { $0.1 }
    // One command gave all records the same texts, so the notices of the first record apply to all.
    let shortened = all[0].withoutMarkup
    return Done(
      sentence, details: lines + shortened + [Done.undoHint], references: all.map(\.reference),
      brief: Done.Brief(sentence, warnings: same + all.flatMap(\.notYet) + shortened))
  }

  private var line: String {
    let facts = [echo] + saved.derived.map(words)
    return ([name] + [facts.filter { !$0.isEmpty }.joined(separator: " · ")].filter { !$0.isEmpty })
      .joined(separator: ": ")
  }

  func changed(from before: Record.Row) -> Done {
    guard saved.row != before else {
      return Done("\(name) was already so.", references: [reference])
    }
    return Done(
      "Changed \(name).", details: details(of: [echo] + warnings + [derived]),
      references: [reference],
      brief: Done.Brief(
        "Changed \(reference.title)\(echo.isEmpty ? "" : ": \(echo)").", warnings: warnings))
  }

  private func details(of lines: [String]) -> [String] { lines.filter { !$0.isEmpty } }

  /// A hint for a contact whose moment is in the future. The moment may be a typing error. Or the
  /// contact is a planned visit, which people should store as an event. Empty for a moment in the
  /// past.
  private var notYet: [String] {
    guard tellsMoment, plannedMoment != nil else { return [] }
    return [
      "That is still to come. Visits and camps you plan are kept as events:  events add"
    ]
  }

  /// The moment of a contact that is planned for the future (domain.md 10.8). Nil for a contact in
  /// the past and for other kinds of records.
  private var plannedMoment: Instant? {
    guard let moment = (saved.row as? InteractionRow)?.interaction.occurredAt,
      moment > context.parsing.now
    else { return nil }
    return moment
  }

  /// A sentence for each text of the command from which markup such as `<b>` was removed. The
  /// sentence contains the length of the stored text, because the limit applies to this length.
  private var withoutMarkup: [String] {
    let entry = Record.entry(saved.row, to: context.reader)
    return Record.shape.fields.compactMap { field -> String? in
      guard field.isWithoutMarkup, let text = changes.text(field.name), PastedMarkup.isIn(text)
      else { return nil }
      let taken = "Formatting such as <b> was taken out of the \(field.label.lowercased())"
      guard case .text(let stored) = entry[field.name] else { return "\(taken): nothing is left." }
      let count = stored.unicodeScalars.count
      return "\(taken): \(count) character\(count == 1 ? " is" : "s are") left."
    }
  }

  private var warnings: [String] { notYet + withoutMarkup }

  /// Whether the answer mentions the moment of a contact. True for a new contact, and if the
  /// command contains a day or a time.
  private var tellsMoment: Bool {
    Record.kind == .interaction && (isNew || changes["on"] != nil || changes["at"] != nil)
  }

  /// The values that the person entered, as the program stored them, such as
  /// `Status Interested · Tier A`.
  ///
  /// Long texts are left out.
  private var echo: String {
    let entry = Record.entry(saved.row, to: context.reader)
    let parts = Record.shape.fields.compactMap { field -> String? in
      guard field.place != .text, isTouched(field) else { return nil }
      guard let value = entry[field.name] ?? changes[field.name] else {
        return changes.cleared.contains(field.name) ? "\(field.label) emptied" : nil
      }
      return "\(field.label) \(words(value))"
    }
    return parts.joined(separator: " · ")
  }

  /// Returns whether the answer repeats the field's value. True if the command sets or empties the
  /// field, and neither the title nor another part of the answer contains the value.
  private func isTouched(_ field: FieldShape) -> Bool {
    if field.name == "when" { return tellsMoment }
    guard changes[field.name] != nil || changes.cleared.contains(field.name) else { return false }
    guard case .text(let text) = changes[field.name] else {
      return !Self.partial.contains(field.name)
    }
    return text != reference.title && !Self.partial.contains(field.name)
  }

  /// Fields whose values the answer contains in another place.
  ///
  /// A contact's day and time are part of its moment, and a coach's name is in the title.
  private static var partial: Set<String> {
    switch Record.kind {
    case .interaction: ["on", "at"]
    case .coach: ["name"]
    default: []
    }
  }

  private func words(_ value: FieldValue) -> String {
    value.words(.page, today: context.parsing.today, zone: context.parsing.zone)
  }

  private var derived: String {
    (saved.derived.map(words) + [Done.undoHint]).joined(separator: " · ")
  }

  private func words(_ write: DerivedWrite) -> String {
    switch write {
    case .lastContact(let coach, let moment?):
      "last contact with \(coach.title) is \(context.parsing.zone.day(of: moment).text(.shortWithYear))"
    case .lastContact(let coach, nil): "no contact with \(coach.title) is left"
    case .suggestionCompleted(let suggestion): "completes \(suggestion.handle) \(suggestion.title)"
    case .notificationCreated(let notification): "new notification \(notification.handle)"
    case .statusRecorded(nil, _): "noted in the status history"
    case .statusRecorded(let old?, _): "was \(old.words), noted in the status history"
    }
  }
}

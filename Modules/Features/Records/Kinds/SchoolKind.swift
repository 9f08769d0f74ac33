import CivilTime
import Domain
import FeatureKit

extension School: TabledRecord {
  @FieldBuilder<School>
  static var fields: [Field<School>] {
    Field.value("name", "Name", .text, \.name, .nowhere, ask: "The school's name") {
      $0.school.name
    }
    Field.choice(
      "status", "Status", \.status, .badge,
      tones: [
        .committed: .positive, .offerReceived: .positive, .interested: .info, .contacted: .info,
        .declined: .muted, .notPursuing: .muted, .researching: .muted,
      ], ask: "Where do you stand with it?"
    ) { $0.school.effectiveStatus }
    Field.value(
      "status-note", "Note", .text, \.statusNote, .nowhere, isAsked: false
    ) { _ in nil }
    Field.choice("tier", "Tier", \.priorityTier, .labelledDetail, ask: "Priority tier") {
      $0.school.priorityTier
    }
    Field.value("location", "Location", .text, \.location, .detail, ask: "Where is it?") {
      $0.school.place
    }
    Field.value("city", "City", .text, \.city, isAsked: false) { $0.school.city }
    Field.value("state", "State", .text, \.state, isAsked: false) { $0.school.state }
    Field.choice("division", "Division", \.division, .detail) { $0.school.division }
    Field.value("conference", "Conference", .text, \.conference, .detail) { $0.school.conference }
    Field.value(
      "student-size", "Students", .whole(example: "3600"), \.studentSize, ask: "How many students?"
    ) { row in row.school.studentSize.flatMap { Int(exactly: $0.rounded()) } }
    Field.shown("size", "Size") { row in
      CarnegieSize(students: row.school.studentSize).map { .text($0.rawValue) }
    }
    Field.value("ranking", "Ranking", .whole(example: "25"), \.ranking, isAsked: false) {
      $0.school.ranking
    }
    Field.value("favorite", "Favorite", .yesNo, \.isFavorite, isAsked: false) {
      $0.school.isFavorite
    }
    Field.value("website", "Website", .link, \.website) { $0.school.website }
    Field.value("twitter", "Twitter", .text, \.twitterHandle, isAsked: false) {
      $0.school.twitterHandle
    }
    Field.value("instagram", "Instagram", .text, \.instagramHandle, isAsked: false) {
      $0.school.instagramHandle
    }
    Field.value("fit-score", "Fit score", .whole(example: "70"), \.fitScore, isAsked: false) {
      $0.school.fitScore
    }
    Field.shown("last-contact", "Last contact", .trailing) { $0.lastContact.map(FieldValue.moment) }
    Field.texts("pros", "Pros", \.pros, ask: "What speaks for it?  (between semicolons)") {
      $0.school.pros
    }
    Field.texts("cons", "Cons", \.cons, ask: "What speaks against it?  (between semicolons)") {
      $0.school.cons
    }
    Field.value("notes", "Notes", .text, \.notes, .text) { $0.school.notes }
    Field.privateNote(\.privateNote) { $0.school.privateNote(of: $1) }
  }

  static var filters: [ListFilterField<School>] {
    [
      .choice("status", "Status", \.status), .choice("tier", "Tier", \.tier),
      .choice("division", "Division", \.division),
      .flag("favorites", "Favorites only") { $0.favoritesOnly = true },
      .flag("with-offers", "With an offer only") { $0.withOffersOnly = true },
    ]
  }

  static var required: [String] { ["name"] }
  static var saysNamesakes: Bool { true }
  static var viewedAs: ViewLogEntry.ItemType? { .school }
  static var emptyWords: KindShape.Words {
    KindShape.Words(
      none: "No schools yet", hint: "List the colleges you are looking at.",
      add: "Add your first school")
  }

  static var blank: School { School(id: .none, athleteID: .none, name: "School") }
  mutating func apply(_ edit: SchoolEdit) { edit.apply(to: &self, by: .none) }

  static func new(
    from given: Given, _ edit: SchoolEdit, _ context: ParseContext
  ) throws(Problem) -> NewSchool {
    guard let name = given.text("name") else { throw Given.missing("name") }
    return NewSchool(name: name, fields: edit)
  }

  /// The history keeps notes with changes only.
  static func check(_ given: Given, before: SchoolRow) throws(Problem) {
    guard given["status-note"] != nil else { return }
    let status = before.school.effectiveStatus
    let wanted: SchoolStatus? = given.choice("status")
    guard wanted == nil || wanted == status.known else { return }
    let handle = before.reference.handle
    throw Problem(
      .usage,
      "\(handle) \(before.reference.title) is \(status.words) already, and this note goes with a change of status.",
      fix: "Nothing was saved. To keep it:  schools edit \(handle) --notes TEXT")
  }

  static func row(of details: SchoolDetails) -> SchoolRow { details.row }

  static func related(in details: SchoolDetails, to reader: RecordID) -> [Related] {
    let handle = details.row.reference.handle
    return [
      Related(
        "Suggestions",
        details.suggestions.map { row in
          let urgency = row.suggestion.urgency
          return Entry(
            row.reference,
            [Entry.Item("urgency", .choice(raw: urgency.raw, words: urgency.words))])
        }),
      .of(Coach.self, details.coaches, to: reader, all: "coaches --school \(handle)"),
      .of(
        Interaction.self, details.interactions, to: reader, all: "interactions --with \(handle)"),
      .of(Offer.self, details.offers, to: reader, all: "offers --school \(handle)"),
      .of(RecruitingEvent.self, details.events, to: reader, all: "events --school \(handle)"),
      .of(Document.self, details.documents, to: reader, all: "documents --school \(handle)"),
      .of(
        RecommendationLetter.self, details.letters, to: reader, all: "letters --school \(handle)"),
    ]
  }

  static func history(in details: SchoolDetails) -> [StatusLine] {
    details.statusHistory.map { row in
      StatusLine(
        at: row.change.changedAt, from: row.change.previousStatus?.words,
        to: row.change.newStatus.words, by: row.changedBy.title, note: row.change.notes)
    }
  }
}

extension Related {
  static func of<Record: TabledRecord>(
    _ type: Record.Type, _ rows: [Record.Row], to reader: RecordID
  ) -> Related {
    of(type, Listing(rows), to: reader)
  }

  /// Rows of another kind, the first of however many there are.
  static func of<Record: TabledRecord>(
    _ type: Record.Type, _ listing: Listing<Record.Row>, to reader: RecordID, all: String? = nil
  ) -> Related {
    let fields = Record.fields
    return Related(
      Record.kind.plural.capitalizedFirst,
      listing.rows.map { Record.entry($0, fields, to: reader) }, total: listing.matching,
      all: all)
  }
}

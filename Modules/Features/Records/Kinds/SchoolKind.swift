import CivilTime
import Domain
import FeatureKit

extension School: TabledRecord {
  static var filters: [ListFilterField<School>] {
    [
      .choice("status", "Status", \.status), .choice("tier", "Tier", \.tier),
      .choice("division", "Division", \.division),
      .flag("favorites", "Favorites only") { $0.favoritesOnly = true },
      .flag("with-offers", "With an offer only") { $0.withOffersOnly = true },
    ]
  }

  static var askedFirst: Set<String> { ["name", "status", "location", "division"] }
  static var showFlags: [TableParameter<FieldValue>] {
    [TableParameter(Flag("all", "Everything that happened with it, however much"), .flag(true))]
  }
  static var saysNamesakes: Bool { true }
  static var emptyWords: KindShape.EmptyWords {
    KindShape.EmptyWords(
      none: "No schools yet", hint: "List the colleges you are looking at.",
      add: "Add your first school")
  }

  /// Throws if the command contains a note about the status but does not change the status. The
  /// school's history stores a note only together with a change.
  static func check(
    _ changes: FieldChanges, before: SchoolRow?, _ context: ParseContext
  ) throws(Problem) {
    guard let before, changes["status-note"] != nil else { return }
    let status = before.school.effectiveStatus
    let wanted: SchoolStatus? = changes.choice("status")
    guard wanted == nil || wanted == status.known else { return }
    throw Problem(
      .usage,
      "\(before.reference.handle) \(before.reference.title) is \(status.words) already, and this note goes with a change of status.",
      fix: "Choose the new status too, or put this into the notes. Nothing was saved."
    ).about(["status-note", "note"])
  }

  /// Returns a link for each status of a school, in the order of the board's columns. Each link
  /// sets the status of the school.
  ///
  /// The link of the current status is marked.
  static func moves(of school: Reference, from current: String) -> [CommandLink] {
    SchoolStatus.allCases.map { status in
      CommandLink(
        status.words, "schools status \(school.handle) \(status.rawValue)",
        isCurrent: status.rawValue == current)
    }
  }

  static func row(of details: SchoolDetails) -> SchoolRow { details.row }

  static func related(in details: SchoolDetails, to reader: RecordID) -> [Related] {
    func list(_ kind: ReferenceKind, by filter: String = "school") -> RecordsFeature.ListRequest {
      RecordsFeature.ListRequest(kind, filters: [filter: .record(details.row.reference)])
    }
    return [
      Related(
        "Suggestions",
        details.suggestions.map { row in
          let urgency = row.suggestion.urgency
          return Entry(
            row.reference,
            [Entry.Item("urgency", .choice(raw: urgency.raw, words: urgency.words))])
        }),
      .of(Coach.self, details.coaches, to: reader, list: list(.coach)),
      .of(
        Interaction.self, details.interactions, to: reader,
        list: list(.interaction, by: "with"), datedBy: ["when"]),
      .of(Offer.self, details.offers, to: reader, list: list(.offer), datedBy: ["on"]),
      .of(RecruitingEvent.self, details.events, to: reader, list: list(.event), datedBy: ["on"]),
      .of(
        Document.self, details.documents, to: reader, list: list(.document), datedBy: ["added"]),
      .of(
        RecommendationLetter.self, details.letters, to: reader, list: list(.recommendationLetter),
        datedBy: ["received", "requested", "by"]),
    ]
  }

  static func nextStep(in details: SchoolDetails, _ context: ParseContext) -> NextStep? {
    let first = NextSteps.first(of: details, today: context.today, zone: context.zone)
    if let first, first.isPressing { return first }
    return details.progress.nextStep ?? first
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

  /// Returns the records of one kind that belong to another record, for that record's page.
  ///
  /// - Parameters:
  ///   - listing: the first of these records, and the number of all of them.
  ///   - days: the names of the fields that hold a record's day. Records with a day are shown in
  ///     the page's timeline and not in a section of their own.
  static func of<Record: TabledRecord>(
    _ type: Record.Type, _ listing: Listing<Record.Row>, to reader: RecordID, all: String? = nil,
    list: RecordsFeature.ListRequest? = nil, datedBy days: [String] = []
  ) -> Related {
    let fields = Record.fields
    return Related(
      Record.kind.plural.capitalizedFirst,
      listing.rows.map { Record.entry($0, fields, to: reader) }, total: listing.matching,
      all: all, list: list, datedBy: days)
  }
}

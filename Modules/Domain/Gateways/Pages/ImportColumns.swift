public import FeatureKit

/// A column that a table for import may have: its name in the file, and what people call it.
public struct ImportColumn: Equatable, Sendable {
  public var name: String
  public var aliases: [String]
  /// Without it no row can be read.
  public var isRequired: Bool

  init(_ name: String, _ aliases: String..., isRequired: Bool = false) {
    self.name = name
    self.aliases = aliases
    self.isRequired = isRequired
  }
}

extension ReferenceKind {
  /// The kinds of which rows can be added from a table.
  public static let importable: [ReferenceKind] = [
    .school, .coach, .interaction, .offer, .event, .metric, .document, .recommendationLetter,
  ]

  /// The columns of the kind's table, in its order; none for a kind that is not imported.
  ///
  /// Where a column names another record, its short name (`school`) takes a name or a handle and the long one an id. A
  /// coach's whole name may stand in one column.
  public var importColumns: [ImportColumn] {
    switch self {
    case .school: ImportColumns.ofSchools
    case .coach: ImportColumns.ofCoaches
    case .interaction: ImportColumns.ofInteractions
    case .offer: ImportColumns.ofOffers
    case .event: ImportColumns.ofEvents
    case .metric: ImportColumns.ofMetrics
    case .document: ImportColumns.ofDocuments
    case .recommendationLetter: ImportColumns.ofLetters
    default: []
    }
  }
}

private enum ImportColumns {
  typealias List = [ImportColumn]

  static let ofSchools: List = [id, owner, family] + schools + stamps
  static let ofCoaches: List = [id] + school + [owner, family] + coaches + stamps
  static let ofInteractions: List = [id] + school + coach + event + [family] + interactions
  static let ofOffers: List = [id, owner] + school + coach + [family] + offers + times
  static let ofEvents: List = [id, owner] + school + [family] + events + stamps
  static let ofMetrics: List = [id, owner, family] + metrics + event + [notes, verified, created]
  static let ofDocuments: List = [id, owner, family] + documents + school + shared + times
  static let ofLetters: List = [id, owner] + letters + times

  private static let id = ImportColumn("id")
  private static let owner = ImportColumn("user_id")
  private static let family = ImportColumn("family_unit_id")
  private static let notes = ImportColumn("notes", "note", "comments", "comment")
  private static let verified = ImportColumn("verified")
  private static let created = ImportColumn("created_at")
  private static let times: List = [created, ImportColumn("updated_at")]
  private static let stamps: List =
    [ImportColumn("created_by"), ImportColumn("updated_by")] + times
  private static let school: List = [
    ImportColumn("school_id"),
    ImportColumn("school", "college", "university", "school name"),
  ]
  private static let coach: List = [ImportColumn("coach_id"), ImportColumn("coach", "coach name")]
  private static let event: List = [ImportColumn("event_id"), ImportColumn("event", "event name")]

  private static let schools: List = [
    ImportColumn("name", "school", "college", "university", "school name", isRequired: true),
    ImportColumn("location", "place"), ImportColumn("city"), ImportColumn("state"),
    ImportColumn("student_size", "students", "student size", "enrollment", "undergraduates"),
    ImportColumn("division", "level"), ImportColumn("conference"),
    ImportColumn("ranking", "rank"), ImportColumn("is_favorite", "favorite", "favourite"),
    ImportColumn("website", "web site", "url", "link"), ImportColumn("favicon_url"),
    ImportColumn("twitter_handle", "twitter"), ImportColumn("instagram_handle", "instagram"),
    ImportColumn("status"), ImportColumn("status_changed_at"),
    ImportColumn("priority_tier", "tier", "priority"), notes, ImportColumn("private_notes"),
    ImportColumn("pros"), ImportColumn("cons"), ImportColumn("offer_details"),
    ImportColumn("academic_info"), ImportColumn("amenities"), ImportColumn("fit_score"),
    ImportColumn("fit_score_data"), ImportColumn("fit_tier"),
    ImportColumn("coaching_philosophy"), ImportColumn("coaching_style"),
    ImportColumn("recruiting_approach"), ImportColumn("communication_style"),
    ImportColumn("success_metrics"),
  ]

  private static let coaches: List = [
    ImportColumn("role", "title", "position", isRequired: true),
    ImportColumn("name", "coach", "coach name", "full name"),
    ImportColumn("first_name", "first", "given name"),
    ImportColumn("last_name", "last", "surname", "family name"),
    ImportColumn("email", "e-mail", "mail", "email address"),
    ImportColumn("phone", "telephone", "cell", "mobile"),
    ImportColumn("twitter_handle", "twitter"), ImportColumn("instagram_handle", "instagram"),
    notes, ImportColumn("private_notes"), ImportColumn("responsiveness_score"),
    ImportColumn("last_contact_date", "last contact"), ImportColumn("availability"),
  ]

  private static let interactions: List = [
    ImportColumn("type", "kind", isRequired: true), ImportColumn("direction"),
    ImportColumn("subject", "title"), ImportColumn("content", "text", "message", "body", "notes"),
    ImportColumn("sentiment"),
    ImportColumn("occurred_at", "date", "when", "day", isRequired: true),
    ImportColumn("logged_by"), ImportColumn("attachments"), created, ImportColumn("updated_by"),
    ImportColumn("updated_at"),
  ]

  private static let offers: List = [
    ImportColumn("offer_type", "type", "kind", isRequired: true),
    ImportColumn("scholarship_amount", "amount"),
    ImportColumn("scholarship_percentage", "percentage", "percent"),
    ImportColumn("offer_date", "date", "offered", isRequired: true),
    ImportColumn("deadline_date", "deadline", "due"), ImportColumn("status"),
    ImportColumn("conditions"), notes,
  ]

  private static let events: List = [
    ImportColumn("type", "kind", isRequired: true),
    ImportColumn("name", "event", "event name", "title", isRequired: true),
    ImportColumn("location", "venue", "place"), ImportColumn("address"), ImportColumn("city"),
    ImportColumn("state"), ImportColumn("start_date", "date", "day", "start", isRequired: true),
    ImportColumn("end_date", "end"), ImportColumn("start_time", "time"),
    ImportColumn("end_time"), ImportColumn("checkin_time", "check-in"),
    ImportColumn("url", "link", "website"), ImportColumn("description", "notes"),
    ImportColumn("event_source", "source"), ImportColumn("coaches_present"),
    ImportColumn("performance_notes"), ImportColumn("stats_recorded"),
    ImportColumn("cost", "price", "fee"), ImportColumn("registered"), ImportColumn("attended"),
  ]

  private static let metrics: List = [
    ImportColumn("recorded_date", "date", "day", isRequired: true),
    ImportColumn("metric_type", "metric", "type", isRequired: true),
    ImportColumn("value", "result", "number", isRequired: true), ImportColumn("unit", "units"),
  ]

  private static let documents: List = [
    ImportColumn("type", "kind", isRequired: true),
    ImportColumn("title", "name", isRequired: true), ImportColumn("description", "notes"),
    ImportColumn("file_url", "url", "link", "file", isRequired: true),
    ImportColumn("file_type"), ImportColumn("version"), ImportColumn("is_current", "current"),
  ]

  private static let shared: List = [
    ImportColumn("shared_with_schools"), ImportColumn("uploaded_by"),
    ImportColumn("health_status"), ImportColumn("last_health_check"),
  ]

  private static let letters: List = [
    ImportColumn("writer_name", "writer", "name", isRequired: true),
    ImportColumn("writer_title", "title"),
    ImportColumn("writer_email", "email", "e-mail", "mail"), ImportColumn("relationship"),
    ImportColumn("requested_date", "requested"), ImportColumn("due_date", "due", "deadline"),
    ImportColumn("received_date", "received"), ImportColumn("status"),
    ImportColumn("schools_submitted_to"), ImportColumn("document_id"), ImportColumn("document"),
    notes,
  ]
}

import Domain

/// Decides how a recording for a bug report treats a member of a JSON object: whether it keeps the
/// key, and what kind of text the value is (decision 29).
///
/// A key that is not listed here is replaced with a pseudonym, because another program may have
/// written the JSON and used a person's name as a key.
enum RecordedMembers {
  /// Returns the kind of text under this key of a JSON object, such as a name. A recording for a
  /// bug report keeps or replaces the text according to its kind. The result is nil for a key that
  /// the program does not know.
  static func use(of key: String) -> RecordedText? {
    if own.contains(key) || figures.contains(key) { return .own }
    if names.contains(key) { return .name }
    return texts.contains(key) ? .text : nil
  }

  /// The words in the program's own JSON keys and values. A recording for a bug report keeps them,
  /// because no person entered them (decision 29).
  static let words = own.union(figures).union(names).union(texts).union(otherWords)
    .union(ListedTexts.ofSports).union(ofOwnMeasures)

  /// The words that the program itself writes into the stored type of a measure that a family
  /// defined. A recording for a bug report keeps them.
  private static let ofOwnMeasures: Set<String> = ["own", "lower", "higher"]

  /// Keys whose values the program itself writes, so that a recording for a bug report keeps them:
  /// ids, days, moments, words from a fixed list such as a status, names of sports, positions and
  /// measures, or objects with only such values. Other words in such a value are replaced.
  private static let own: Set<String> = [
    "id", "ids", "type", "category", "by", "at", "about", "unit", "units", "measures", "hidden",
    "shown", "range", "role", "bats", "throws", "template_used", "last_updated", "quietHoursStart",
    "quietHoursEnd", "created_at", "createdAt", "completed_at", "completedAt", "event_id",
    "video_id", "related", "primary_sport", "primary_position", "positions", "own_measures",
    "school_priority", "school_status", "school_division", "status",
  ]

  /// Keys whose values are numbers that identify no person, phone or place, so that a recording for
  /// a bug report keeps the numbers.
  private static let figures: Set<String> = [
    "graduation_year", "height_inches", "weight_lbs", "gpa", "sat_score", "act_score", "value",
    "priority", "followUpReminderDays", "grade", "school_count", "top_school_count", "visit_count",
    "average_days", "longest_days", "days_since_event", "days_since_contact", "best_fit_score",
    "student_size", "gpa_requirement", "tuition_in_state", "tuition_out_of_state",
  ]

  private static let names: Set<String> = [
    "name", "title", "high_school", "school_name", "club_team", "city", "event_name", "video_title",
    "first_name", "last_name", "full_name",
  ]

  /// Keys whose values may contain people's own texts or links, directly or in an object.
  ///
  /// A recording for a bug report replaces the words in these values.
  private static let texts: Set<String> = Set([
    "core_courses", "ncaa_id", "perfect_game_id",
    "prep_baseball_id", "twitter_handle", "instagram_handle", "tiktok_handle", "facebook_handle",
    "phone", "email", "allow_share_phone", "allow_share_email", "video_links", "url", "platform",
    "metric_goals", "packet", "address", "state", "zip", "latitude", "longitude", "text",
    "completed", "isCompleted", "saved", "preferences", "is_dealbreaker", "statsCards", "widgets",
    "enableFollowUpReminders", "enableDeadlineAlerts", "enableDailyDigest",
    "enableInboundInteractionAlerts", "never_contacted", "notes",
  ]).union(DashboardCard.allCases.map(\.rawValue)).union(DashboardWidget.allCases.map(\.rawValue))

  private static let otherWords: Set<String> = [
    "max_miles", "major", "player", "location", "dashboard", "reports", "notifications", "schools",
    "daily", "suggestions", "user_tasks", "current_profile", "import_mapping", "last", "viewed",
    "athlete", "parent", "filter", "deleted", "plans_followed", "packets_sent", "family_code_tries",
    "desktop_notifications", "digest", "letter", "follow_ups", "event", "offer", "tasks", "not",
    "contacted", "interactions", "coaches", "documents", "offers", "events", "performance", "user",
    "task",
  ]
}

import Basics

/// The columns of a table that contains no records, such as people or notifications: the data type
/// of each, and the property of a row that has its value.
///
/// The program reads, writes and syncs the rows according to this description.
public struct StoredTable<Row>: Sendable {
  public let name: TableName
  /// All columns except the id.
  public let columns: [StoredColumn<Row>]

  init(_ name: TableName, _ columns: [StoredColumn<Row>]) {
    self.name = name
    self.columns = columns
  }

  fileprivate var forms: ColumnForms {
    ColumnForms(
      table: name,
      columns: Dictionary(uniqueKeysWithValues: columns.map { ($0.name, $0.form) }),
      neverCompared: Set(columns.filter(\.isNeverCompared).map(\.name)))
  }
}

/// One column of a table that holds no records.
public struct StoredColumn<Row>: Sendable {
  public let name: String
  /// How the value is read from a row and written to it; nil for a column that only the tables of
  /// the databases have.
  public let access: ColumnAccess<Row>?
  fileprivate let form: ColumnForm
  /// Whether a difference in the column between two devices is never a conflict, so that a sync
  /// stores the later value. True for a column that the program writes together with another
  /// change.
  fileprivate let isNeverCompared: Bool
  /// When a device sends the column to a server. Only the tables of people and families have
  /// columns that are not always sent.
  public let sending: ColumnSending

  init<Value: RecordValue>(
    _ name: String, _ path: ColumnPath<Row, Value>, isNeverCompared: Bool = false,
    sent sending: ColumnSending = .always
  ) {
    let access = Value.access(path)
    self.name = name
    self.access = access
    form = access.form
    self.isNeverCompared = isNeverCompared
    self.sending = sending
  }

  init(_ name: String, form: ColumnForm) {
    self.name = name
    access = nil
    self.form = form
    isNeverCompared = false
    sending = .always
  }
}

/// When a device sends a column of a row to a server.
public enum ColumnSending: Sendable {
  case always
  /// Only with a new row, because the column never changes.
  case whenNew
  /// Only with a change, because the server determines the column of a new row.
  case whenChanged
  /// Never, because only the server writes the column.
  case never
}

/// The data types of the columns of a table that holds no records, without the Swift type of the
/// rows and without the id.
public struct ColumnForms: Sendable {
  public let table: TableName
  public let columns: [String: ColumnForm]
  /// The columns whose differences between two devices never count as a conflict.
  public let neverCompared: Set<String>

  public static let all: [ColumnForms] = [
    Person.stored.forms, FamilyUnit.stored.forms, FamilyMember.stored.forms,
    FamilyCodeUse.stored.forms, preferences, preferenceHistory, ViewLogEntry.stored.forms,
    SchoolStatusChange.stored.forms, AthleteTask.stored.forms, RecruitingSuggestion.stored.forms,
    AppNotification.stored.forms,
  ]

  private static let preferences = ColumnForms(
    table: .preferences,
    columns: [
      "user_id": .id, "category": .term, "data": .json, "created_at": .moment,
      "updated_at": .moment,
    ], neverCompared: ["updated_at"])

  private static let preferenceHistory = ColumnForms(
    table: .preferenceHistory,
    columns: [
      "user_id": .id, "category": .term, "old_value": .json, "new_value": .json,
      "changed_fields": .texts, "changed_by": .id, "created_at": .moment,
    ], neverCompared: [])
}

extension Person {
  public static let stored = StoredTable<Person>(
    .users,
    [
      StoredColumn("email", \.email, sent: .never), StoredColumn("full_name", \.fullName),
      StoredColumn("role", \.role, sent: .never),
      StoredColumn("phone", \.phone), StoredColumn("profile_photo_url", \.profilePhotoURL),
      StoredColumn("graduation_year", \.graduationYear),
      StoredColumn("current_phase", \.currentPhase),
      StoredColumn("phase_milestone_data", \.phaseMilestoneData),
      StoredColumn("status_score", \.statusScore, isNeverCompared: true),
      StoredColumn("status_label", \.statusLabel, isNeverCompared: true),
      StoredColumn("recovery_mode_active", \.isRecoveryModeActive),
      StoredColumn("recovery_plan_shown_at", \.recoveryPlanShownAt),
      StoredColumn("icloud_sync_enabled", \.isICloudSyncEnabled),
      StoredColumn("is_admin", \.isAdmin, sent: .never),
      StoredColumn("zip_code", \.zipCode), StoredColumn("gpa", \.gpa),
      StoredColumn("sat_score", \.satScore),
      StoredColumn("act_score", \.actScore),
      StoredColumn("profile_completeness", \.profileCompleteness, isNeverCompared: true),
      StoredColumn("onboarding_completed", \.isOnboardingCompleted),
      StoredColumn("timezone", form: .text),
      StoredColumn("created_at", \.createdAt, sent: .never),
      StoredColumn("updated_at", \.updatedAt, isNeverCompared: true),
    ])
}

extension FamilyUnit {
  public static let stored = StoredTable<FamilyUnit>(
    .familyUnits,
    [
      StoredColumn("player_user_id", \.playerID, sent: .whenNew),
      StoredColumn("family_name", \.name),
      StoredColumn("family_code", \.code, sent: .never),
      StoredColumn("code_generated_at", \.codeGeneratedAt, sent: .never),
      StoredColumn("created_at", \.createdAt, sent: .whenNew),
      StoredColumn("updated_at", \.updatedAt, isNeverCompared: true),
    ])
}

extension FamilyMember {
  public static let stored = StoredTable<FamilyMember>(
    .familyMembers,
    [
      StoredColumn("family_unit_id", \.familyID, sent: .whenNew),
      StoredColumn("user_id", \.personID, sent: .whenNew),
      StoredColumn("role", \.role, sent: .whenNew),
      StoredColumn("added_at", \.addedAt, sent: .whenNew),
      StoredColumn("helps", \.helps, sent: .whenChanged),
    ])
}

extension FamilyCodeUse {
  public static let stored = StoredTable<FamilyCodeUse>(
    .familyCodeUses,
    [
      StoredColumn("family_unit_id", \.familyID), StoredColumn("user_id", \.personID),
      StoredColumn("code_used", \.code), StoredColumn("action", \.action),
      StoredColumn("created_at", \.createdAt),
    ])
}

extension ViewLogEntry {
  public static let stored = StoredTable<ViewLogEntry>(
    .parentViews,
    [
      StoredColumn("parent_user_id", \.parentID), StoredColumn("athlete_id", \.athleteID),
      StoredColumn("viewed_item_type", \.itemType), StoredColumn("viewed_item_id", \.itemID),
      StoredColumn("viewed_at", \.viewedAt),
    ])
}

extension AthleteTask {
  public static let stored = StoredTable<AthleteTask>(
    .athleteTasks,
    [
      StoredColumn("athlete_id", \.athleteID), StoredColumn("task_id", \.taskID),
      StoredColumn("status", \.status),
      StoredColumn("completed_at", \.completedAt, isNeverCompared: true),
      StoredColumn("deadline_date", \.deadline), StoredColumn("is_recovery_task", \.isRecoveryTask),
      StoredColumn("created_by", \.createdBy),
      StoredColumn("updated_by", \.updatedBy, isNeverCompared: true),
      StoredColumn("created_at", \.createdAt),
      StoredColumn("updated_at", \.updatedAt, isNeverCompared: true),
    ])
}

extension RecruitingSuggestion {
  public static let stored = StoredTable<RecruitingSuggestion>(
    .suggestions,
    [
      StoredColumn("athlete_id", \.athleteID), StoredColumn("rule_type", \.rule),
      StoredColumn("urgency", \.urgency), StoredColumn("message", \.message),
      StoredColumn("action_type", \.action), StoredColumn("related_school_id", \.relatedSchoolID),
      StoredColumn("related_task_id", \.relatedTaskID), StoredColumn("dismissed", \.isDismissed),
      StoredColumn("dismissed_at", \.dismissedAt, isNeverCompared: true),
      StoredColumn("completed", \.isCompleted),
      StoredColumn("completed_at", \.completedAt, isNeverCompared: true),
      StoredColumn("pending_surface", \.isPendingSurface),
      StoredColumn("surfaced_at", \.surfacedAt, isNeverCompared: true),
      StoredColumn("condition_snapshot", \.conditionSnapshot),
      StoredColumn("reappeared", \.hasReappeared),
      StoredColumn("previous_suggestion_id", \.previousID),
      StoredColumn("created_at", \.createdAt),
      StoredColumn("updated_at", \.updatedAt, isNeverCompared: true),
    ])
}

extension AppNotification {
  public static let stored = StoredTable<AppNotification>(
    .notifications,
    [
      StoredColumn("user_id", \.personID), StoredColumn("type", \.type),
      StoredColumn("title", \.title),
      StoredColumn("message", \.message), StoredColumn("priority", \.priority),
      // The column of the type comes before that of the id, because setting `relatedID` without a
      // type has no effect.
      StoredColumn("related_entity_type", \.relatedType),
      StoredColumn("related_entity_id", \.relatedID),
      StoredColumn("scheduled_for", \.scheduledFor), StoredColumn("sent_at", \.sentAt),
      StoredColumn("read_at", \.readAt, isNeverCompared: true),
      StoredColumn("email_sent", \.isEmailSent),
      StoredColumn("email_sent_at", \.emailSentAt), StoredColumn("action_url", \.actionURL),
      StoredColumn("occasion", \.occasion), StoredColumn("created_at", \.createdAt),
    ])
}

extension SchoolStatusChange {
  public static let stored = StoredTable<SchoolStatusChange>(
    .statusChanges,
    [
      StoredColumn("school_id", \.schoolID), StoredColumn("previous_status", \.previousStatus),
      StoredColumn("new_status", \.newStatus), StoredColumn("changed_by", \.changedBy),
      StoredColumn("changed_at", \.changedAt), StoredColumn("notes", \.notes),
      StoredColumn("created_at", \.createdAt),
    ])
}

extension AppNotification {
  fileprivate var relatedType: Open<RelatedType>? {
    get { related?.type }
    set { related = newValue.map { RelatedEntity(type: $0, id: related?.id) } }
  }

  fileprivate var relatedID: RecordID? {
    get { related?.id }
    set { related?.id = newValue }
  }
}

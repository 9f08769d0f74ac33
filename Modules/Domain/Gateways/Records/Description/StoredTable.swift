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
  public let name: ColumnName
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
    _ name: some DeclaredName, _ path: ColumnPath<Row, Value>, isNeverCompared: Bool = false,
    sent sending: ColumnSending = .always
  ) {
    let access = Value.access(path)
    self.name = ColumnName(unchecked: name.description)
    self.access = access
    form = access.form
    self.isNeverCompared = isNeverCompared
    self.sending = sending
  }

  init(_ name: some DeclaredName, form: ColumnForm, isNeverCompared: Bool = false) {
    self.name = ColumnName(unchecked: name.description)
    access = nil
    self.form = form
    self.isNeverCompared = isNeverCompared
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
  public let columns: [ColumnName: ColumnForm]
  /// The columns whose differences between two devices never count as a conflict.
  public let neverCompared: Set<ColumnName>

  public static let all: [ColumnForms] = [
    Person.stored.forms, FamilyUnit.stored.forms, FamilyMember.stored.forms,
    FamilyCodeUse.stored.forms, preferences, preferenceHistory, ViewLogEntry.stored.forms,
    SchoolStatusChange.stored.forms, AthleteTask.stored.forms, RecruitingSuggestion.stored.forms,
    AppNotification.stored.forms,
  ]

  // The rows of the next two tables have no Swift type, so their type is `Never` here.
  private static let preferences = StoredTable<Never>(
    .preferences,
    [
      StoredColumn(ColumnName.userID, form: .id), StoredColumn(ColumnName.category, form: .term),
      StoredColumn(ColumnName.data, form: .json), StoredColumn(ColumnName.createdAt, form: .moment),
      StoredColumn(ColumnName.updatedAt, form: .moment, isNeverCompared: true),
    ]
  ).forms

  private static let preferenceHistory = StoredTable<Never>(
    .preferenceHistory,
    [
      StoredColumn(ColumnName.userID, form: .id), StoredColumn(ColumnName.category, form: .term),
      StoredColumn("old_value", form: .json), StoredColumn("new_value", form: .json),
      StoredColumn("changed_fields", form: .texts), StoredColumn(ColumnName.changedBy, form: .id),
      StoredColumn(ColumnName.createdAt, form: .moment),
    ]
  ).forms
}

extension Person {
  public static let stored = StoredTable<Person>(
    .users,
    [
      StoredColumn(ColumnName.email, \.email, sent: .never),
      StoredColumn(ColumnName.fullName, \.fullName),
      StoredColumn(ColumnName.role, \.role, sent: .never),
      StoredColumn("phone", \.phone), StoredColumn("profile_photo_url", \.profilePhotoURL),
      StoredColumn("graduation_year", \.graduationYear),
      StoredColumn(ColumnName.currentPhase, \.currentPhase),
      StoredColumn("phase_milestone_data", \.phaseMilestoneData),
      StoredColumn("status_score", \.statusScore, isNeverCompared: true),
      StoredColumn(ColumnName.statusLabel, \.statusLabel, isNeverCompared: true),
      StoredColumn("recovery_mode_active", \.isRecoveryModeActive),
      StoredColumn(ColumnName.recoveryPlanShownAt, \.recoveryPlanShownAt),
      StoredColumn("icloud_sync_enabled", \.isICloudSyncEnabled),
      StoredColumn("is_admin", \.isAdmin, sent: .never),
      StoredColumn("zip_code", \.zipCode), StoredColumn("gpa", \.gpa),
      StoredColumn("sat_score", \.satScore),
      StoredColumn("act_score", \.actScore),
      StoredColumn("profile_completeness", \.profileCompleteness, isNeverCompared: true),
      StoredColumn("onboarding_completed", \.isOnboardingCompleted),
      StoredColumn(ColumnName.timezone, form: .text),
      StoredColumn(ColumnName.createdAt, \.createdAt, sent: .never),
      StoredColumn(ColumnName.updatedAt, \.updatedAt, isNeverCompared: true),
    ])
}

extension FamilyUnit {
  public static let stored = StoredTable<FamilyUnit>(
    .familyUnits,
    [
      StoredColumn(ColumnName.playerUserID, \.playerID, sent: .whenNew),
      StoredColumn("family_name", \.name),
      StoredColumn("family_code", \.code, sent: .never),
      StoredColumn(ColumnName.codeGeneratedAt, \.codeGeneratedAt, sent: .never),
      StoredColumn(ColumnName.createdAt, \.createdAt, sent: .whenNew),
      StoredColumn(ColumnName.updatedAt, \.updatedAt, isNeverCompared: true),
    ])
}

extension FamilyMember {
  public static let stored = StoredTable<FamilyMember>(
    .familyMembers,
    [
      StoredColumn(ColumnName.familyUnitID, \.familyID, sent: .whenNew),
      StoredColumn(ColumnName.userID, \.personID, sent: .whenNew),
      StoredColumn(ColumnName.role, \.role, sent: .whenNew),
      StoredColumn(ColumnName.addedAt, \.addedAt, sent: .whenNew),
      StoredColumn(ColumnName.helps, \.helps, sent: .whenChanged),
    ])
}

extension FamilyCodeUse {
  public static let stored = StoredTable<FamilyCodeUse>(
    .familyCodeUses,
    [
      StoredColumn(ColumnName.familyUnitID, \.familyID),
      StoredColumn(ColumnName.userID, \.personID),
      StoredColumn("code_used", \.code), StoredColumn(ColumnName.action, \.action),
      StoredColumn(ColumnName.createdAt, \.createdAt),
    ])
}

extension ViewLogEntry {
  public static let stored = StoredTable<ViewLogEntry>(
    .parentViews,
    [
      StoredColumn(ColumnName.parentUserID, \.parentID),
      StoredColumn(ColumnName.athleteID, \.athleteID),
      StoredColumn(ColumnName.viewedItemType, \.itemType),
      StoredColumn(ColumnName.viewedItemID, \.itemID),
      StoredColumn(ColumnName.viewedAt, \.viewedAt),
    ])
}

extension AthleteTask {
  public static let stored = StoredTable<AthleteTask>(
    .athleteTasks,
    [
      StoredColumn(ColumnName.athleteID, \.athleteID), StoredColumn(ColumnName.taskID, \.taskID),
      StoredColumn(ColumnName.status, \.status),
      StoredColumn(ColumnName.completedAt, \.completedAt, isNeverCompared: true),
      StoredColumn(ColumnName.deadlineDate, \.deadline),
      StoredColumn("is_recovery_task", \.isRecoveryTask),
      StoredColumn(ColumnName.createdBy, \.createdBy),
      StoredColumn(ColumnName.updatedBy, \.updatedBy, isNeverCompared: true),
      StoredColumn(ColumnName.createdAt, \.createdAt),
      StoredColumn(ColumnName.updatedAt, \.updatedAt, isNeverCompared: true),
    ])
}

extension RecruitingSuggestion {
  public static let stored = StoredTable<RecruitingSuggestion>(
    .suggestions,
    [
      StoredColumn(ColumnName.athleteID, \.athleteID), StoredColumn(ColumnName.ruleType, \.rule),
      StoredColumn(ColumnName.urgency, \.urgency), StoredColumn("message", \.message),
      StoredColumn(ColumnName.actionType, \.action),
      StoredColumn(ColumnName.relatedSchoolID, \.relatedSchoolID),
      StoredColumn(ColumnName.relatedTaskID, \.relatedTaskID),
      StoredColumn("dismissed", \.isDismissed),
      StoredColumn(ColumnName.dismissedAt, \.dismissedAt, isNeverCompared: true),
      StoredColumn("completed", \.isCompleted),
      StoredColumn(ColumnName.completedAt, \.completedAt, isNeverCompared: true),
      StoredColumn("pending_surface", \.isPendingSurface),
      StoredColumn(ColumnName.surfacedAt, \.surfacedAt, isNeverCompared: true),
      StoredColumn(ColumnName.conditionSnapshot, \.conditionSnapshot),
      StoredColumn("reappeared", \.hasReappeared),
      StoredColumn(ColumnName.previousSuggestionID, \.previousID),
      StoredColumn(ColumnName.createdAt, \.createdAt),
      StoredColumn(ColumnName.updatedAt, \.updatedAt, isNeverCompared: true),
    ])
}

extension AppNotification {
  public static let stored = StoredTable<AppNotification>(
    .notifications,
    [
      StoredColumn(ColumnName.userID, \.personID), StoredColumn(ColumnName.type, \.type),
      StoredColumn("title", \.title),
      StoredColumn("message", \.message), StoredColumn(ColumnName.priority, \.priority),
      // The column of the type comes before that of the id, because setting `relatedID` without a
      // type has no effect.
      StoredColumn(ColumnName.relatedEntityType, \.relatedType),
      StoredColumn(ColumnName.relatedEntityID, \.relatedID),
      StoredColumn(ColumnName.scheduledFor, \.scheduledFor),
      StoredColumn(ColumnName.sentAt, \.sentAt),
      StoredColumn(ColumnName.readAt, \.readAt, isNeverCompared: true),
      StoredColumn("email_sent", \.isEmailSent),
      StoredColumn(ColumnName.emailSentAt, \.emailSentAt),
      StoredColumn(ColumnName.actionURL, \.actionURL),
      StoredColumn(ColumnName.occasion, \.occasion),
      StoredColumn(ColumnName.createdAt, \.createdAt),
    ])
}

extension SchoolStatusChange {
  public static let stored = StoredTable<SchoolStatusChange>(
    .statusChanges,
    [
      StoredColumn(ColumnName.schoolID, \.schoolID),
      StoredColumn(ColumnName.previousStatus, \.previousStatus),
      StoredColumn(ColumnName.newStatus, \.newStatus),
      StoredColumn(ColumnName.changedBy, \.changedBy),
      StoredColumn(ColumnName.changedAt, \.changedAt), StoredColumn(ColumnName.notes, \.notes),
      StoredColumn(ColumnName.createdAt, \.createdAt),
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

public import JSON

/// The name of a column, which is the same in the data file on a device, in an export and on the
/// server. Columns of several tables can have the same name.
///
/// The names have a Swift type, so that a misspelled name does not compile. This file creates the
/// names of those columns that code outside the descriptions of tables uses. The name of any other
/// column is a text in the description of its table.
public struct ColumnName: Hashable, Sendable, CustomStringConvertible {
  public let description: String

  private init(_ name: String) { description = name }

  /// Creates the name of a column as a server, a file, the journal (the stored list of changes) or
  /// the description of a table has it. This version of the program may not know the column.
  public init(unchecked name: String) { description = name }

  // These columns identify a row and say to whom it belongs.
  public static let id = ColumnName("id")
  public static let userID = ColumnName("user_id")
  public static let athleteID = ColumnName("athlete_id")
  public static let parentUserID = ColumnName("parent_user_id")
  public static let playerUserID = ColumnName("player_user_id")
  public static let familyUnitID = ColumnName("family_unit_id")
  // These columns say who wrote a row, and when.
  public static let createdBy = ColumnName("created_by")
  public static let updatedBy = ColumnName("updated_by")
  public static let loggedBy = ColumnName("logged_by")
  public static let changedBy = ColumnName("changed_by")
  public static let uploadedBy = ColumnName("uploaded_by")
  public static let createdAt = ColumnName("created_at")
  public static let updatedAt = ColumnName("updated_at")
  public static let addedAt = ColumnName("added_at")
  public static let changedAt = ColumnName("changed_at")
  public static let viewedAt = ColumnName("viewed_at")
  // These columns refer to another row.
  public static let schoolID = ColumnName("school_id")
  public static let coachID = ColumnName("coach_id")
  public static let taskID = ColumnName("task_id")
  public static let schoolsSubmittedTo = ColumnName("schools_submitted_to")
  public static let dependencyTaskIDs = ColumnName("dependency_task_ids")
  public static let relatedSchoolID = ColumnName("related_school_id")
  public static let relatedTaskID = ColumnName("related_task_id")
  public static let relatedEntityType = ColumnName("related_entity_type")
  public static let relatedEntityID = ColumnName("related_entity_id")
  public static let viewedItemType = ColumnName("viewed_item_type")
  public static let viewedItemID = ColumnName("viewed_item_id")
  public static let previousSuggestionID = ColumnName("previous_suggestion_id")
  // These columns are about people, their families and their preferences.
  public static let email = ColumnName("email")
  public static let fullName = ColumnName("full_name")
  public static let role = ColumnName("role")
  public static let helps = ColumnName("helps")
  public static let currentPhase = ColumnName("current_phase")
  public static let statusLabel = ColumnName("status_label")
  public static let recoveryPlanShownAt = ColumnName("recovery_plan_shown_at")
  public static let timezone = ColumnName("timezone")
  public static let codeGeneratedAt = ColumnName("code_generated_at")
  public static let action = ColumnName("action")
  public static let category = ColumnName("category")
  public static let data = ColumnName("data")
  public static let key = ColumnName("key")
  public static let value = ColumnName("value")
  // These columns are about records, such as schools and offers.
  public static let name = ColumnName("name")
  public static let type = ColumnName("type")
  public static let status = ColumnName("status")
  public static let previousStatus = ColumnName("previous_status")
  public static let newStatus = ColumnName("new_status")
  public static let division = ColumnName("division")
  public static let city = ColumnName("city")
  public static let state = ColumnName("state")
  public static let startDate = ColumnName("start_date")
  public static let endDate = ColumnName("end_date")
  public static let occurredAt = ColumnName("occurred_at")
  public static let recordedDate = ColumnName("recorded_date")
  public static let deadlineDate = ColumnName("deadline_date")
  public static let metricType = ColumnName("metric_type")
  public static let unit = ColumnName("unit")
  public static let offerType = ColumnName("offer_type")
  public static let conditions = ColumnName("conditions")
  public static let content = ColumnName("content")
  public static let descriptionText = ColumnName("description")
  public static let notes = ColumnName("notes")
  public static let performanceNotes = ColumnName("performance_notes")
  public static let privateNotes = ColumnName("private_notes")
  // These columns are about tasks, suggestions and notifications.
  public static let divisionApplicability = ColumnName("division_applicability")
  public static let completedAt = ColumnName("completed_at")
  public static let ruleType = ColumnName("rule_type")
  public static let urgency = ColumnName("urgency")
  public static let actionType = ColumnName("action_type")
  public static let conditionSnapshot = ColumnName("condition_snapshot")
  public static let dismissedAt = ColumnName("dismissed_at")
  public static let surfacedAt = ColumnName("surfaced_at")
  public static let priority = ColumnName("priority")
  public static let scheduledFor = ColumnName("scheduled_for")
  public static let sentAt = ColumnName("sent_at")
  public static let readAt = ColumnName("read_at")
  public static let emailSentAt = ColumnName("email_sent_at")
  public static let actionURL = ColumnName("action_url")
  public static let occasion = ColumnName("occasion")
  // These columns are about the files of documents.
  public static let fileID = ColumnName("file_id")
  public static let part = ColumnName("part")
  public static let size = ColumnName("size")
  public static let bytes = ColumnName("bytes")
  // These columns are about handles, the short names of records such as `s3`, and about private
  // notes. Only a server has most of them.
  public static let scope = ColumnName("scope")
  public static let kind = ColumnName("kind")
  public static let number = ColumnName("number")
  public static let tableName = ColumnName("table_name")
  public static let recordID = ColumnName("record_id")
  public static let note = ColumnName("note")
  // These columns of the journal say who made a change, and what it changed.
  public static let person = ColumnName("person")
  public static let changeset = ColumnName("changeset")
}

extension Sequence<ColumnName> {
  /// The names as an SQL statement lists them.
  public var list: String { map(\.description).joined(separator: ", ") }
}

/// The name of a column in the description of its table: a constant of `ColumnName` if code outside
/// the descriptions uses the name, or else a text.
protocol DeclaredName: CustomStringConvertible {}

extension ColumnName: DeclaredName {}
extension String: DeclaredName {}

/// The JSON object of a row, which has a member for each column.
extension JSONObject {
  /// The value in a column. Nil if the row does not have the column.
  public subscript(column: ColumnName) -> JSONValue? {
    get { self[column.description] }
    set { self[column.description] = newValue }
  }

  /// The columns that the row has.
  public var columns: [ColumnName] { keys.map(ColumnName.init(unchecked:)) }

  public init(row values: KeyValuePairs<ColumnName, JSONValue>) {
    self.init(values.map { ($0.key.description, $0.value) })
  }
}

import Basics
import CivilTime
import Domain
public import JSON
public import Persistence
import SQLite

/// The kind of a stored text. A recording for a bug report keeps some kinds of texts and replaces
/// the others with pseudonyms, because they may identify a person (decision 29).
public enum RecordedText: Sendable {
  /// The name of a person or a place.
  ///
  /// A recording replaces it with a pseudonym wherever the name occurs.
  case name
  case text
  /// A word from a fixed list of the program (such as a status), a key, an id, a day or a moment. A
  /// recording keeps such a text if the program recognizes it.
  case own
}

/// Reads all rows of a data file for a recording of a session, which a developer can replay, and
/// writes the rows of a recording into an empty file (decision 29).
///
/// Secrets are left out: passphrases, sessions and mail servers. The undo steps are left out too,
/// and so is the task catalog, which every file contains.
public struct RecordedRows: Sendable {
  let file: DataFile

  public init(of file: DataFile) { self.file = file }

  /// Returns true for tables that a recording does not contain: those with secrets, undo steps,
  /// changes to send to a server, the task catalog or the bytes of files, and SQLite's own tables.
  private static func isLeftOut(_ table: String) -> Bool {
    ["compass_meta", "journal"].contains(table)
      || [.tasks, .keptFiles].contains(TableName(unchecked: table))
      || table.hasPrefix("local_") || table.hasPrefix("outbox") || table.hasPrefix("sqlite_")
  }

  private static let settingsLeftOut: Set = [
    DevicePreferenceKey.mailSetup, DevicePreferenceKey.keptAnswers,
    DevicePreferenceKey.browserSessions,
  ]

  /// Calls `visit` with each row of each table that a recorded session contains. Such a recording
  /// is a copy of the data that a user can send to the developers to repeat a fault.
  ///
  /// - Parameter replacing: returns the pseudonym of a text; nil keeps all texts as they are.
  public func read(
    _ replacing: ((String, RecordedText) -> String)?,
    _ visit: (_ table: String, JSONObject) throws -> Void
  ) throws {
    try file.read { connection in
      let tables = try connection.query(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite%' ORDER BY rowid"
      ) { row in try row.text(0) }
      for table in tables where !Self.isLeftOut(table) {
        let name = TableName(unchecked: table)
        let columns = try connection.query(
          "SELECT name FROM pragma_table_info(?) ORDER BY cid", table
        ) { row in ColumnName(unchecked: try row.text(0)) }
        let rows = try connection.query("SELECT * FROM \(DatabaseConnection.quoted(table))") {
          row in
          var values = JSONObject()
          for (position, column) in columns.enumerated() {
            switch try row.value(position) {
            case .null, .blob: break
            case .integer(let number): values[column] = JSONValue(Int(number))
            case .real(let number): values[column] = JSONValue(number)
            case .text(let text):
              values[column] = .string(
                replacing.map { Self.replaced(text, Self.use(of: column, in: name), $0) } ?? text)
            }
          }
          return values
        }
        for row in rows where !Self.isLeftOut(row, of: name) { try visit(table, row) }
      }
    }
  }

  private static func isLeftOut(_ row: JSONObject, of table: TableName) -> Bool {
    table == .devicePreferences && row[.key]?.string.map(settingsLeftOut.contains) == true
  }

  /// Writes the rows of a recording into a file without people. Columns that this version of the
  /// program does not have are left out, so that a recording of another version can be replayed.
  public func write(_ rows: some Sequence<(table: String, values: JSONObject)>) throws {
    try file.write { connection in
      // Foreign keys are checked at the commit, because a row may refer to rows of later tables.
      try connection.execute("PRAGMA defer_foreign_keys = ON")
      var known: [String: Set<String>] = [:]
      for (table, values) in rows {
        let columns =
          try known[table]
          ?? Set(
            connection.query("SELECT name FROM pragma_table_info(?)", table) { row in
              try row.text(0)
            })
        known[table] = columns
        let members = values.members.filter { columns.contains($0.key) }
        guard !members.isEmpty, !Self.isLeftOut(table) else { continue }
        let names = members.map { DatabaseConnection.quoted($0.key) }.joined(separator: ", ")
        let places = members.map { _ in "?" }.joined(separator: ", ")
        try connection.execute(
          "INSERT OR REPLACE INTO \(DatabaseConnection.quoted(table)) (\(names)) VALUES (\(places))",
          values: members.map { EverythingImport.value($0.value) })
      }
    }
  }
}

// MARK: - The texts that a recording replaces

extension RecordedRows {
  /// Returns the kind of the texts in a column. Every column that is not known to contain the
  /// program's own words counts as a name or text of a person, so that a new column is replaced by
  /// default.
  static func use(of column: ColumnName, in table: TableName) -> RecordedText {
    if programsOwn[table]?.contains(column) == true { return .own }
    if let record = StoredKinds.all.first(where: { $0.tableName == table }),
      record.holdsNoWords(in: column)
    {
      return .own
    }
    return column.description.contains("name") ? .name : .text
  }

  /// Returns a stored text in which `replacing` has replaced the words.
  ///
  /// In a text that is JSON, each value is replaced separately, because its key decides which kind
  /// of text the value is. Keys that the program does not know are replaced too.
  static func replaced(
    _ text: String, _ use: RecordedText, _ replacing: (String, RecordedText) -> String
  ) -> String {
    guard text.hasPrefix("{") || text.hasPrefix("["), let json = try? JSONValue.parse(text) else {
      return isZone(text, use) ? text : replacing(text, use)
    }
    return replaced(json, use, replacing).text
  }

  private static func replaced(
    _ json: JSONValue, _ use: RecordedText, _ replacing: (String, RecordedText) -> String
  ) -> JSONValue {
    switch json {
    case .null, .bool: return json
    case .string(let text): return .string(replacing(text, use))
    case .number(let number):
      if use == .own { return json }
      let replaced = number.text.split(separator: ".").map { part in
        let digits = replacing(String(part), .text)
        // A pseudonym of digits may begin with zeros. They are removed, because a JSON number must
        // not begin with a zero before another digit.
        return digits.replacing(/^(-?)0+(?=\d)/) { "\($0.1)" }
      }
      return JSONNumber(replaced.joined(separator: ".")).map(JSONValue.number) ?? .null
    case .array(let values): return .array(values.map { self.replaced($0, use, replacing) })
    case .object(let object):
      return .object(
        JSONObject(
          object.members.map { member in
            let known = RecordedMembers.use(of: member.key)
            return (
              known == nil ? replacing(member.key, .text) : member.key,
              self.replaced(member.value, known ?? .text, replacing)
            )
          }))
    }
  }

  /// Returns true if the text is the name of a time zone, which a recording keeps because it
  /// identifies no person.
  private static func isZone(_ text: String, _ use: RecordedText) -> Bool {
    use == .own && text.contains("/") && (try? Zone.named(text)) != nil
  }

  /// The words that the program itself writes into columns, such as the names of statuses and
  /// tables. A recording for a bug report keeps them, because no person entered them (decision 29).
  public static let ownWords: Set<String> = {
    var words = RecordedMembers.words
    for vocabulary in vocabularies { words.formUnion(vocabulary.rawTexts) }
    for columns in programsOwn.values { words.formUnion(columns.map(\.description)) }
    for kind in StoredKinds.all { words.formUnion(kind.ownWords) }
    return words
  }()

  private static let vocabularies: [any Vocabulary.Type] = [
    DashboardCard.self, DashboardWidget.self, HelpArea.self, Phase.self, StatusLabel.self,
    FamilyCodeUse.Action.self, ViewLogEntry.ItemType.self, TaskStatus.self, UserRole.self,
    AppNotification.RelatedType.self, NotificationType.self, NotificationPriority.self,
    SuggestionRule.self, SuggestionUrgency.self, SuggestionAction.self,
    SchoolWishes.WishCategory.self,
    Division.self,
  ]

  private static func rowKeys(and others: ColumnName...) -> Set<ColumnName> {
    Set(others).union([ColumnName.id, .userID, .createdAt, .updatedAt])
  }

  private static let programsOwn: [TableName: Set<ColumnName>] = [
    .users: rowKeys(and: .role, .currentPhase, .statusLabel, .timezone, .recoveryPlanShownAt),
    .familyUnits: rowKeys(and: .playerUserID, .codeGeneratedAt),
    .familyMembers: rowKeys(and: .familyUnitID, .role, .addedAt, .helps),
    .familyCodeUses: rowKeys(and: .familyUnitID, .action),
    .preferences: rowKeys(and: .category),
    .preferenceHistory: rowKeys(and: .category, .changedBy),
    .parentViews: [.id, .parentUserID, .athleteID, .viewedItemType, .viewedItemID, .viewedAt],
    .statusChanges: rowKeys(and: .schoolID, .previousStatus, .newStatus, .changedBy, .changedAt),
    .metrics: [.unit],
    .athleteTasks: rowKeys(
      and: .athleteID, .taskID, .status, .completedAt, .deadlineDate, .createdBy, .updatedBy),
    .suggestions: rowKeys(
      and: .athleteID, .ruleType, .urgency, .actionType, .relatedSchoolID, .relatedTaskID,
      .dismissedAt, .completedAt, .surfacedAt, .previousSuggestionID),
    .notifications: rowKeys(
      and: .type, .priority, .relatedEntityType, .relatedEntityID, .scheduledFor, .sentAt, .readAt,
      .emailSentAt, .actionURL, .occasion),
    .handles: [.kind, .id],
    .devicePreferences: [.userID, .key],
  ]
}

extension StoredRecord {
  fileprivate static func holdsNoWords(in column: ColumnName) -> Bool {
    if column == .id { return true }
    let described = table.columns.first { $0.name == column.description && !$0.isMember }
    return switch described?.access {
    // A family can add words to some of the program's lists, such as the name of a measure that it
    // defined. A recording replaces the added words, because the program's own lists do not have
    // them.
    case .id, .day, .time, .moment, .ids, .word: true
    case .text, .json, .texts, .whole, .number, .flag, nil: false
    }
  }

  /// The words that the program itself writes into the record's columns, such as the names of
  /// statuses, and the names of the record's kind and of its table.
  fileprivate static var ownWords: [String] {
    [kind.singular, kind.plural, tableName.description]
      + table.columns.flatMap { column -> [String] in
        if case .word(let word) = column.access { word.known() } else { [] }
      }
  }
}

extension Vocabulary {
  fileprivate static var rawTexts: [String] { allCases.map(\.rawValue) }
}

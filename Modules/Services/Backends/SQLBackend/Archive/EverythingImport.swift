import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

extension SQLBackend {
  func importEverything(
    _ source: ExportSource, isDryRun: Bool
  ) async throws(Problem) -> [ImportedTable] {
    let isEmpty = try answering { try file.read { try $0.hasNobody() } }
    let newcomer = isEmpty ? try EverythingImport.firstPerson(in: source) : nil
    var athlete: RecordID?
    if !isEmpty {
      athlete = try await read { $0.caller.role == .player ? $0.caller.id : nil }
    }
    return try await importing(
      "importEverything", by: newcomer.map { ActingPerson($0, on: .comingToBe) }, for: athlete,
      isDryRun: isDryRun
    ) { scope, step in
      // `isEmpty` says whether the data file had no person in it before the transaction. Another
      // program may have added a person since then, so the transaction checks this again.
      guard try scope.connection.hasNobody() == isEmpty else {
        throw Problem(
          .conflict, "The file was changed by another program.", fix: "Import it again.")
      }
      var work = EverythingImport(scope, isRestricted: !isEmpty)
      let report = try work.run(source)
      try scope.connection.allotQuickTasks()
      let count = report.reduce(0) { $0 + $1.added }
      step.summary = "Imported \(count) rows of an export"
      return (report, count == 0)
    }
  }
}

/// Imports the rows of an export under their own ids; existing rows stay unchanged.
///
/// A file without people accepts all rows. In a file with people, `ImportAuthority` decides about
/// each row: a row that the importing person could not have written is left out and counted.
struct EverythingImport {
  private let scope: Scope
  private var authority: ImportAuthority?

  init(_ scope: Scope, isRestricted: Bool) {
    self.scope = scope
    authority = isRestricted ? ImportAuthority(scope) : nil
  }

  /// Returns the id of the person in whose name the export is imported into a file without people,
  /// where no person can sign in: the first athlete of the export, or its first person if it has no
  /// athlete. Only the beginning of the export is read.
  static func firstPerson(in source: ExportSource) throws(Problem) -> RecordID? {
    let next = try source.open()
    var somebody: RecordID?
    while let table = try next() {
      guard table.name == "users" else {
        if somebody != nil { return somebody }
        continue
      }
      for row in table.rows {
        let id = row.values[.id]?.string.flatMap { RecordID($0) }
        if row.values[.role]?.string == UserRole.player.rawValue, let id { return id }
        somebody = somebody ?? id
      }
    }
    return somebody
  }

  /// Imports all rows of the export, and returns the counts for each table.
  ///
  /// The rows are imported while the file is read once. If the file has its tables in another order
  /// than an export, it is read again for each table, because a row can only be written after the
  /// rows to which it refers.
  mutating func run(_ source: ExportSource) throws -> [ImportedTable] {
    var report: [ImportedTable] = []
    do {
      try scope.connection.transaction { try write(source, into: &report) }
    } catch {
      // The import may have failed because a row refers to a row of a later table. Then the file is
      // read again table by table. If the tables are already in the order of an export, that cannot
      // be the cause, and the error is thrown.
      guard try !Self.isInOrder(source) else { throw error }
      report = []
      for table in ArchiveTable.all { try write(source, only: table.name, into: &report) }
    }
    return report
  }

  private struct OutOfOrder: Error {}

  private static func isInOrder(_ source: ExportSource) throws -> Bool {
    let next = try source.open()
    var reached = 0
    while let table = try next() {
      let place = ArchiveTable.all.firstIndex { $0.name.description == table.name } ?? reached
      if place < reached { return false }
      reached = place
    }
    return true
  }

  /// Writes the rows of the export into their tables, and appends the counts of each table to
  /// `report`.
  ///
  /// - Parameter only: the one table to write; nil writes all tables in the order of the file.
  private mutating func write(
    _ source: ExportSource, only: TableName? = nil, into report: inout [ImportedTable]
  ) throws {
    let next = try source.open()
    var columns: [ArchiveTable.Column] = []
    var reached = 0
    while let portion = try next() {
      guard let place = ArchiveTable.all.firstIndex(where: { $0.name.description == portion.name })
      else {
        throw Problem(
          .usage, "There is no table “\(portion.name)”.", details: ["Nothing was imported."],
          fix: "Choose the file of an export of everything.")
      }
      let table = ArchiveTable.all[place]
      guard only ?? table.name == table.name, !portion.rows.isEmpty else { continue }
      guard only != nil || place >= reached else { throw OutOfOrder() }
      reached = place
      if report.last?.name != table.name {
        columns = try table.columns(in: scope.connection)
        report.append(
          ImportedTable(name: table.name, kind: table.kind, added: 0, alreadyThere: 0))
      }
      for line in portion.rows {
        switch try writeNamingLine(line, to: table, columns) {
        case .added(let isTakenOver):
          report[report.count - 1].added += 1
          report[report.count - 1].takenOver += isTakenOver ? 1 : 0
        case .alreadyThere: report[report.count - 1].alreadyThere += 1
        case .leftOut(let reason): report[report.count - 1].leaveOut(line.number, because: reason)
        }
      }
    }
  }

  private enum Outcome {
    case added(isTakenOver: Bool)
    case alreadyThere
    case leftOut(ImportRefusal)
  }

  private mutating func writeNamingLine(
    _ line: ImportRequest.Line, to table: ArchiveTable, _ columns: [ArchiveTable.Column]
  ) throws -> Outcome {
    do {
      return try write(line, to: table, columns)
    } catch let problem as Problem {
      throw problem.inLine(line.number)
    } catch SQLiteError.constraint(let rule, let subject, _) {
      throw Problem(
        .usage, "This row does not fit into “\(table.name)”.",
        details: [Self.words(of: rule, subject)]
      ).inLine(line.number)
    }
  }

  private mutating func write(
    _ line: ImportRequest.Line, to table: ArchiveTable, _ columns: [ArchiveTable.Column]
  ) throws -> Outcome {
    let names = columns.map(\.name.description)
    if let unknown = line.values.keys.first(where: { !names.contains($0) }) {
      throw Problem(.usage, "“\(table.name)” has no column “\(unknown)”.")
    }
    var bytes: [ColumnName: Value] = [:]
    for column in columns where column.isRequired {
      guard let value = line.values[column.name] else { continue }
      if column.isBytes {
        bytes[column.name] = try Self.bytes(value, of: column.name)
      } else {
        try checkForm(value, of: column.name)
      }
    }
    let key = try table.key.map { name in
      guard let value = line.values[name].map(Self.value), value != .null else {
        throw Problem(.usage, "A row of “\(table.name)” needs its \(name).")
      }
      return value
    }
    var values = line.values
    // The column `helps` is cleared, because only the athlete may give parents the right to help
    // with the athlete's data, and an imported row must not do so (domain.md 10.10).
    if table.name == .familyMembers { values[.helps] = .string("[]") }
    var isTakenOver = false
    if authority != nil {
      if let isReadable = try authority?.isReadable(key, in: table) {
        return isReadable ? .alreadyThere : .leftOut(.idIsTaken)
      }
      isTakenOver = authority?.takeOver(&values) ?? false
      if let refusal = try authority?.refusal(of: values, in: table) { return .leftOut(refusal) }
    }
    guard try insert(values, bytes, into: table, key) else { return .alreadyThere }
    if let kind = table.kind, let id = values[.id]?.string.flatMap({ RecordID($0) }) {
      try scope.connection.handles.allot(kind, to: id)
    }
    return .added(isTakenOver: isTakenOver)
  }

  /// Inserts an imported row. Returns false if the table already has a row with the same primary
  /// key, which then stays unchanged.
  private func insert(
    _ values: JSONObject, _ bytes: [ColumnName: Value], into table: ArchiveTable, _ key: [Value]
  ) throws -> Bool {
    let members = values.members
    let places = members.map { _ in "?" }.joined(separator: ", ")
    let list = members.map { DatabaseConnection.quoted($0.key) }.joined(separator: ", ")
    let isThere = table.key.map { "\($0) = ?" }.joined(separator: " AND ")
    try scope.connection.execute(
      """
      INSERT INTO \(table.name) (\(list)) SELECT \(places)
      WHERE NOT EXISTS (SELECT 1 FROM \(table.name) WHERE \(isThere))
      """,
      values: members.map { bytes[ColumnName(unchecked: $0.key)] ?? Self.value($0.value) } + key)
    return scope.connection.changes > 0
  }

  /// Describes the constraint of the database that an imported row violates, in words without SQL,
  /// because the user reads them.
  private static func words(of rule: SQLiteError.Constraint, _ subject: String) -> String {
    // For a violated constraint, SQLite names the column, such as `schools.name`, or an SQL
    // expression that would not help the user. The text after the last dot is the column's name.
    let column = subject.split(separator: ".").last.map(String.init)
    return switch rule {
    case .foreignKey: "It refers to a row that is not there."
    case .unique, .primaryKey: "There is another row with the same \(column ?? "value")."
    case .notNull: "It has no \(column ?? "value")."
    case .check, .trigger, .type, .other: "One of its values cannot be stored there."
    }
  }

  /// Throws if the value of a required column is a malformed id, day or moment, because the stored
  /// row could then never be read (decision 4).
  private func checkForm(_ value: JSONValue, of column: ColumnName) throws {
    let text = value.string ?? ""
    let name = column.description
    let isWellFormed =
      if column == .id || name.hasSuffix("_id") || Self.people.contains(column) {
        RecordID(text) != nil && RecordID(text)?.description == text
      } else if name.hasSuffix("_at") {
        Instant(text)?.description == text
      } else if name.hasSuffix("_date") {
        CalendarDay(text) != nil
      } else {
        true
      }
    guard isWellFormed else {
      throw Problem(.usage, "\(column): “\(value.string ?? value.text)” has not the right form.")
    }
  }

  private static func bytes(_ value: JSONValue, of column: ColumnName) throws -> Value {
    guard let bytes = value.string.flatMap({ Base64URL.bytes($0) }) else {
      throw Problem(.usage, "\(column): the text has not the right form.")
    }
    return .blob(bytes)
  }

  private static let people: Set<ColumnName> = [.loggedBy, .changedBy, .uploadedBy]

  static func value(_ json: JSONValue) -> Value {
    switch json {
    case .null: .null
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .number(let number):
      Int64(number.text).map(Value.integer) ?? number.double.map(Value.real) ?? .null
    case .string(let text): .text(text)
    case .array, .object: .text(json.text)
    }
  }
}

import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

extension SQLBackend {
  func importRows(
    _ request: ImportRequest, for athlete: RecordID
  ) async throws(Problem) -> ImportReport {
    guard let record = StoredKinds.named(request.kind) else {
      let kinds = ReferenceKind.importable.map(\.plural)
      throw Problem(
        .usage, "There is no import of \(request.kind.plural).",
        fix: "Import \(kinds.inSentence("or")).")
    }
    return try await importRows(record, request, athlete)
  }

  private func importRows<Record: StoredRecord>(
    _ type: Record.Type, _ request: ImportRequest, _ athlete: RecordID
  ) async throws(Problem) -> ImportReport {
    let reader = ImportReader(
      zone: calendar.zone(), today: calendar.today(), hasDecimalCommas: request.hasDecimalCommas)
    let calendar = self.calendar
    return try await importing(
      StepSubject.importing(request.kind), for: athlete, isDryRun: request.isDryRun
    ) { scope, step in
      let records = try RecordScope(scope, of: athlete)
      let writing = request.updates ? RecordWriting<Record>(records, step, calendar) : nil
      var rows = RowImport<Record>(records, reader, changing: writing)
      let report = try rows.run(request.rows, isDryRun: request.isDryRun)
      if report.updatedCount > 0 { try writing?.settleNotifications() }
      step.summary = report.summary(of: request.kind)
      step.until = rows.moment
      return (report, report.addedCount + report.updatedCount == 0)
    }
  }

  /// Runs an import as one undo step (a change that `undo` takes back as a whole), and makes a
  /// backup of the file's previous content. A dry run is rolled back and makes no backup.
  ///
  /// The backup is made just before the commit, so that a rejected import does not push an older
  /// backup out of the limited number of backups.
  func importing<Answer: Sendable>(
    _ operation: String, by person: ActingPerson? = nil, for athlete: RecordID?, isDryRun: Bool,
    _ body: (Scope, Journal.Step) throws -> (answer: Answer, isEmpty: Bool)
  ) async throws(Problem) -> Answer {
    var actor = person
    if actor == nil { actor = try await self.person() }
    guard let actor else { throw .signInNeeded }
    var rehearsed: Answer?
    do {
      return try step(operation, by: actor, for: athlete) { scope, step in
        let (answer, isEmpty) = try body(scope, step)
        if isDryRun {
          rehearsed = answer
          throw Rehearsal.over
        }
        if !isEmpty, file.path != DatabaseConnection.inMemoryPath {
          _ = try file.backups.save(
            reason: try scope.backupReason("before-import"), at: scope.now)
        }
        return answer
      }
    } catch {
      guard let rehearsed else { throw error }
      return rehearsed
    }
  }
}

/// The error that an import throws at the end of a dry run, so that its transaction ends and all
/// its writes are rolled back.
private enum Rehearsal: Error { case over }

/// Imports the rows of a file one by one, in one transaction.
struct RowImport<Record: StoredRecord> {
  private var records: RecordScope
  private let reader: ImportReader
  /// Writes the values of a row into the existing record that the row duplicates; nil if the import
  /// leaves such records unchanged.
  private let changing: RecordWriting<Record>?
  private var links: [String: RecordID] = [:]
  /// The columns that a row of the file may have, by heading. A column with the id of another
  /// record has a second heading, under which a row may give that record's name.
  private let columns: [String: (described: RecordColumn<Record>, column: Column<Record>)]
  /// For each column, the heading under which the current line gives its value. A message about a
  /// value names this heading.
  private var headings: [String: String] = [:]

  init(
    _ records: RecordScope, _ reader: ImportReader, changing: RecordWriting<Record>? = nil
  ) {
    self.records = records
    self.reader = reader
    self.changing = changing
    var columns: [String: (described: RecordColumn<Record>, column: Column<Record>)] = [:]
    for described in Record.table.columns {
      guard let column = Column(described) else { continue }
      for name in [described.name, described.link?.heading].compactMap({ $0 }) {
        columns[name] = (described, column)
      }
    }
    self.columns = columns
  }

  /// The creation time that the record from the next imported row gets. It is later than that of
  /// every row imported so far, so that a list sorted by age keeps the order of the file.
  var moment: Instant { records.scope.now }

  /// Imports the rows. If any line is rejected, the import throws a problem after it has read all
  /// lines. A dry run reports the rejected lines together with the accepted ones.
  mutating func run(_ rows: ImportRows, isDryRun: Bool) throws -> ImportReport {
    let twins = try TwinIndex<Record>(records)
    let next = try rows.open()
    var tally = ImportTally()
    var lines = try next()
    if lines.contains(where: { $0.values[.id] != nil }) { try noteIDs(of: rows, in: twins) }
    while !lines.isEmpty {
      if _Concurrency.Task.isCancelled { throw Problem.importStopped }
      for line in lines {
        do {
          try tally.note(try take(line, twins), line)
          // Each imported row is created one millisecond after the one before it, so that a list
          // sorted by age has the rows in the order of the file.
          records.scope.now = records.scope.now.adding(milliseconds: 1)
        } catch let faults as RowFaults {
          for problem in faults.problems { try tally.note(problem, line) }
        } catch let problem as Problem {
          try tally.note(problem, line)
        }
      }
      lines = try next()
    }
    if let refusal = tally.refusal, !isDryRun { throw refusal }
    try twins.drop()
    let names = try records.references(Record.kind, tally.named)
    return tally.report { names.of($0, Record.kind) }
  }

  /// Marks the stored records whose ids the imported file contains, so that no row with another id
  /// counts as a duplicate of such a record.
  ///
  /// The file is read once more for this, because such a row may come after a row with equal values
  /// that is another record.
  private func noteIDs(of rows: ImportRows, in twins: TwinIndex<Record>) throws {
    let next = try rows.open()
    while case let ids = try next().compactMap({ $0.values[.id] }), !ids.isEmpty {
      if _Concurrency.Task.isCancelled { throw Problem.importStopped }
      for id in ids { if let id = RecordID.imported(id, reader) { try twins.noteOwnRow(of: id) } }
    }
  }

  private mutating func take(
    _ line: ImportRequest.Line, _ twins: TwinIndex<Record>
  ) throws -> TakenRow {
    headings = line.headings
    let record = try self.record(line.values)
    if let twin = try twin(of: record, given: line.values, twins) {
      return try changing.map {
        try change(twin, to: line.values, as: record, twins, by: $0)
      } ?? .duplicate(of: twin)
    }
    try records.scope.caller.require(
      .insert, Record.table.area, of: Record.table.scope(of: record), kind: Record.kind)
    try Record.form.insert([record], in: records.connection)
    _ = try Record.writeDerived(.imported(record), in: records)
    try twins.add(record, hasOwnID: line.values[.id] != nil)
    return .added(record.id, Record.doubt(about: record, today: reader.today))
  }

  /// Writes the values of the row into the existing record that the row duplicates, as the command
  /// `edit` would.
  ///
  /// - Parameter read: the record that the row would be if it were new. It has the id of the
  ///   existing record only if the row gives that id. Without the id, a row finds its record by
  ///   columns such as the name of a school, and these columns then stay unchanged.
  private mutating func change(
    _ id: RecordID, to row: JSONObject, as read: Record, _ twins: TwinIndex<Record>,
    by writing: RecordWriting<Record>
  ) throws -> TakenRow {
    let before = try records.require(Record.self, id)
    var wanted = before
    let isNamed = read.id == id
    // A row without the importing person's private note does not delete that note, because the row
    // may have been exported before the note was written. The column of the notes is therefore not
    // copied.
    var kept: Set = [ColumnName.privateNotes.description]
    if !isNamed { kept.formUnion(Record.table.twin.map(\.name)) }
    let values = (Record.table.shortcut?.unfold(row) ?? row).members.filter { member in
      columns[member.key].map { !kept.contains($0.described.name) } ?? true
    }
    try fill(&wanted, JSONObject(values.map { ($0.key, $0.value) }), reader)
    Record.table.takeNote(of: records.scope.caller.id, from: read, in: &wanted)
    guard wanted != before else { return .duplicate(of: id) }
    _ = try writing.edit(id, RecordChange { [wanted] in $0 = wanted }, from: .table)
    // A row with an id may change the columns by which later rows find their duplicates, such as
    // the name of a school. So the index of duplicates gets the new values.
    if isNamed { try twins.replace(wanted) }
    return .changed(id, Record.doubt(about: wanted, today: reader.today))
  }

  /// Sets the properties of the record from the values of a row.
  ///
  /// Columns that depend on another column are set last: a value inside a JSON object, because
  /// setting the whole object would overwrite it, a last day, which takes its year from the first
  /// day, and a coach, who is looked for at the row's school.
  ///
  /// - Throws: the problems of all values, after those that are already known.
  private mutating func fill(
    _ record: inout Record, _ values: JSONObject, _ reader: ImportReader,
    known: [Problem] = []
  ) throws {
    var problems = known
    for isFollowing in [false, true] {
      for member in values.members where member.key != ColumnName.id.description {
        guard columns[member.key]?.described.followsOthers ?? false == isFollowing else { continue }
        do {
          try fill(&record, member, reader)
        } catch let problem as Problem {
          problems.append(problem)
        }
      }
    }
    if !problems.isEmpty { throw RowFaults(problems: problems) }
  }

  private mutating func record(_ row: JSONObject) throws -> Record {
    let values = Record.table.shortcut?.unfold(row) ?? row
    let given = try values[.id].map { value in
      guard let id = RecordID.imported(value, self.reader) else {
        throw unfit(value, ColumnName.id.description, RecordID.wanted)
      }
      return id
    }
    var reader = self.reader
    reader.keepsUnknownWords = given != nil
    // A row may have the id of a record that the caller (the importing person) cannot see. Then the
    // new record gets another id, because two records cannot share one.
    let isFree = try given.map { id in
      try Record.form.find(id, in: records.connection) == nil
        || records.isVisible(Record.self, id)
    }
    var record = Record.begun(
      isFree == true ? given ?? records.scope.ids.next() : records.scope.ids.next(), in: records)
    var problems: [Problem] = []
    do {
      try requireColumns(values)
    } catch let problem as Problem {
      problems.append(problem)
    }
    try fill(&record, values, reader, known: problems)
    if given != nil {
      try Record.table.takeExportedNote(in: &record, for: records.scope.caller.id) { id in
        try records.connection.first("SELECT 1 FROM users WHERE id = ?", id, read: { _ in true })
          != nil
      }
    }
    Record.table.keepOthersNotes(in: &record, from: nil, by: records.scope.caller.id)
    try record.bringAlong(in: records)
    try record.requireLinks(in: records, where: \.isList)
    if given == nil { try record.requireFitting(from: nil, in: records) }
    try record.complete(from: nil, in: records)
    try record.check(today: reader.today, from: given == nil ? .table : .export)
    return record
  }

  private func requireColumns(_ values: JSONObject) throws {
    for column in Record.table.columns where column.isRequired {
      let names = [column.name] + [column.link?.heading].compactMap { $0 }
      let isGiven = names.contains { name in
        values[name].map { !$0.isNull && !$0.isBlank } ?? false
      }
      guard !isGiven else { continue }
      if let heading = names.compactMap({ headings[$0] }).first {
        throw Problem(
          .usage, "“\(heading)” is empty.", fix: "Every \(Record.kind.singular) needs it.")
      }
      throw Problem.missing(column, of: Record.kind)
    }
  }

  /// Sets one property of the record from a value of the row.
  ///
  /// Columns for the owner and the author of the row are ignored, because an imported row always
  /// belongs to the athlete, and the importing person is its author.
  private mutating func fill(
    _ record: inout Record, _ member: JSONObject.Member, _ reader: ImportReader
  ) throws {
    guard let (described, column) = columns[member.key] else {
      // An export contains some columns, such as a computed one, for which the record has no
      // property. Such a column is accepted and ignored, so that an exported file can be imported.
      if Record.table.column(member.key) != nil { return }
      throw Problem(
        .usage, "\(Record.kind.plural) have no column “\(member.key)”.",
        fix: "They have: " + Record.table.columns.map(\.name).joined(separator: ", "))
    }
    var value = member.value
    // An empty CSV cell leaves the property as it is. Only an export contains a null, which clears
    // the property.
    guard !described.role.isOwnership, !value.isBlank else { return }
    if let link = described.link, !link.isList, !value.isNull {
      value = .string(try target(of: link, described.name, value, in: record).description)
    }
    let leaning = described.leaning(in: record)
    let isFilled =
      leaning == reader.leaning
      ? column.fill(value, reader, &record)
      : column.fill(value, reader.leaning(leaning), &record)
    guard isFilled else {
      var problem = unfit(member.value, member.key, column.wanted())
      if record is PerformanceMetric, member.key == ColumnName.metricType.description {
        problem.fix = MetricType.addingOne
      }
      throw problem
    }
  }

  /// Returns the id of the record to which the text of a cell refers. A coach is looked for at the
  /// school of the row first.
  private mutating func target(
    of link: ColumnLink, _ column: String, _ value: JSONValue, in record: Record
  ) throws -> RecordID {
    guard let text = value.string?.trimmed, let source = RecordNames.source(link.kind) else {
      throw unfit(value, link.heading, "a name")
    }
    let school = link.kind == .coach ? Self.school(of: record) : nil
    let known = "\(column) \(school?.description ?? "") \(text)"
    if let id = links[known] { return id }
    let visible = try ReadableRows.visible(
      link.kind, of: records, owner: .isCompared, in: records.scope)
    var found: (ids: [RecordID], areByLastName: Bool) = ([], false)
    if let school {
      var atSchool = visible
      atSchool.require("\(source.table).school_id = ?", .id(school))
      found = try named(text, source, among: atSchool)
    }
    if found.ids.isEmpty { found = try named(text, source, among: visible) }
    guard let id = found.ids.first else {
      throw Problem(
        .notFound, "There is no \(link.kind.singular) “\(text)”.",
        fix: "Add or import the \(link.kind.plural) first.")
    }
    guard found.ids.count == 1 else {
      throw Problem(
        .usage, "More than one \(link.kind.singular) is called “\(text)”.",
        fix: found.areByLastName
          ? "Write the whole name, its handle or its id." : "Write its handle or its id.")
    }
    links[known] = id
    return id
  }

  private static func school(of record: Record) -> RecordID? {
    Record.table.columns.first { $0.link?.kind == .school && $0.link?.isList == false }?
      .linked(in: record).first
  }

  /// Returns the records that a text means: their id, their handle (the short name to type, such as
  /// `s4`), or their name. If no person has this full name, it may also be a person's last name.
  private func named(
    _ text: String, _ source: RecordNames.Source, among visible: Conditions
  ) throws -> (ids: [RecordID], areByLastName: Bool) {
    var wanted = visible
    if let id = RecordID(text) {
      wanted.require("\(source.table).id = ?", .id(id))
    } else if text.first == source.kind.letter, let number = Int(text.dropFirst()),
      let id = try records.connection.handles.id(source.kind, number: number)
    {
      wanted.require("\(source.table).id = ?", .id(id))
    } else {
      let title = "(\(source.title)) = ? COLLATE NOCASE"
      if let alias = source.alias {
        wanted.require(
          "\(title) OR (\(alias)) = ? COLLATE NOCASE", .text(text), .text(text))
      } else {
        wanted.require(title, .text(text))
      }
    }
    let ids = try records.connection.query(
      "SELECT \(source.table).id FROM \(source.table) WHERE \(wanted.clause) LIMIT 2",
      values: wanted.values
    ) { row in try row.recordID(0) }
    guard ids.isEmpty else { return (ids, false) }
    return (try people(withLastName: text, source, visible), true)
  }

  /// Returns the people with exactly this last name, which a form of address such as `Coach` may
  /// precede. Unlike in a command, the beginning of a name is not accepted: an import of many rows
  /// does not show the user at once which person each text has matched.
  private func people(
    withLastName text: String, _ source: RecordNames.Source, _ visible: Conditions
  ) throws -> [RecordID] {
    guard let lastName = source.lastName else { return [] }
    let match = NameMatch(text, ignoring: source.kind.formsOfAddress)
    return try records.connection.query(
      "SELECT \(source.table).id, \(lastName) FROM \(source.table) WHERE \(visible.clause)",
      values: visible.values
    ) { row in (id: try row.recordID(0), name: try row.optionalText(1) ?? "") }
    .filter { match.isExactly([$0.name]) }.map(\.id)
  }

  /// Returns the id of the record that the row duplicates, which may be an earlier row of the same
  /// import; nil if there is none.
  private func twin(
    of record: Record, given: JSONObject, _ twins: TwinIndex<Record>
  ) throws -> RecordID? {
    if try records.isVisible(Record.self, record.id) { return record.id }
    return try twins.twin(of: record, hasOwnID: given[.id] != nil) { twin in
      given[twin.name] != nil
        || columns[twin.name]?.described.link.map { given[$0.heading] != nil } == true
    }
  }

  private func unfit(_ value: JSONValue, _ column: String, _ wanted: String) -> Problem {
    Problem(
      .usage, "\(headings[column] ?? column): “\(value.string ?? value.text)” is not \(wanted).")
  }
}

/// The problems with the values of one row, all at once, so that a person can correct all of them.
private struct RowFaults: Error {
  let problems: [Problem]
}

extension JSONValue {
  fileprivate var isBlank: Bool { string?.trimmed.isEmpty == true }
}

extension Problem {
  /// The problem of an import that the user stops.
  static let importStopped = Problem(.interrupted, "Stopped. Nothing was imported.")

  /// Returns a copy of the problem whose title names the line of the file, and which says that
  /// nothing was imported.
  func inLine(_ number: Int) -> Problem {
    Problem(
      cause, "Line \(number): \(title)", details: details + ["Nothing was imported."], fix: fix)
  }
}

public import Basics
public import CivilTime
public import SQLite

/// Makes each write one transaction and one undo step (decision 3), and undoes and redoes undo
/// steps.
///
/// ```swift
/// let act = Act(
///   person: me, athlete: sam, operation: "completeTask", summary: "Completed t3", at: now)
/// try journal.step(act) { step in
///   try step.connection.execute("UPDATE athlete_task SET ...", ...)
/// }
/// ```
public struct Journal: Sendable {
  /// Throws if the person may not do the act (the write of one command). It is called inside the
  /// transaction when the act is done, undone and redone.
  public typealias Authority = @Sendable (DatabaseConnection, Act, Act.Phase) throws -> Void

  let file: DataFile
  let authority: Authority
  /// Called during each undo and redo, after the changes were applied and before the references are
  /// checked. It deletes rows of tables that the journal does not record, if they would now refer
  /// to missing rows.
  let afterTurn: @Sendable (DatabaseConnection) throws -> Void
  /// Called after each recorded undo step was committed.
  let recorded: @Sendable (JournalEntry) -> Void
  private let keeping: Int

  public static let defaultDepth = 1_000

  public init(
    _ file: DataFile, keeping: Int = defaultDepth,
    afterTurn: @escaping @Sendable (DatabaseConnection) throws -> Void = { _ in },
    recorded: @escaping @Sendable (JournalEntry) -> Void = { _ in },
    authority: @escaping Authority
  ) {
    self.file = file
    self.afterTurn = afterTurn
    self.recorded = recorded
    self.keeping = keeping
    self.authority = authority
  }

  /// An undo step that is being recorded: the connection to write to, and the text that the history
  /// will show for it.
  public final class Step {
    public let connection: DatabaseConnection
    public var summary: String
    /// The athlete whose data changes. The operation sets it if it finds out only during the write
    /// which athlete that is.
    public var athlete: RecordID?
    /// If the undo step imports a file: the newest time of the imported rows. Rows whose times are
    /// between the step's `at` and `until` came from the imported file.
    public var until: Instant?
    /// Whether the person's newest undo step comes from the same command, so that this write
    /// becomes part of it.
    public let isContinued: Bool

    fileprivate init(_ connection: DatabaseConnection, _ act: Act, isContinued: Bool) {
      self.connection = connection
      self.isContinued = isContinued
      athlete = act.athlete
      summary = act.summary
    }
  }

  /// Runs `body` as one undo step; inside another step it becomes part of the outer one.
  ///
  /// A step that changed no recorded row is not stored, and undone steps can still be redone after
  /// it.
  ///
  /// - Parameter local: tables of this data file alone, whose changes the step records in addition
  ///   to those of the tables that devices share.
  @discardableResult
  public func step<Result>(
    _ act: Act, recording local: [String] = [], _ body: (Step) throws -> Result
  ) throws -> Result {
    var made: JournalEntry?
    let result = try file.write { connection in
      try authority(connection, act, .doing)
      let begun = file.isRecording ? nil : try begun(act, on: connection)
      let step = Step(connection, act, isContinued: begun != nil)
      guard !file.isRecording else { return try body(step) }
      file.isRecording = true
      defer { file.isRecording = false }
      let recorder = try ChangeRecorder(connection, tables: file.schema.sharedTables + local)
      let result = try body(step)
      let changeset = try recorder.changeset()
      if !changeset.isEmpty {
        try Self.forgetUndone(of: act.person, in: connection)
        var act = act
        act.summary = step.summary
        act.athlete = step.athlete
        act.until = step.until
        let id: Int
        if let begun {
          id = begun.id
          try add(changeset, to: begun, act, on: connection)
        } else {
          id = try record(act, changeset, on: connection)
        }
        made = JournalEntry(id: id, act: act, isUndone: false, isUndoable: true)
        file.meaning = DataFile.Meaning(act: act, journal: id)
      }
      return result
    }
    if let made { recorded(made) }
    return result
  }

  /// Returns the history of undo steps (the recorded writes of commands), newest first.
  ///
  /// - Parameters:
  ///   - athletes: the athletes whose steps are returned, besides the steps of `person`; nil for
  ///     the steps of all people.
  ///   - hidden: operations that are left out unless `person` did them.
  public func history(
    limit: Int, athletes: [RecordID]? = nil, by person: RecordID? = nil,
    hiding hidden: [String] = []
  ) throws -> [JournalEntry] {
    try file.read { connection in
      try connection.query(
        """
        SELECT \(Self.columns) FROM journal
        WHERE (?1 IS NULL OR athlete IN (SELECT value FROM json_each(?1)) OR person = ?3)
          AND (person = ?3 OR instr(?4, ' ' || operation || ' ') = 0)
        ORDER BY id DESC LIMIT ?2
        """, athletes.map { JSONList.text($0) }, limit, person,
        " \(hidden.joined(separator: " ")) "
      ) { row in try entry(row) }
    }
  }

  /// Returns a text that changes with each step about an athlete's data that is recorded, undone or
  /// redone here, and with each fetch of rows from a server; nil before the first.
  ///
  /// It does not change with work that is no undo step, or with a step about a person's own things,
  /// such as marking notifications as read.
  public func newestChange() throws -> String? {
    try file.read { connection in
      let steps = try connection.first(
        """
        SELECT id, at, (SELECT count(*) FROM journal WHERE athlete IS NOT NULL
          AND id IN (SELECT id FROM journal WHERE undone = 1))
        FROM journal WHERE athlete IS NOT NULL ORDER BY id DESC LIMIT 1
        """
      ) { row in (try row.int(0), try row.text(1), try row.int(2)) }
      .map { id, at, undone in "\(id) \(at) \(undone)" }
      guard try Outbox(connection) != nil else { return steps }
      let fetched = try connection.one(
        "SELECT group_concat(era || ' ' || revision, ' ') FROM outbox_cursors"
      ) { row in try row.optionalText(0) }
      return [steps, fetched].compactMap(\.self).joined(separator: " ")
    }
  }

  /// Returns the newest undo steps of these people on an athlete's data, between two times. Steps
  /// that were undone, or that a later step reverted, are left out.
  public func steps(
    of people: [RecordID], on athlete: RecordID, after moment: Instant, upTo now: Instant,
    limit: Int, hiding hidden: [String] = []
  ) throws -> [JournalEntry] {
    try file.read { connection in
      try connection.query(
        """
        SELECT \(Self.columns) FROM journal
        WHERE person IN (SELECT value FROM json_each(?1)) AND undone = 0
          AND athlete = ?2 AND at > ?3 AND at <= ?6 AND \(Self.takenBackBy) IS NULL
          AND instr(?4, ' ' || operation || ' ') = 0
        ORDER BY id DESC LIMIT ?5
        """, JSONList.text(people), athlete, moment, " \(hidden.joined(separator: " ")) ", limit,
        now
      ) { row in try entry(row) }
    }
  }

  /// Returns the newest undo steps that imported a file for an athlete and are not undone.
  ///
  /// - Parameters:
  ///   - hidden: operations that are left out unless `reader` did them.
  ///   - reader: the person who reads the list.
  public func imports(
    of athlete: RecordID, limit: Int, hiding hidden: [String] = [], from reader: RecordID
  ) throws -> [JournalEntry] {
    try file.read { connection in
      try connection.query(
        """
        SELECT \(Self.columns) FROM journal
        WHERE athlete = ?1 AND \(Self.isImportInForce)
          AND (person = ?3 OR instr(?4, ' ' || operation || ' ') = 0)
        ORDER BY at DESC LIMIT ?2
        """, athlete, limit, reader, " \(hidden.joined(separator: " ")) "
      ) { row in try entry(row) }
    }
  }

  /// Returns an SQL condition that tells whether a row came from an imported file. It is false if
  /// the import was undone.
  ///
  /// `moment` is the SQL expression for the time in the row, and `athlete` the SQL expression for
  /// the athlete to whom the row belongs.
  public static func cameWithFile(_ moment: String, of athlete: String) -> String {
    """
    EXISTS (SELECT 1 FROM journal WHERE athlete = \(athlete) AND \(moment) >= at AND \(moment) <= until
      AND \(isImportInForce))
    """
  }

  private static let isImportInForce =
    "until IS NOT NULL AND undone = 0 AND \(takenBackBy) IS NULL"

  /// Returns the person's newest undo step with its changes, if it comes from the same command as
  /// the act, that is, if both have the same `batch`. The changes of the act are then added to this
  /// step. Otherwise returns nil.
  private func begun(_ act: Act, on connection: DatabaseConnection) throws -> (id: Int, Changeset)?
  {
    guard let batch = act.batch else { return nil }
    let newest = try connection.first(
      """
      SELECT id, batch, schema_version, changeset FROM journal
      WHERE person = ? AND undone = 0 ORDER BY id DESC LIMIT 1
      """, act.person
    ) { row in
      let isSame = try row.optionalRecordID(1) == batch && row.int(2) == file.schema.version
      return isSame ? (id: try row.int(0), Changeset(bytes: try row.blob(3))) : nil
    }
    return newest.flatMap { $0 }
  }

  private func add(
    _ changeset: Changeset, to begun: (id: Int, changeset: Changeset), _ act: Act,
    on connection: DatabaseConnection
  ) throws {
    try connection.execute(
      "UPDATE journal SET changeset = ?, summary = ?, at = ? WHERE id = ?",
      try begun.changeset.followed(by: changeset).bytes, act.summary, act.at, begun.id)
  }

  /// Deletes the steps that the person has undone. After a new undo step they cannot be redone,
  /// because the new step may have changed the rows to which they would be applied.
  static func forgetUndone(of person: RecordID, in connection: DatabaseConnection) throws {
    try connection.execute("DELETE FROM journal WHERE person = ? AND undone = 1", person)
  }

  func record(
    _ act: Act, _ changeset: Changeset, takingBack step: Int? = nil,
    on connection: DatabaseConnection
  ) throws -> Int {
    try Self.record(
      act, changeset, takingBack: step, keeping: keeping, schemaVersion: file.schema.version,
      on: connection)
  }

  static func record(
    _ act: Act, _ changeset: Changeset, takingBack step: Int?, keeping: Int = defaultDepth,
    schemaVersion: Int, on connection: DatabaseConnection
  ) throws -> Int {
    try connection.execute(
      """
      INSERT INTO journal (person, athlete, operation, summary, at, changeset, schema_version, batch,
        until, takes_back)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, act.person, act.athlete, act.operation, act.summary, act.at, changeset.bytes,
      schemaVersion, act.batch, act.until, step)
    let id = connection.lastInsertedRowID
    try connection.execute(
      """
      DELETE FROM journal WHERE person = ?1 AND id <= (
        SELECT id FROM journal WHERE person = ?1 ORDER BY id DESC LIMIT 1 OFFSET ?2)
      """, act.person, keeping)
    return id
  }

  static let columns =
    "id, person, athlete, operation, summary, at, undone, schema_version, \(takenBackBy)"

  /// The SQL for the number of the later undo step that reverted a step of the table `journal`. It
  /// is null if no step did, or if that later step is undone.
  static let takenBackBy = """
    (SELECT later.id FROM journal AS later WHERE later.takes_back = journal.id AND later.undone = 0)
    """

  func entry(_ row: borrowing ResultRow) throws -> JournalEntry {
    JournalEntry(
      id: try row.int(0),
      act: Act(
        person: try row.recordID(1), athlete: try row.optionalRecordID(2),
        operation: try row.text(3), summary: try row.text(4), at: try row.instant(5)),
      isUndone: try row.bool(6), isUndoable: try row.int(7) >= file.schema.oldestUndoable,
      takenBackBy: try row.optionalInt(8))
  }
}

extension Journal {
  /// Other people who changed a row, according to the journal (the stored history of undo steps).
  public struct Editors: Sendable {
    /// The people who changed the row in any way in an undo step that is not undone.
    public var all: Set<RecordID> = []
    /// The people among `all` who wrote a value themselves. The values of the others were computed
    /// by the program.
    public var writers: Set<RecordID> = []
  }

  /// Returns, for each row of a changeset, the other people who changed the row in an undo step
  /// that is not undone. The key is the row's id. Changes that are older than the oldest step of
  /// the journal are not found.
  ///
  /// - Parameter isWritten: whether a change was written by a person and not computed by the
  ///   program.
  public static func editors(
    of changeset: Changeset, otherThan person: RecordID, in connection: DatabaseConnection,
    where isWritten: (Changeset.RowChange) throws -> Bool
  ) throws -> [RecordID: Editors] {
    var editors: [RecordID: Editors] = [:]
    for change in try changeset.changes() {
      guard case .text(let text)? = change.key.first, let id = RecordID(text) else { continue }
      // The query finds every changeset that contains the id, also in rows that only refer to the
      // row. The loop below keeps the changes of the row itself.
      let steps = try connection.query(
        """
        SELECT person, changeset FROM journal
        WHERE person <> ? AND undone = 0 AND takes_back IS NULL AND \(takenBackBy) IS NULL
          AND instr(changeset, CAST(? AS BLOB)) > 0
        """, person, text
      ) { row in (try row.recordID(0), Changeset(bytes: try row.blob(1))) }
      for (editor, step) in steps {
        for (key, row) in zip(try step.changes(), try step.rows())
        where key.table == change.table && key.key == change.key {
          editors[id, default: Editors()].all.insert(editor)
          if try isWritten(row) { editors[id]?.writers.insert(editor) }
        }
      }
    }
    return editors
  }
}

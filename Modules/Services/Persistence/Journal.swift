public import Basics
public import CivilTime
public import SQLite

/// Makes a write one transaction and one undo step, and takes steps back and forth (decision 3).
///
/// ```swift
/// try journal.step(Act(person: me, athlete: sam, operation: "completeTask", summary: "Completed t3", at: now)) {
///   step in try step.connection.execute("UPDATE athlete_task SET ...", ...)
/// }
/// ```
public struct Journal: Sendable {
  /// Throws when the person may not do this now; asked inside the transaction, first and again on undo and redo.
  public typealias Authority = @Sendable (DatabaseConnection, Act, Act.Phase) throws -> Void

  let file: DataFile
  let authority: Authority
  /// Sees to rows that are no steps and would keep a step from being turned.
  let afterTurn: @Sendable (DatabaseConnection) throws -> Void
  /// Hears of each step that is in the file.
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

  /// A step under way: where to write, and what history will say about it.
  public final class Step {
    public let connection: DatabaseConnection
    public var summary: String
    /// Whose data it is, for an operation that only finds out as it goes.
    public var athlete: RecordID?
    /// The newest moment that one of its rows bears, where it brings in the rows of a file: `at` to there they are one thing.
    public var until: Instant?
    /// Whether the person's newest step is one of the same batch, which this write becomes part of.
    public let isContinued: Bool

    fileprivate init(_ connection: DatabaseConnection, _ act: Act, isContinued: Bool) {
      self.connection = connection
      self.isContinued = isContinued
      athlete = act.athlete
      summary = act.summary
    }
  }

  /// Runs `body` as one undoable step; within another step it becomes part of that one.
  ///
  /// A step that changed no recorded row is not recorded and does not end redo.
  ///
  /// - Parameter local: tables of this file alone that the step records beside the shared ones.
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
        // What was undone cannot be redone over a newer step.
        try connection.execute(
          "DELETE FROM journal WHERE person = ? AND undone = 1", act.person)
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

  /// Newest first, of everybody, or of what was done for the given athletes and what that person did themselves.
  ///
  /// - Parameter hidden: operations of other people that are left out.
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

  /// The newest steps that brought an athlete the rows of a file and still stand.
  public func imports(
    of athlete: RecordID, limit: Int, hiding hidden: [String] = [], from reader: RecordID
  ) throws -> [JournalEntry] {
    try file.read { connection in
      try connection.query(
        """
        SELECT \(Self.columns) FROM journal
        WHERE athlete = ?1 AND \(Self.isStandingImport)
          AND (person = ?3 OR instr(?4, ' ' || operation || ' ') = 0)
        ORDER BY at DESC LIMIT ?2
        """, athlete, limit, reader, " \(hidden.joined(separator: " ")) "
      ) { row in try entry(row) }
    }
  }

  /// SQL that holds for a moment of an athlete's row when the row came in with a file, in a step that still stands.
  public static func cameWithFile(_ moment: String, of athlete: String) -> String {
    """
    EXISTS (SELECT 1 FROM journal WHERE athlete = \(athlete) AND \(moment) >= at AND \(moment) <= until
      AND \(isStandingImport))
    """
  }

  private static let isStandingImport =
    "until IS NOT NULL AND undone = 0 AND \(takenBackBy) IS NULL"

  /// The step of the same batch that the act goes on with, with its changes.
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

  func record(
    _ act: Act, _ changeset: Changeset, takingBack step: Int? = nil,
    on connection: DatabaseConnection
  ) throws -> Int {
    try connection.execute(
      """
      INSERT INTO journal (person, athlete, operation, summary, at, changeset, schema_version, batch,
        until, takes_back)
      VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
      """, act.person, act.athlete, act.operation, act.summary, act.at, changeset.bytes,
      file.schema.version, act.batch, act.until, step)
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

  /// The later step that took one back, as long as that one stands.
  static let takenBackBy = """
    (SELECT later.id FROM journal AS later WHERE later.takes_back = journal.id AND later.undone = 0)
    """

  func entry(_ row: borrowing ResultRow) throws -> JournalEntry {
    JournalEntry(
      id: try row.int(0),
      act: Act(
        person: try row.recordID(1), athlete: try row.optionalRecordID(2),
        operation: try row.text(3), summary: try row.text(4), at: try row.instant(5)),
      isUndone: try row.bool(6), isUndoable: try row.int(7) == file.schema.version,
      takenBackBy: try row.optionalInt(8))
  }
}

extension Journal {
  /// What the journal knows of a row's other authors.
  public struct Editors: Sendable {
    /// Who has a standing step that changed the row in any way.
    public var all: Set<RecordID> = []
    /// Those of them who wrote something themselves.
    public var writers: Set<RecordID> = []
  }

  /// Who else has a step that still stands and changed one of a changeset's rows, by the row's id, as far back as the journal
  /// goes.
  ///
  /// - Parameter isWritten: whether what a step did to a row is a person's doing, and not worked out by the program.
  public static func editors(
    of changeset: Changeset, otherThan person: RecordID, in connection: DatabaseConnection,
    where isWritten: (Changeset.RowChange) throws -> Bool
  ) throws -> [RecordID: Editors] {
    var editors: [RecordID: Editors] = [:]
    for change in try changeset.changes() {
      guard case .text(let text)? = change.key.first, let id = RecordID(text) else { continue }
      // The bytes of the id are in each changeset of its row; those of other rows that only name it are told apart below.
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

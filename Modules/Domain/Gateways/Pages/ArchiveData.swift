public import Basics
public import JSON

/// Rows of one kind to add, as objects keyed by column name, read from a CSV file or an export.
public struct ImportRequest: Sendable {
  public var kind: ReferenceKind
  public var rows: ImportRows
  /// Whether the import is rolled back at the end.
  public var isDryRun: Bool
  /// Whether rows that exist already are updated from the file; otherwise they stay as they are.
  public var updates = false
  /// Whether the file writes `85,5` for one number. Semicolons between its cells show that.
  public var hasDecimalCommas = false

  public struct Line: Equatable, Sendable {
    /// The number of the line in the file, for messages about it.
    public var number: Int
    public var values: JSONObject

    public init(number: Int, values: JSONObject) {
      self.number = number
      self.values = values
    }

    /// Creates a line of a table in which all cells are text.
    public init(number: Int, texts: some Sequence<(field: String, text: String)>) {
      self.init(number: number, values: JSONObject(texts.map { ($0.field, .string($0.text)) }))
    }
  }

  public init(kind: ReferenceKind, rows: ImportRows, isDryRun: Bool = false) {
    self.kind = kind
    self.rows = rows
    self.isDryRun = isDryRun
  }

  public init(kind: ReferenceKind, rows: [Line], isDryRun: Bool = false) {
    self.init(kind: kind, rows: ImportRows(rows), isDryRun: isDryRun)
  }
}

/// The rows of a file, read in portions, so that a file of a million rows is never in memory as a whole.
public struct ImportRows: Sendable {
  /// The next portion; empty at the end.
  public typealias Next = () throws(Problem) -> [ImportRequest.Line]

  /// Returns a reader that starts at the first row. The reader throws at a row that cannot be read,
  /// and then the whole import is refused.
  public let open: @Sendable () throws(Problem) -> Next

  public init(_ open: @escaping @Sendable () throws(Problem) -> Next) {
    self.open = open
  }

  public init(_ lines: [ImportRequest.Line]) {
    open = {
      var rest = lines
      return { () throws(Problem) in
        defer { rest = [] }
        return rest
      }
    }
  }
}

/// The result of an import, or of its dry run.
public struct ImportReport: Equatable, Sendable {
  /// The first of the added records; the list is limited because a file may have a million.
  public var added: [Reference]
  public var addedCount: Int
  /// The first of the records that existed already.
  public var duplicates: [Duplicate]
  public var duplicateCount: Int
  /// The first of the existing records that were updated from the file.
  public var updated: [Reference] = []
  public var updatedCount = 0
  /// The first values that are possible but unlikely, with the line of each.
  public var doubts: [LineDoubt] = []
  public var doubtCount = 0

  public struct LineDoubt: Equatable, Sendable {
    public var line: Int
    public var doubt: Doubt

    public init(line: Int, _ doubt: Doubt) {
      self.line = line
      self.doubt = doubt
    }
  }

  public struct Duplicate: Equatable, Sendable {
    public var line: Int
    public var existing: Reference

    public init(line: Int, existing: Reference) {
      self.line = line
      self.existing = existing
    }
  }

  /// The largest number of records that each list of the report names.
  public static let namesAtMost = 100

  public init(
    added: [Reference], addedCount: Int? = nil, duplicates: [Duplicate], duplicateCount: Int? = nil
  ) {
    self.added = added
    self.addedCount = addedCount ?? added.count
    self.duplicates = duplicates
    self.duplicateCount = duplicateCount ?? duplicates.count
  }
}

/// The people whose data is erased.
public enum ErasureScope: Equatable, Sendable {
  case person(RecordID)
  case family(RecordID)
}

/// The data that would be erased, or was erased. After erasing, a backend reads again before it
/// answers, to prove that the rows are gone.
public struct Erasure: Equatable, Sendable {
  public var people: [Reference]
  public var records: [KindCount]
  public var journalSteps: Int
  public var backups: [String]
  /// How many lines typed at the prompt are erased; the program keeps them beside the file.
  public var typedLines: Int
  /// How many mail server passwords of these people, kept on this machine, are erased.
  public var mailPasswords: Int
  /// The copies of the data beside the file that the program did not create. Their owner has to
  /// delete them.
  public var copiesOfOthers: [String] = []
  /// The server that the data is erased from too, if the file is connected.
  public var server: ErasedServer?

  public init(
    people: [Reference], records: [KindCount], journalSteps: Int, backups: [String],
    typedLines: Int = 0, mailPasswords: Int = 0
  ) {
    self.people = people
    self.records = records
    self.journalSteps = journalSteps
    self.backups = backups
    self.typedLines = typedLines
    self.mailPasswords = mailPasswords
  }
}

/// A server that a person is erased from.
public struct ErasedServer: Equatable, Sendable {
  public var address: String
  /// Whether the server keeps the e-mail address and the password of the account. At a hosted
  /// project only its owner can delete those.
  public var keepsAccount: Bool
  /// The addresses of other people of the file, who have to connect again.
  public var disconnected: [String]

  public init(address: String, keepsAccount: Bool = false, disconnected: [String] = []) {
    self.address = address
    self.keepsAccount = keepsAccount
    self.disconnected = disconnected
  }
}

/// The contents of a backup, checked on a copy of it.
public struct BackupContents: Equatable, Sendable {
  public var people: [String]
  public var records: [KindCount]
  /// The differences between the rights in the backup and the rights in the current file.
  public var rights: [RightDifference] = []
  /// Whether the current file has no person or cannot be read. The rights in the backup are then
  /// used unchanged.
  public var isAlone = false

  public init(people: [String], records: [KindCount]) {
    self.people = people
    self.records = records
  }
}

/// An export of all tables, read a few rows of a table at a time, in the order of the file.
public struct ExportSource: Sendable {
  /// The next rows; nil at the end.
  public typealias Next = () throws(Problem) -> ExportedTable?

  /// Returns a reader that starts at the first row. It can be called again to read the file once
  /// more.
  public let open: @Sendable () throws(Problem) -> Next

  public init(_ open: @escaping @Sendable () throws(Problem) -> Next) {
    self.open = open
  }

  public init(_ tables: [ExportedTable]) {
    open = {
      var rest = tables[...]
      return { () throws(Problem) in rest.popFirst() }
    }
  }
}

/// Rows of one table in an export of all tables.
public struct ExportedTable: Equatable, Sendable {
  public var name: String
  public var rows: [ImportRequest.Line]

  public init(name: String, rows: [ImportRequest.Line]) {
    self.name = name
    self.rows = rows
  }
}

/// The result of importing one table.
public struct ImportedTable: Equatable, Sendable {
  public var name: String
  /// The kind of the table's rows; nil for rows that belong to other records, such as a history.
  public var kind: ReferenceKind?
  public var added: Int
  /// How many rows existed already. They were not changed.
  public var alreadyThere: Int
  /// How many of the added rows another person had written. The importing person becomes their
  /// author.
  public var takenOver: Int
  /// Rows that the importing person could not have written, by reason.
  public var leftOut: [LeftOutRows]

  public init(
    name: String, kind: ReferenceKind? = nil, added: Int, alreadyThere: Int, takenOver: Int = 0,
    leftOut: [LeftOutRows] = []
  ) {
    self.name = name
    self.kind = kind
    self.added = added
    self.alreadyThere = alreadyThere
    self.takenOver = takenOver
    self.leftOut = leftOut
  }

  /// Counts one more row that is left out, and keeps the line numbers of the first few.
  public mutating func leaveOut(_ line: Int, because reason: ImportRefusal) {
    let known = leftOut.firstIndex { $0.reason == reason }
    if known == nil { leftOut.append(LeftOutRows(reason: reason, count: 0, lines: [])) }
    let position = known ?? leftOut.count - 1
    leftOut[position].count += 1
    if leftOut[position].lines.count < LeftOutRows.linesAtMost {
      leftOut[position].lines.append(line)
    }
  }
}

/// Rows of one table that an import left out for the same reason.
public struct LeftOutRows: Equatable, Sendable {
  public var reason: ImportRefusal
  public var count: Int
  /// The line numbers in the file of the first of these rows.
  public var lines: [Int]

  public static let linesAtMost = 5

  public init(reason: ImportRefusal, count: Int, lines: [Int]) {
    self.reason = reason
    self.count = count
    self.lines = lines
  }
}

/// Why a row of an export is left out of a file with people in it: an import gives no rights that the commands do not give.
public enum ImportRefusal: String, CaseIterable, Hashable, Sendable {
  /// The row is a profile, a family, a membership or a use of a family code: only `account` and `family` commands write
  /// these.
  case makesPeople
  /// The row belongs to another person or another family, or it has no owner.
  case notTheirs
  /// The row refers to a record that does not exist, or that the person may not see.
  case namesForeignRecord
  /// The id of the row is that of an existing row which the person may not see.
  case idIsTaken
  /// The row is a task of the timeline. Such tasks are part of the program.
  case isTheProgramsOwn
}

public import Basics
public import JSON

/// A request to import rows of one kind of record, such as schools, from a CSV file or an export.
/// Each row is an object keyed by column name.
public struct ImportRequest: Sendable {
  public var kind: ReferenceKind
  public var rows: ImportRows
  /// Whether the import is a dry run: all rows are checked, and then the transaction is rolled
  /// back.
  public var isDryRun: Bool
  /// Whether the import overwrites the values of records that exist already with those of the file.
  /// If false, these records stay as they are.
  public var updates = false
  /// Whether numbers in the imported file have decimal commas, such as `85,5`. A table whose cells
  /// are separated by semicolons has them.
  public var hasDecimalCommas = false

  public struct Line: Equatable, Sendable {
    /// The number of the line in the imported file. Messages about the line name it.
    public var number: Int
    public var values: JSONObject
    /// The headings of the values in the imported file, by the name of the column. Messages use
    /// them. If a column has no heading, as in an export, messages use the column's name.
    public var headings: [String: String]

    public init(number: Int, values: JSONObject, headings: [String: String] = [:]) {
      self.number = number
      self.values = values
      self.headings = headings
    }

    /// Creates a line from the cells of a CSV table. Each value is a text, because a CSV table has
    /// no numbers and no nulls.
    public init(
      number: Int, texts: some Sequence<(field: String, text: String)>,
      headings: [String: String] = [:]
    ) {
      self.init(
        number: number, values: JSONObject(texts.map { ($0.field, .string($0.text)) }),
        headings: headings)
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

/// The rows of an imported file, read in portions, so that a file with a million rows never has to
/// be in memory at once.
public struct ImportRows: Sendable {
  /// A function that returns the next rows, a few at a time. It returns an empty array after the
  /// last row.
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

/// The result of an import, or of a dry run, which checks the rows without storing them.
public struct ImportReport: Equatable, Sendable {
  /// The first records that the import added, in the order of the file. The list has at most
  /// `namesAtMost` records, because a file may have a million rows.
  public var added: [Reference]
  /// The imported rows that created the records in `added`, in the same order.
  public var addedRows: [ImportRequest.Line] = []
  public var addedCount: Int
  /// The first rows whose record existed already, at most `namesAtMost`.
  public var duplicates: [Duplicate]
  public var duplicateCount: Int
  /// The first existing records that were updated from the imported file, at most `namesAtMost`.
  public var updated: [Reference] = []
  public var updatedCount = 0
  /// The first few imported values that are possible but unlikely, each with its line in the file.
  public var doubts: [LineDoubt] = []
  public var doubtCount = 0
  /// The problem because of which a dry run would import nothing; nil if every line is accepted. An
  /// import that is no dry run throws this problem instead.
  public var refusal: Problem?
  /// The first rejected lines of a dry run, which checks all rows without storing them.
  public var rejected: [RejectedLine] = []
  public var rejectedCount = 0

  public struct RejectedLine: Equatable, Sendable {
    public var line: ImportRequest.Line
    public var problem: Problem

    public init(_ line: ImportRequest.Line, _ problem: Problem) {
      self.line = line
      self.problem = problem
    }
  }

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

  /// The largest number of entries in `added`, `duplicates` and `updated` of a report.
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

/// The people whose data an erasure deletes: one person, or the athlete of a family and the parents
/// who are in no other family of the data file.
public enum ErasureScope: Equatable, Sendable {
  case person(RecordID)
  case family(RecordID)
}

/// A backup that the program made: its file name, and its size in bytes.
public struct BackupFile: Hashable, Sendable {
  public var name: String
  public var bytes: Int

  public init(name: String, bytes: Int) {
    self.name = name
    self.bytes = bytes
  }
}

/// The data that an erasure (a permanent deletion of a person's data) would delete, or has deleted.
/// After the deletion the backend reads the data file again, to prove that the rows are gone.
public struct Erasure: Equatable, Sendable {
  public var people: [Reference]
  public var records: [KindCount]
  public var journalSteps: Int
  public var backups: [String]
  /// How many stored input lines of the shell's prompt are erased. The program stores them in a
  /// file beside the data file.
  public var typedLines: Int
  /// How many passwords of mail servers are erased, which the erased people stored on this machine.
  public var mailPasswords: Int
  /// Files in the data file's folder that contain the erased data and that a person saved there,
  /// such as an export. The program does not delete them; the person has to.
  public var copiesOfOthers: [String] = []
  /// The server from which the data is erased too; nil if the data file is not connected to a
  /// server.
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

/// The server from which an erasure deletes a person's data.
public struct ErasedServer: Equatable, Sendable {
  public var address: String
  /// Whether the e-mail address and the password of the account remain at the server. Only the
  /// server's owner can delete them then.
  public var keepsAccount: Bool
  /// The e-mail addresses of other people on this device, who have to connect to the server again.
  /// The erasure deletes their unsent changes, because these may contain the erased data.
  public var disconnected: [String]

  public init(address: String, keepsAccount: Bool = false, disconnected: [String] = []) {
    self.address = address
    self.keepsAccount = keepsAccount
    self.disconnected = disconnected
  }
}

/// The contents of a backup. The program reads them from a copy of the backup, which it checks and
/// migrates to the present database schema first.
public struct BackupContents: Equatable, Sendable {
  public var people: [String]
  public var records: [KindCount]
  /// The differences between what people may do according to the backup and according to the
  /// current data file, such as a parent who joined the family since.
  public var rights: [RightDifference] = []
  /// Whether the current data file has no people or cannot be read. A restore then adopts the
  /// rights in the backup unchanged, because there are no current rights to preserve.
  public var isAlone = false

  public init(people: [String], records: [KindCount]) {
    self.people = people
    self.records = records
  }
}

/// An export of all tables, from which rows are read a few at a time, in the order in which the
/// export has them.
public struct ExportSource: Sendable {
  /// A function that returns the next rows, and nil after the last row.
  public typealias Next = () throws(Problem) -> ExportedTable?

  /// Returns a reader that starts at the first row. Each call returns a new reader, so the export
  /// can be read several times.
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

/// Some rows of one table in an export of all tables. A large table is passed as several such
/// values.
public struct ExportedTable: Equatable, Sendable {
  public var name: String
  public var rows: [ImportRequest.Line]

  public init(name: String, rows: [ImportRequest.Line]) {
    self.name = name
    self.rows = rows
  }
}

/// How many rows of one table an import added, found stored already, or left out.
public struct ImportedTable: Equatable, Sendable {
  public var name: TableName
  /// The kind of the table's rows, such as schools; nil for rows that belong to other records, such
  /// as the history of a school's status.
  public var kind: ReferenceKind?
  public var added: Int
  /// How many rows were in the family's data file already and stayed unchanged.
  public var alreadyThere: Int
  /// How many of the added rows another person had written. The importing person becomes their
  /// author.
  public var takenOver: Int
  /// The rows that the importing person has no right to write, grouped by reason.
  public var leftOut: [LeftOutRows]

  public init(
    name: TableName, kind: ReferenceKind? = nil, added: Int, alreadyThere: Int, takenOver: Int = 0,
    leftOut: [LeftOutRows] = []
  ) {
    self.name = name
    self.kind = kind
    self.added = added
    self.alreadyThere = alreadyThere
    self.takenOver = takenOver
    self.leftOut = leftOut
  }

  /// Adds a row to `leftOut`. Only the first few line numbers of each reason are stored.
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
  /// The first few line numbers of these rows in the imported file, for a message.
  public var lines: [Int]

  public static let linesAtMost = 5

  public init(reason: ImportRefusal, count: Int, lines: [Int]) {
    self.reason = reason
    self.count = count
    self.lines = lines
  }
}

/// The reason why an import leaves out a row if the data file already has people. An import gives a
/// person no rights that the other commands do not give.
public enum ImportRefusal: String, CaseIterable, Hashable, Sendable {
  /// The row is a profile, a family, a membership or the use of a family code. Only the commands
  /// `account` and `family` write such rows.
  case makesPeople
  /// The row belongs to another person or another family, or it belongs to no person.
  case notTheirs
  /// The row refers to a record that does not exist, or that the person may not see.
  case namesForeignRecord
  /// The id of the row is that of an existing row which the person may not see.
  case idIsTaken
  /// The row is a task of the catalogue, the list of recruiting tasks that is part of the program.
  /// So no import adds such a task.
  case isTheProgramsOwn
}

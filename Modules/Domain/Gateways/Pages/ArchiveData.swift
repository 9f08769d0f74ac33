public import Basics
public import CivilTime
public import JSON

/// Rows of one kind to add, each an object of column names, as a CSV file or an export gives them.
public struct ImportRequest: Sendable {
  public var kind: ReferenceKind
  public var rows: ImportRows
  /// The same operation, rolled back.
  public var isDryRun: Bool
  /// Rows that are there already are changed to what the file says; otherwise they stay as they are.
  public var updates = false
  /// The file comes from where `85,5` is one number, as its semicolons say.
  public var hasDecimalCommas = false

  public struct Line: Equatable, Sendable {
    /// Where it stands in the file, for messages.
    public var number: Int
    public var values: JSONObject

    public init(number: Int, values: JSONObject) {
      self.number = number
      self.values = values
    }

    /// A line of a table, whose cells are all text.
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

/// The rows of a file as it is read, portion by portion, so that a million never stand in memory at once.
public struct ImportRows: Sendable {
  /// The next portion; none at the end.
  public typealias Next = () throws(Problem) -> [ImportRequest.Line]

  /// Begins at the first row. What cannot be read is thrown where it stands, and refuses all.
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

/// What an import came to, or would.
public struct ImportReport: Equatable, Sendable {
  /// The first of those that were added; a file may have a million.
  public var added: [Reference]
  public var addedCount: Int
  /// The first of those that are there already.
  public var duplicates: [Duplicate]
  public var duplicateCount: Int
  /// The first of those that were there and say now what the file says.
  public var updated: [Reference] = []
  public var updatedCount = 0
  /// The first values that can be and rarely are, with the line of each.
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

  /// How many of each are named.
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

/// Whose data is to go.
public enum ErasureScope: Equatable, Sendable {
  case person(RecordID)
  case family(RecordID)
}

/// What goes, or went; a backend proves that it went by reading back before it answers.
public struct Erasure: Equatable, Sendable {
  public var people: [Reference]
  public var records: [KindCount]
  public var journalSteps: Int
  public var backups: [String]
  /// What the program keeps beside the file that goes too: the lines typed at the prompt.
  public var typedLines: Int
  /// The passwords for mail servers that are kept for these people on this machine.
  public var mailPasswords: Int
  /// Files beside ours that hold some of it and that somebody put there: theirs to delete.
  public var copiesOfOthers: [String] = []
  /// Where it goes too, of a connected file.
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

/// A server from which somebody is erased.
public struct ErasedServer: Equatable, Sendable {
  public var address: String
  /// A hosted project keeps the address and the password that open it; only its owner deletes those.
  public var keepsAccount: Bool
  /// The addresses of other people of the file, who have to connect it anew.
  public var disconnected: [String]

  public init(address: String, keepsAccount: Bool = false, disconnected: [String] = []) {
    self.address = address
    self.keepsAccount = keepsAccount
    self.disconnected = disconnected
  }
}

/// What is in a backup, as it was checked on a copy.
public struct BackupContents: Equatable, Sendable {
  public var people: [String]
  public var records: [KindCount]
  /// In what its rights differ from those of the file.
  public var rights: [RightDifference] = []
  /// Whether the file has no person, or cannot be read: all rights are the backup's then.
  public var isAlone = false

  public init(people: [String], records: [KindCount]) {
    self.people = people
    self.records = records
  }
}

/// An export of everything as it is read: some rows of a table at a time, in the order of the file.
public struct ExportSource: Sendable {
  /// The next rows; nil at the end.
  public typealias Next = () throws(Problem) -> ExportedTable?

  /// Begins at the first row; may be asked for again, to read the file once more.
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

/// Rows of one table of an export of everything.
public struct ExportedTable: Equatable, Sendable {
  public var name: String
  public var rows: [ImportRequest.Line]

  public init(name: String, rows: [ImportRequest.Line]) {
    self.name = name
    self.rows = rows
  }
}

/// What the import of a table came to.
public struct ImportedTable: Equatable, Sendable {
  public var name: String
  /// What its rows are; nil for those that go with others, as a history does.
  public var kind: ReferenceKind?
  public var added: Int
  /// Rows that are there already, which stay as they are.
  public var alreadyThere: Int
  /// Of the rows added, those that another person had written and that the importing person answers for now.
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

  /// Counts one more row that stays out, and keeps the lines of the first few.
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
  /// Where the first of them stand in the file.
  public var lines: [Int]

  public static let linesAtMost = 5

  public init(reason: ImportRefusal, count: Int, lines: [Int]) {
    self.reason = reason
    self.count = count
    self.lines = lines
  }
}

/// Why a row of an export is left out of a file with people in it: an import gives no right that the commands do not give.
public enum ImportRefusal: String, CaseIterable, Hashable, Sendable {
  /// A profile, a family, a membership or a use of a family code: those come in by `account` and `family` alone.
  case makesPeople
  /// It belongs to another person or another family, or to nobody.
  case notTheirs
  /// It names a record that is not there, or that the person may not see.
  case namesForeignRecord
  /// Its id is that of a row which the person may not see.
  case idIsTaken
  /// A task of the timeline: the program brings those itself.
  case isTheProgramsOwn
}

/// A day worth standing in a calendar; its reference's id is the same at every export.
public struct CalendarFact: Equatable, Sendable {
  public var reference: Reference
  public var kind: Kind
  public var day: CalendarDay
  /// The last day of what takes several.
  public var endDay: CalendarDay?
  /// In the family's time zone; nil for a whole day.
  public var time: TimeOfDay?
  public var endTime: TimeOfDay?
  public var place: String?
  public var link: String?
  public var note: String?

  public enum Kind: String, CaseIterable, Hashable, Sendable {
    case taskDue, offerDeadline, letterDue, event
  }

  public init(reference: Reference, kind: Kind, day: CalendarDay) {
    self.reference = reference
    self.kind = kind
    self.day = day
  }
}

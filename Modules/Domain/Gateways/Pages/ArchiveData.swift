public import CivilTime
public import FeatureKit
public import JSON

/// Some rows with the names of their columns.
public struct ExportBatch: Equatable, Sendable {
  public var columns: [String]
  public var rows: [[Cell]]

  public enum Cell: Equatable, Sendable {
    case empty
    case text(String)
    case whole(Int64)
    case number(Double)

    public var json: JSONValue {
      switch self {
      case .empty: .null
      case .text(let text): .string(text)
      case .whole(let number): .number(JSONNumber(Int(number)))
      case .number(let number): JSONValue(number)
      }
    }
  }

  /// The rows as an export writes them: each an object of column names.
  public var objects: [JSONObject] {
    rows.map { row in JSONObject(zip(columns, row.map(\.json))) }
  }

  public init(columns: [String], rows: [[Cell]]) {
    self.columns = columns
    self.rows = rows
  }
}

/// Rows of one kind to add, each an object of column names, as a CSV file or an export gives them.
public struct ImportRequest: Equatable, Sendable {
  public var kind: ReferenceKind
  public var rows: [Line]
  /// The same operation, rolled back.
  public var isDryRun: Bool

  public struct Line: Equatable, Sendable {
    /// Where it stands in the file, for messages.
    public var number: Int
    public var values: JSONObject

    public init(number: Int, values: JSONObject) {
      self.number = number
      self.values = values
    }
  }

  public init(kind: ReferenceKind, rows: [Line], isDryRun: Bool = false) {
    self.kind = kind
    self.rows = rows
    self.isDryRun = isDryRun
  }
}

/// What an import came to, or would.
public struct ImportReport: Equatable, Sendable {
  public var added: [Reference]
  public var duplicates: [Duplicate]

  public struct Duplicate: Equatable, Sendable {
    public var line: Int
    public var existing: Reference

    public init(line: Int, existing: Reference) {
      self.line = line
      self.existing = existing
    }
  }

  public init(added: [Reference], duplicates: [Duplicate]) {
    self.added = added
    self.duplicates = duplicates
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

  public init(
    people: [Reference], records: [KindCount], journalSteps: Int, backups: [String]
  ) {
    self.people = people
    self.records = records
    self.journalSteps = journalSteps
    self.backups = backups
  }
}

/// The rows of one table of an export of everything.
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
  public var added: Int
  /// Rows that are there already, which stay as they are.
  public var alreadyThere: Int

  public init(name: String, added: Int, alreadyThere: Int) {
    self.name = name
    self.added = added
    self.alreadyThere = alreadyThere
  }
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

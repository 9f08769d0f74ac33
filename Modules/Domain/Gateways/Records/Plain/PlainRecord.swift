public import Basics
public import CivilTime

/// One record of a `PlainKind` (a kind of record that one description defines): the values that
/// only this kind has, and the owner, author and times that the records of all such kinds have.
@dynamicMemberLookup
public struct PlainRecord<Kind: PlainKind>: Equatable, Sendable {
  public let id: RecordID
  public var athleteID: RecordID
  public var familyID: RecordID?
  public var createdBy: RecordID?
  public var updatedBy: RecordID?
  public var createdAt: Instant?
  public var updatedAt: Instant?
  /// The values that only this kind of record has, such as the due date of a letter.
  public var own: Kind

  public init(id: RecordID, athleteID: RecordID, _ own: Kind = Kind()) {
    self.id = id
    self.athleteID = athleteID
    self.own = own
  }

  /// Gives direct access to a value of `own`: `letter.dueDate` is the same as `letter.own.dueDate`.
  public subscript<Value>(dynamicMember path: any WritableKeyPath<Kind, Value> & Sendable) -> Value
  {
    get { own[keyPath: path] }
    set { own[keyPath: path] = newValue }
  }
}

extension PlainRecord: FamilyRecord {
  public typealias Filter = PlainFilters
  public typealias Sort = PlainSort<Kind>
  public typealias Row = PlainRow<Kind>
  public typealias Details = PlainRow<Kind>

  public static var kind: ReferenceKind { Kind.kind }
  public static var tableName: TableName { Kind.tableName }
  public static var table: RecordTable<PlainRecord> { Kind.table }

  public init(id: RecordID) { self.init(id: id, athleteID: .none) }
}

/// One line of a list: a record with the names of the records to which it refers.
public struct PlainRow<Kind: PlainKind>: RecordRow {
  public var reference: Reference
  public var record: PlainRecord<Kind>
  public var names: [RecordID: Reference]

  public init(
    reference: Reference, record: PlainRecord<Kind>, names: [RecordID: Reference] = [:]
  ) {
    self.reference = reference
    self.record = record
    self.names = names
  }

  /// Returns the reference to a record by its id; nil if the reader may not see that record.
  func named(_ id: RecordID?) -> Reference? { id.flatMap { names[$0] } }
  func named(_ ids: [RecordID]) -> [Reference] { ids.compactMap { names[$0] } }
}

extension RecordTable {
  /// Describes in Swift the SQL table of a `PlainKind` (a kind of record that one description
  /// defines): its own columns, and those that the tables of all such kinds have. It creates no
  /// table in a database.
  ///
  /// - Parameter twin: the columns by which two records are recognized as the same, for example
  ///   when an imported file has a record that is already stored.
  init<Kind: PlainKind>(
    of kind: Kind.Type, twin: [TwinColumn], rules: [ValueRule<Record>] = [],
    @RecordTableBuilder<Record> _ own: () -> [Part]
  ) where Record == PlainRecord<Kind> {
    let noun = Kind.kind.singular.capitalizedFirst
    self.init(
      Kind.tableName, Kind.area, isAthletesOwn: Kind.isAthletesOwn, adding: ("add\(noun)", "Added"),
      twin: twin, rules: rules, parts: own() + Self.ofEveryKind(isAthletesOwn: Kind.isAthletesOwn))
  }

  /// Returns the columns that the table of every `PlainKind` (a kind of record that one description
  /// defines) has. If only the athlete may read the records, the columns for the family, the
  /// creator and the last editor are left out, because no family shares the records and the athlete
  /// alone writes them.
  private static func ofEveryKind<Kind: PlainKind>(
    isAthletesOwn: Bool
  ) -> [Part] where Record == PlainRecord<Kind> {
    let owner = [RecordColumn<Record>(ColumnName.userID, \.athleteID, role: .owner)]
    let shared = [
      RecordColumn<Record>(ColumnName.familyUnitID, \.familyID, role: .family),
      RecordColumn<Record>(ColumnName.createdBy, \.createdBy, role: .createdBy),
      RecordColumn<Record>(ColumnName.updatedBy, \.updatedBy, role: .updatedBy),
    ]
    let written = [
      RecordColumn<Record>(ColumnName.createdAt, \.createdAt, role: .createdAt),
      RecordColumn<Record>(ColumnName.updatedAt, \.updatedAt, role: .updatedAt),
    ]
    return (owner + (isAthletesOwn ? [] : shared) + written).map(Part.column)
  }
}

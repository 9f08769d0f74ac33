import Basics
import Domain
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests of the promises of docs/adding-a-record.md: the schema and the description of a kind of
/// record have the same columns, and every list of the kinds of records contains the same kinds.
@Suite struct RecordTableTests {
  private let backend = ActingProcess().backend(DatabaseConnection.inMemoryPath)

  @Test(
    "Every column of the schema is described, and every described one is in the schema",
    arguments: StoredKinds.all.map { $0.kind })
  func columns(_ kind: ReferenceKind) throws {
    let record = try #require(StoredKinds.named(kind))
    let stored = try backend.dataFile.read { connection in
      try connection.query(
        "SELECT name FROM pragma_table_info(?)", record.tableName
      ) { row in try row.text(0) }
    }
    #expect(Set(stored) == Set(["id"] + record.columnNames))
    #expect(record.columnNames.count == Set(record.columnNames).count)
  }

  @Test("A table that holds no records has the described columns", arguments: ColumnForms.all)
  func otherColumns(_ described: ColumnForms) throws {
    let stored = try backend.dataFile.read { connection in
      try connection.query(
        "SELECT name, type FROM pragma_table_info(?)", described.table
      ) { row in (ColumnName(unchecked: try row.text(0)), try row.text(1)) }
    }
    var types = described.columns.mapValues { form in
      switch form {
      case .whole, .flag: "INTEGER"
      case .number: "REAL"
      case .text, .id, .day, .time, .moment, .json, .texts, .ids, .word, .term: "TEXT"
      }
    }
    types[.id] = "TEXT"
    #expect(Dictionary(uniqueKeysWithValues: stored) == types, "\(described.table)")
  }

  @Test("The kinds are the same in every room")
  func kinds() {
    #expect(StoredKinds.all.map { $0.kind } == RecordKinds.all.map { $0.kind })
    #expect(ReferenceKind.importable == RecordKinds.all.map { $0.kind })
    for record in StoredKinds.all {
      #expect(CompassSchema.sharedTables.contains(record.tableName))
      #expect(ArchiveTable.all.first(where: { $0.name == record.tableName })?.kind == record.kind)
    }
  }

  @Test("What a plain kind's list goes by are columns of its table, and each filter can be typed")
  func plainLists() throws {
    for kind in PlainKinds.all {
      let columns = Set(try #require(StoredKinds.named(kind.kind)).columnNames)
      let list = kind.list
      let named =
        [list.title] + [list.detail].compactMap { $0 } + list.searched
        + list.filters.map(\.column) + list.orders.flatMap(\.columns)
      #expect(Set(named).subtracting(columns) == [], "\(kind.kind.plural)")
      #expect(kind.filters.map(\.filter.column) == list.filters.map(\.column))
      let options = kind.filters.map(\.option)
      #expect(Set(options).count == options.count)
      #expect(!list.orders.isEmpty)
      // Users type the singular and the plural as one word of a command, so neither may contain a
      // blank.
      #expect(!(kind.kind.singular + kind.kind.plural).contains(" "))
    }
  }

  @Test("A table stands behind those that its rows point to")
  func order() throws {
    let names = ArchiveTable.all.map(\.name)
    for record in StoredKinds.all {
      let own = try #require(names.firstIndex(of: record.tableName))
      for link in record.links {
        let other = try #require(StoredKinds.named(link.kind)?.tableName)
        #expect(try #require(names.firstIndex(of: other)) < own)
      }
    }
  }

  @Test(
    "What a row cannot do without, and what another takes along, is as the schema has it",
    arguments: StoredKinds.all.map { $0.kind })
  func links(_ kind: ReferenceKind) throws {
    let record = try #require(StoredKinds.named(kind))
    let foreign = try backend.dataFile.read { connection in
      try connection.query(
        "SELECT \"from\", on_delete FROM pragma_foreign_key_list(?)", record.tableName
      ) { row in (column: try row.text(0), rule: try row.text(1)) }
    }
    for link in record.links where !link.isList {
      let rule = foreign.first { $0.column == link.column.description }?.rule
      #expect(
        rule == (link.isAlways ? "CASCADE" : "SET NULL"), "\(record.tableName).\(link.column)")
    }
  }
}

extension StoredRecord {
  fileprivate static var columnNames: [String] {
    table.columns.filter { !$0.isMember }.map(\.name)
  }
}

import Basics
import CivilTime
import Domain
import Persistence
import SQLite
import Synchronization

// This file generates the SQL for every record kind that is defined by a description alone
// (`PlainKind`), such as letters. The SQL follows from the columns in that description, so such a
// kind needs no SQL of its own.

extension PlainRecord: StoredRecord {
  static var form: TableForm<PlainRecord> { PlainForms.form(of: Kind.self) }

  static var naming: RecordNaming {
    RecordNaming(title: Kind.list.title, detail: Kind.list.detail)
  }

  static var searched: [String] { Kind.list.searched.map(qualified) }

  private static func qualified(_ column: String) -> String { "\(tableName).\(column)" }

  static func narrow(_ conditions: inout Conditions, by filter: PlainFilters, now: Instant) {
    for described in Kind.list.filters {
      guard let key = filter.key(described), let column = table.column(described.column)
      else { continue }
      let name = qualified(column.name)
      if let link = column.link, link.isList {
        if case .id(let id) = key { conditions.require(.list(name, holds: id)) }
      } else if described.isThrough {
        conditions.require("\(name) <= ?", key.value)
      } else {
        conditions.require("\(said(column)) = ?", key.value)
      }
    }
  }

  static func order(_ sort: PlainSort<Kind>, now: Instant) -> [OrderTerm] {
    sort.order.columns.compactMap(table.column).flatMap { column in
      terms(column, isNewestFirst: sort.order.isNewestFirst)
    }
  }

  /// Returns the terms of ORDER BY for sorting by a column. Rows without a value in the column come
  /// last in both directions.
  private static func terms(
    _ column: RecordColumn<PlainRecord>, isNewestFirst: Bool
  ) -> [OrderTerm] {
    let name = qualified(column.name)
    return switch column.access {
    case .text: [.smallest("\(name) COLLATE NOCASE")]
    case .word(let word): [.rank(said(column), word.known())]
    default: [isNewestFirst ? .newest(name) : .smallest(name)]
    }
  }

  /// Returns an SQL expression for the column. If the column contains words from a fixed list, such
  /// as statuses, a missing word counts as the word that a new record has.
  private static func said(_ column: RecordColumn<PlainRecord>) -> String {
    let name = qualified(column.name)
    guard case .word(let word) = column.access, let usual = word.get(PlainRecord(id: .none)),
      word.known().contains(usual)
    else { return name }
    return "coalesce(\(name), '\(usual)')"
  }

  static func rows(_ found: [PlainRecord], in records: RecordScope) throws -> [PlainRow<Kind>] {
    let references = try records.references(kind, found.map(\.id))
    var names: [RecordID: Reference] = [:]
    for column in table.columns {
      guard let link = column.link else { continue }
      names.merge(try records.references(link.kind, found.flatMap(column.linked))) { $1 }
    }
    return found.map { record in
      PlainRow(reference: references.of(record.id, kind), record: record, names: names)
    }
  }
}

extension ColumnKey {
  fileprivate var value: Value {
    switch self {
    case .id(let id): .id(id)
    case .text(let text): .text(text)
    case .day(let day): .day(day)
    case .flag(let flag): .integer(flag ? 1 : 0)
    }
  }
}

/// A cache of the table mappings of the record kinds that are defined by a description alone
/// (`PlainKind`), so that each mapping is created only once.
///
/// The cache cannot be a property of `PlainRecord`, because a generic type has no static stored
/// properties.
private enum PlainForms {
  private static let made = Mutex<[TableName: any Sendable]>([:])

  static func form<Kind: PlainKind>(of kind: Kind.Type) -> TableForm<PlainRecord<Kind>> {
    made.withLock { made in
      if let form = made[Kind.tableName] as? TableForm<PlainRecord<Kind>> { return form }
      let form = TableForm(Kind.table)
      made[Kind.tableName] = form
      return form
    }
  }
}

extension PlainKind {
  static var stored: any StoredRecord.Type { PlainRecord<Self>.self }
}

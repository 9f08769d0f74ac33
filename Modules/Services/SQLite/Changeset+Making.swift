import CSQLite

extension Changeset {
  /// Creates a changeset from changed rows that no `ChangeRecorder` has recorded.
  ///
  /// - Parameter keys: returns one number for each column of a table: the column's position in
  ///   the primary key, counted from 1, or 0 for a column that is not part of the key. In an
  ///   updated row, the columns of the key have old values but no new values.
  public init(_ rows: [RowChange], keys: (String) throws -> [UInt8]) rethrows {
    // The binary format of a changeset is documented in SQLite's source file sqlite3session.c.
    var tables: [String] = []
    for row in rows where !tables.contains(row.table) { tables.append(row.table) }
    var bytes: [UInt8] = []
    for table in tables {
      let places = try keys(table)
      bytes.append(UInt8(ascii: "T"))
      bytes.append(varint: places.count)
      bytes += places
      bytes += Array(table.utf8)
      bytes.append(0)
      for row in rows where row.table == table {
        bytes += [row.operation.code, 0]
        if row.operation != .insert { bytes.append(values: row.old) }
        if row.operation != .delete { bytes.append(values: row.new) }
      }
    }
    self.init(bytes: bytes)
  }
}

extension Changeset.Operation {
  fileprivate var code: UInt8 {
    switch self {
    case .insert: UInt8(SQLITE_INSERT)
    case .update: UInt8(SQLITE_UPDATE)
    case .delete: UInt8(SQLITE_DELETE)
    }
  }
}

extension [UInt8] {
  /// Appends one value for each column; nil stands for a column that did not change.
  fileprivate mutating func append(values: [Value?]) {
    for value in values {
      switch value {
      case nil: append(0)
      case .integer(let number)?:
        append(UInt8(SQLITE_INTEGER))
        append(bigEndian: UInt64(bitPattern: number))
      case .real(let number)?:
        append(UInt8(SQLITE_FLOAT))
        append(bigEndian: number.bitPattern)
      case .text(let text)?:
        append(UInt8(SQLITE_TEXT))
        append(varint: text.utf8.count)
        append(contentsOf: text.utf8)
      case .blob(let bytes)?:
        append(UInt8(SQLITE_BLOB))
        append(varint: bytes.count)
        append(contentsOf: bytes)
      case .null?: append(UInt8(SQLITE_NULL))
      }
    }
  }

  private mutating func append(bigEndian number: UInt64) {
    for shift in stride(from: 56, through: 0, by: -8) {
      append(UInt8(truncatingIfNeeded: number >> UInt64(shift)))
    }
  }

  /// Appends a number in groups of seven bits, the highest group first. Each group but the last one
  /// has the highest bit of its byte set.
  fileprivate mutating func append(varint number: Int) {
    var groups = [UInt8(number & 0x7f)]
    var rest = number >> 7
    while rest > 0 {
      groups.append(UInt8(rest & 0x7f) | 0x80)
      rest >>= 7
    }
    append(contentsOf: groups.reversed())
  }
}

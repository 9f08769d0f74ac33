import CSQLite

/// The changes that a series of writes made to some tables, in the format of SQLite's session
/// extension. It can be stored, reverted and applied again.
public struct Changeset: Equatable, Sendable {
  public var bytes: [UInt8]

  public init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  public var isEmpty: Bool { bytes.isEmpty }

  public enum Operation: String, Equatable, Sendable { case insert, update, delete }

  /// One changed row, identified by its primary key.
  public struct Change: Equatable, Sendable {
    public var table: String
    public var operation: Operation
    public var key: [Value]

    public init(table: String, operation: Operation, key: [Value]) {
      self.table = table
      self.operation = operation
      self.key = key
    }
  }

  /// One changed row with its old and new values, in the order of the table's columns.
  public struct RowChange: Equatable, Sendable {
    public var table: String
    public var operation: Operation
    /// The old values. The list is empty for an inserted row; a value is nil for a column that did
    /// not change.
    public var old: [Value?]
    /// The new values. The list is empty for a deleted row; a value is nil for a column that did
    /// not change.
    public var new: [Value?]

    public init(table: String, operation: Operation, old: [Value?], new: [Value?]) {
      self.table = table
      self.operation = operation
      self.old = old
      self.new = new
    }
  }

  /// A change that could not be applied exactly as it was recorded, and the reason.
  public struct Conflict: Error, Equatable, Sendable {
    public enum Reason: String, Equatable, Sendable {
      /// The row exists but has changed since the changeset was recorded.
      case changed
      /// The row no longer exists.
      case missing
      /// A row with this key already exists.
      case exists
      /// A unique, check or not-null rule forbids the change.
      case constraint
    }

    public var change: Change
    public var reason: Reason

    public init(change: Change, reason: Reason) {
      self.change = change
      self.reason = reason
    }
  }

  /// Returns a changeset that reverts the changes of this changeset.
  public func inverted() throws(SQLiteError) -> Changeset {
    guard !isEmpty else { return self }
    var count: Int32 = 0
    var output: UnsafeMutableRawPointer?
    let code = bytes.withUnsafeBytes { source in
      sqlite3changeset_invert(Int32(source.count), source.baseAddress, &count, &output)
    }
    return try Changeset(taking: output, count: count, code: code)
  }

  /// Returns one changeset that contains the changes of this changeset and then those of `next`.
  public func followed(by next: Changeset) throws(SQLiteError) -> Changeset {
    guard !isEmpty else { return next }
    guard !next.isEmpty else { return self }
    var (first, second) = (bytes, next.bytes)
    var count: Int32 = 0
    var output: UnsafeMutableRawPointer?
    let code = first.withUnsafeMutableBytes { first in
      second.withUnsafeMutableBytes { second in
        sqlite3changeset_concat(
          Int32(first.count), first.baseAddress, Int32(second.count), second.baseAddress, &count,
          &output)
      }
    }
    return try Changeset(taking: output, count: count, code: code)
  }

  /// Returns the changed rows, in the order in which the changeset contains them.
  public func changes() throws(SQLiteError) -> [Change] {
    try walk(Change.init(at:))
  }

  /// Returns the changed rows with the values of their columns, in the same order as `changes`.
  public func rows() throws(SQLiteError) -> [RowChange] {
    try walk(RowChange.init(at:))
  }

  private func walk<Element>(
    _ read: (OpaquePointer) -> Element?
  ) throws(SQLiteError) -> [Element] {
    guard !isEmpty else { return [] }
    var found: [Element] = []
    var copy = bytes
    let code = copy.withUnsafeMutableBytes { source -> Int32 in
      var iterator: OpaquePointer?
      let started = sqlite3changeset_start(&iterator, Int32(source.count), source.baseAddress)
      guard started == SQLITE_OK, let iterator else { return started }
      while sqlite3changeset_next(iterator) == SQLITE_ROW {
        if let element = read(iterator) { found.append(element) }
      }
      return sqlite3changeset_finalize(iterator)
    }
    guard code == SQLITE_OK else { throw SQLiteError(code: code, on: nil) }
    return found
  }

  init(
    taking output: UnsafeMutableRawPointer?, count: Int32, code: Int32
  ) throws(SQLiteError) {
    defer { sqlite3_free(output) }
    guard code == SQLITE_OK else { throw SQLiteError(code: code, on: nil) }
    bytes = Array(UnsafeRawBufferPointer(start: output, count: output == nil ? 0 : Int(count)))
  }
}

/// Records the writes to the named tables during its lifetime.
///
/// SQLite silently records nothing for a table without a primary key, so each named table needs
/// one. Writes that a savepoint rolled back are not recorded.
public final class ChangeRecorder {
  private let session: OpaquePointer
  private let connection: DatabaseConnection

  public init(_ connection: DatabaseConnection, tables: [String]) throws(SQLiteError) {
    var session: OpaquePointer?
    let code = sqlite3session_create(connection.handle, "main", &session)
    guard code == SQLITE_OK, let session else { throw connection.failure(code) }
    self.session = session
    self.connection = connection
    for table in tables {
      let code = sqlite3session_attach(session, table)
      guard code == SQLITE_OK else { throw connection.failure(code) }
    }
  }

  deinit {
    sqlite3session_delete(session)
  }

  /// Returns the writes that were recorded so far. The call must be made inside the transaction
  /// that made the writes.
  public func changeset() throws(SQLiteError) -> Changeset {
    var count: Int32 = 0
    var output: UnsafeMutableRawPointer?
    let code = sqlite3session_changeset(session, &count, &output)
    return try Changeset(taking: output, count: count, code: code)
  }
}

extension DatabaseConnection {
  /// Applies a changeset, but only if every row is exactly as the changeset recorded it.
  ///
  /// The first row that differs makes the call throw its `Changeset.Conflict`, and no change of the
  /// changeset is kept.
  public func apply(_ changeset: Changeset) throws {
    guard !changeset.isEmpty else { return }
    var copy = changeset.bytes
    var conflict: Changeset.Conflict?
    let code = withUnsafeMutablePointer(to: &conflict) { found in
      copy.withUnsafeMutableBytes { source in
        sqlite3changeset_apply_v2(
          handle, Int32(source.count), source.baseAddress, nil,
          { context, kind, iterator in
            let found = context?.assumingMemoryBound(to: Changeset.Conflict?.self)
            if let iterator { found?.pointee = Changeset.Conflict(kind, at: iterator) }
            return SQLITE_CHANGESET_ABORT
          }, found, nil, nil, 0)
      }
    }
    if let conflict { throw conflict }
    guard code == SQLITE_OK else { throw failure(code) }
  }
}

extension Changeset.Conflict {
  fileprivate init?(_ kind: Int32, at iterator: OpaquePointer) {
    guard let change = Changeset.Change(at: iterator) else { return nil }
    self.change = change
    reason =
      switch kind {
      case SQLITE_CHANGESET_DATA: .changed
      case SQLITE_CHANGESET_NOTFOUND: .missing
      case SQLITE_CHANGESET_CONFLICT: .exists
      default: .constraint
      }
  }
}

extension Changeset.Change {
  fileprivate init?(at iterator: OpaquePointer) {
    var name: UnsafePointer<CChar>?
    var columns: Int32 = 0
    var code: Int32 = 0
    var keyFlags: UnsafeMutablePointer<UInt8>?
    guard sqlite3changeset_op(iterator, &name, &columns, &code, nil) == SQLITE_OK, let name,
      sqlite3changeset_pk(iterator, &keyFlags, nil) == SQLITE_OK, let keyFlags
    else { return nil }
    table = String(cString: name)
    operation = code == SQLITE_INSERT ? .insert : code == SQLITE_DELETE ? .delete : .update
    key = []
    for column in 0..<columns where keyFlags[Int(column)] != 0 {
      var value: OpaquePointer?
      // For an insert, SQLite gives the primary key among the new values of the row; for an update
      // or a deletion, among the old values.
      if operation == .insert {
        sqlite3changeset_new(iterator, column, &value)
      } else {
        sqlite3changeset_old(iterator, column, &value)
      }
      key.append(Value(value))
    }
  }
}

extension Changeset.RowChange {
  fileprivate init?(at iterator: OpaquePointer) {
    guard let change = Changeset.Change(at: iterator) else { return nil }
    var name: UnsafePointer<CChar>?
    var columns: Int32 = 0
    var code: Int32 = 0
    sqlite3changeset_op(iterator, &name, &columns, &code, nil)
    func values(
      _ read: (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Int32
    ) -> [Value?] {
      (0..<columns).map { column in
        var value: OpaquePointer?
        return read(iterator, column, &value) == SQLITE_OK && value != nil ? Value(value) : nil
      }
    }
    table = change.table
    operation = change.operation
    old = operation == .insert ? [] : values(sqlite3changeset_old)
    new = operation == .delete ? [] : values(sqlite3changeset_new)
  }
}

extension Value {
  fileprivate init(_ pointer: OpaquePointer?) {
    guard let pointer else {
      self = .null
      return
    }
    switch StorageClass(code: sqlite3_value_type(pointer)) {
    case .null: self = .null
    case .integer: self = .integer(sqlite3_value_int64(pointer))
    case .real: self = .real(sqlite3_value_double(pointer))
    case .text:
      let start = sqlite3_value_text(pointer)
      let count = Int(sqlite3_value_bytes(pointer))
      self = .text(
        String(decoding: UnsafeBufferPointer(start: start, count: count), as: UTF8.self))
    case .blob:
      let start = sqlite3_value_blob(pointer)
      let count = Int(sqlite3_value_bytes(pointer))
      self = .blob(Array(UnsafeRawBufferPointer(start: start, count: count)))
    }
  }
}

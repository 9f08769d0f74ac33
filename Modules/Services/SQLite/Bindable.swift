import CSQLite

/// A value that can be bound to a `?` of an SQL statement.
///
/// `bind` passes the bytes to SQLite directly, so the value is not copied into an existential (a
/// value of type `any Bindable`) first.
public protocol Bindable {
  /// The storage class that SQLite will use for the value. It is used only in error messages.
  var storageClass: StorageClass { get }
  func bind(to statement: Statement, at index: Int32) throws(SQLiteError)
}

extension Int: Bindable {
  public var storageClass: StorageClass { .integer }

  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(Int64(self), at: index)
  }
}

extension Int64: Bindable {
  public var storageClass: StorageClass { .integer }

  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(self, at: index)
  }
}

extension Bool: Bindable {
  public var storageClass: StorageClass { .integer }

  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(self ? 1 : 0 as Int64, at: index)
  }
}

extension Double: Bindable {
  public var storageClass: StorageClass { .real }

  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(self, at: index)
  }
}

extension String: Bindable {
  public var storageClass: StorageClass { .text }

  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(self, at: index)
  }
}

extension [UInt8]: Bindable {
  public var storageClass: StorageClass { .blob }

  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    try statement.bind(self, at: index)
  }
}

extension Optional: Bindable where Wrapped: Bindable {
  public var storageClass: StorageClass { self?.storageClass ?? .null }

  @inlinable
  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    if let value = self {
      try value.bind(to: statement, at: index)
    } else {
      try statement.bindNull(at: index)
    }
  }
}

/// A value whose type is known only at run time: a value of an imported row, or an argument of a
/// filter that a person composes.
public enum Value: Bindable, Equatable, Hashable, Sendable {
  case null
  case integer(Int64)
  case real(Double)
  case text(String)
  case blob([UInt8])

  public var storageClass: StorageClass {
    switch self {
    case .null: .null
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    }
  }

  public func bind(to statement: Statement, at index: Int32) throws(SQLiteError) {
    switch self {
    case .null: try statement.bindNull(at: index)
    case .integer(let value): try statement.bind(value, at: index)
    case .real(let value): try statement.bind(value, at: index)
    case .text(let value): try statement.bind(value, at: index)
    case .blob(let value): try statement.bind(value, at: index)
    }
  }
}

import CSQLite
import Glibc

/// The failures of SQLite. The extension of `DataFile` in `PersistenceProblem.swift` turns them
/// into words for people.
public enum SQLiteError: Error, Equatable {
  /// Another connection kept the lock for longer than the busy timeout.
  case busy(FailedQuery)
  /// The disk is full, or the file has reached its page limit. The statement was rolled back.
  case full(FailedQuery)
  case readOnly(FailedQuery)
  /// Pages of the data file contradict each other; `detail` is a sentence for people.
  case damaged(detail: String, FailedQuery)
  case notADatabase(path: String)
  case cannotOpen(path: String, reason: String)
  /// A folder, pipe or device has the name of the write-ahead log, of the log's index or of the
  /// rollback journal, so SQLite cannot open the database. `kind` is the word for people, such as
  /// `a folder`.
  case inTheWay(path: String, kind: String)
  case constraint(Constraint, subject: String, FailedQuery)
  /// The disk failed; `code` is SQLite's extended result code, which identifies the failed call.
  case inputOutput(code: Int32, FailedQuery)
  /// The disk failed while a transaction was committed. The changes may or may not be in the file
  /// when a program opens it next.
  case outcomeUnknown(code: Int32, FailedQuery)
  /// A column contains another type than the code asked for, or text of another form.
  case unexpectedValue(column: String, wanted: String, found: String, FailedQuery)
  case noRow(FailedQuery)
  /// SQLite rolled the whole transaction back by itself. Later statements of the same body fail
  /// with this error, because they would be committed without the earlier ones.
  case transactionLost(FailedQuery)
  /// The SQL is wrong or the interface was misused: a defect of the program.
  case misuse(String, FailedQuery)
  case other(code: Int32, message: String, FailedQuery)

  public enum Constraint: String, Sendable {
    case check, foreignKey, notNull, primaryKey, trigger, type, unique, other
  }
}

/// The failed statement and the types of its bound values. The values are left out, because they
/// may be secret.
public struct FailedQuery: Equatable, Sendable {
  public var sql: String
  public var values: [StorageClass]

  public static let none = FailedQuery(sql: "")

  public init(sql: String, values: [StorageClass] = []) {
    self.sql = sql
    self.values = values
  }
}

extension FailedQuery: CustomStringConvertible {
  public var description: String {
    guard !sql.isEmpty else { return "" }
    let types = values.map(\.rawValue).joined(separator: ", ")
    return " in \u{201C}\(sql)\u{201D}" + (values.isEmpty ? "" : " with (\(types))")
  }
}

extension SQLiteError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .busy(let query): "the file stayed locked by another program\(query)"
    case .full(let query): "no room left on the disk\(query)"
    case .readOnly(let query): "the file or its folder is read-only\(query)"
    case .damaged(let detail, let query): "the file is damaged: \(detail)\(query)"
    case .notADatabase(let path): "\(path) is not an SQLite file"
    case .cannotOpen(let path, let reason): "\(path) cannot be opened: \(reason)"
    case .inTheWay(let path, let kind): "\(path) is \(kind) and no file"
    case .constraint(let kind, let subject, let query):
      "\(kind.rawValue) constraint failed: \(subject)\(query)"
    case .inputOutput(let code, let query): "the disk failed (SQLite code \(code))\(query)"
    case .outcomeUnknown(let code, let query):
      "the disk failed (SQLite code \(code)) and it is not known what was kept\(query)"
    case .unexpectedValue(let column, let wanted, let found, let query):
      "column \(column) holds \(found) where \(wanted) is expected\(query)"
    case .noRow(let query): "no row\(query)"
    case .transactionLost(let query): "the transaction was already taken back\(query)"
    case .misuse(let message, let query): "\(message)\(query)"
    case .other(let code, let message, let query): "\(message) (SQLite code \(code))\(query)"
    }
  }
}

extension SQLiteError {
  /// Creates the error for the last failure of `handle`, before any other call uses the handle.
  init(code: Int32, on handle: OpaquePointer?, _ query: FailedQuery = .none) {
    // `errno` has to be read before another call changes it. SQLite stores the system error for
    // some of its codes only.
    let lastError = errno
    let extended = handle.map { sqlite3_extended_errcode($0) } ?? code
    // `extended` is the error code of the last call on the connection. A backup or a changeset can
    // fail with another kind of code. Then `extended` belongs to another call, and `code` is the
    // right one.
    let exact = extended & 0xFF == code & 0xFF ? extended : code
    let ownMessage = exact == extended ? handle.flatMap { sqlite3_errmsg($0) } : nil
    let message = String(cString: ownMessage ?? sqlite3_errstr(exact))
    let systemError = handle.map { sqlite3_system_errno($0) } ?? 0
    self.init(
      code: exact, message: message, systemError: systemError != 0 ? systemError : lastError, query)
  }

  /// The code `SQLITE_IOERR_FSYNC`: the system could not write data to the disk. In C it is a macro
  /// of shifted values, which Swift does not import.
  private static let notSynchronized = SQLITE_IOERR | 4 << 8

  private init(code: Int32, message: String, systemError: Int32, _ query: FailedQuery) {
    switch code & 0xFF {
    case SQLITE_BUSY, SQLITE_LOCKED: self = .busy(query)
    case SQLITE_FULL: self = .full(query)
    case SQLITE_READONLY: self = .readOnly(query)
    // SQLite reports a page that could not be read as damaged. The file may be sound, and a user
    // who restored a backup because of the message would lose later changes.
    case SQLITE_CORRUPT where systemError == EIO: self = .inputOutput(code: code, query)
    // SQLite's own sentence, “database disk image is malformed”, contains no more information, so
    // it is replaced by a plainer one.
    case SQLITE_CORRUPT: self = .damaged(detail: "Its pages contradict each other.", query)
    case SQLITE_NOTADB: self = .notADatabase(path: "")
    // SQLite's own sentence, “unable to open database file”, does not say why, so the error of the
    // operating system is reported.
    case SQLITE_CANTOPEN where systemError != 0:
      self = .cannotOpen(path: "", reason: String(cString: strerror(systemError)))
    case SQLITE_CANTOPEN: self = .cannotOpen(path: "", reason: message)
    case SQLITE_CONSTRAINT:
      self = .constraint(Constraint(code: code), subject: Self.subject(of: message), query)
    // On a full disk, a failed write to the index of the write-ahead log has an input/output code
    // and not the code for a full disk. A failed fsync stays an input/output error, because the
    // written data may be on the disk nevertheless.
    case SQLITE_IOERR where SystemFile.meansFull(systemError) && code != Self.notSynchronized:
      self = .full(query)
    case SQLITE_IOERR: self = .inputOutput(code: code, query)
    case SQLITE_ERROR, SQLITE_MISUSE, SQLITE_RANGE, SQLITE_MISMATCH: self = .misuse(message, query)
    default: self = .other(code: code, message: message, query)
    }
  }

  /// Returns the table and column that an error message of SQLite names: `schools.name` for `UNIQUE
  /// constraint failed: schools.name`.
  private static func subject(of message: String) -> String {
    let marker = "constraint failed: "
    var rest = message[...]
    while !rest.isEmpty {
      if rest.hasPrefix(marker) { return String(rest.dropFirst(marker.count)) }
      rest = rest.dropFirst()
    }
    return message
  }

  /// Adds the path of the database file to the error. The code that detects the error does not know
  /// the path; the code that opened the file does.
  public func about(path: String) -> SQLiteError {
    switch self {
    case .notADatabase: .notADatabase(path: path)
    case .cannotOpen(_, let reason): .cannotOpen(path: path, reason: reason)
    default: self
    }
  }

  /// Adds the types of the bound values to the error. Only the code that runs the statement knows
  /// these types.
  public func binding(_ values: [StorageClass]) -> SQLiteError {
    func named(_ query: FailedQuery) -> FailedQuery {
      FailedQuery(sql: query.sql, values: query.values.isEmpty ? values : query.values)
    }
    return switch self {
    case .busy(let query): .busy(named(query))
    case .full(let query): .full(named(query))
    case .readOnly(let query): .readOnly(named(query))
    case .damaged(let detail, let query): .damaged(detail: detail, named(query))
    case .notADatabase, .cannotOpen, .inTheWay: self
    case .constraint(let kind, let subject, let query):
      .constraint(kind, subject: subject, named(query))
    case .inputOutput(let code, let query): .inputOutput(code: code, named(query))
    case .outcomeUnknown(let code, let query): .outcomeUnknown(code: code, named(query))
    case .unexpectedValue(let column, let wanted, let found, let query):
      .unexpectedValue(column: column, wanted: wanted, found: found, named(query))
    case .noRow(let query): .noRow(named(query))
    case .transactionLost(let query): .transactionLost(named(query))
    case .misuse(let message, let query): .misuse(message, named(query))
    case .other(let code, let message, let query):
      .other(code: code, message: message, named(query))
    }
  }
}

extension SQLiteError.Constraint {
  /// Derives the kind of the violated constraint from SQLite's extended result code. The codes are
  /// numbers here, because SQLite defines them as macros of shifted values, which Swift does not
  /// import.
  init(code: Int32) {
    self =
      switch code >> 8 {
      case 1: .check
      case 3: .foreignKey
      case 5: .notNull
      case 6, 10: .primaryKey
      case 7: .trigger
      case 8: .unique
      case 12: .type
      default: .other
      }
  }
}

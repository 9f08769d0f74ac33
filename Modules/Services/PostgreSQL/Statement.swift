/// An SQL statement for PostgreSQL with its values. User input must be in the values and never in
/// the text, because it could then be read as SQL.
public struct Statement: Sendable {
  public var text: String
  /// The values for the placeholders `$1`, `$2` and so on, as texts. PostgreSQL parses each text as
  /// the type of its placeholder.
  public var values: [String?]

  public init(_ text: String, _ values: [String?] = []) {
    self.text = text
    self.values = values
  }
}

/// The rows that a statement returned, with every value as text; nil for an SQL null.
public struct DatabaseRows: Equatable, Sendable {
  public var rows: [[String?]]

  /// The first value of the first row; nil if the value is null or there are no rows.
  public var value: String? { rows.first?.first ?? nil }
}

/// The reasons why statements could not be run. The database was not changed, unless the case says
/// otherwise.
public enum DatabaseFailure: Error, Equatable, Sendable {
  case refused(DatabaseRefusal)
  /// No database server answers, or none that accepts writes. The text names hosts, so it belongs
  /// in a log and must not be shown to users.
  case unreachable(String)
  /// The connection broke while the statements were running, so it is unknown whether the changes
  /// were made.
  case broken
  /// The queue is full, or the statements waited too long for a connection.
  case busy
  case closed
  case libraryMissing
}

/// An error that PostgreSQL reported for a statement.
public struct DatabaseRefusal: Equatable, Sendable {
  /// The error code of five characters (SQLSTATE).
  public var state: String
  public var message: String
  public var details: String?
  public var hint: String?

  public init(state: String, message: String, details: String? = nil, hint: String? = nil) {
    self.state = state
    self.message = message
    self.details = details
    self.hint = hint
  }

  /// Whether the failure is a deadlock or a serialization failure. Running the transaction again
  /// can then succeed.
  var isWorthAnotherTry: Bool { ["40001", "40P01"].contains(state) }

  /// Whether a write was rejected because the database, or this transaction, is read-only.
  public var isAboutReadOnly: Bool { state == "25006" }
}

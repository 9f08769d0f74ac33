/// One statement and its values. User input is passed only as values and is never part of the text.
public struct Statement: Sendable {
  public var text: String
  /// The values for the placeholders `$1` and so on. PostgreSQL parses each value as the type that
  /// its placeholder has.
  public var values: [String?]

  public init(_ text: String, _ values: [String?] = []) {
    self.text = text
    self.values = values
  }
}

/// The rows of a statement's result, as texts.
public struct DatabaseRows: Equatable, Sendable {
  public var rows: [[String?]]

  /// The first value of the first row; nil when it is null or there is none.
  public var value: String? { rows.first?.first ?? nil }
}

/// Why the database failed. Nothing was changed, except where the case says otherwise.
public enum DatabaseFailure: Error, Equatable, Sendable {
  case refused(DatabaseRefusal)
  /// No server answers, or none that accepts writes. The text names hosts, so it is meant for a log
  /// and not for users.
  case unreachable(String)
  /// The connection broke during the work, so it is unknown whether the work was done.
  case broken
  /// The queue is full, or the job waited too long.
  case busy
  case closed
  case libraryMissing
}

/// An error of PostgreSQL for a statement.
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

  /// Whether the database, or this transaction, accepts no writes.
  public var isAboutReadOnly: Bool { state == "25006" }
}

/// One statement with its values apart from it: nothing that somebody sent is ever part of its text.
public struct Statement: Sendable {
  public var text: String
  /// Of `$1` and on; PostgreSQL reads each as the type its place has.
  public var values: [String?]

  public init(_ text: String, _ values: [String?] = []) {
    self.text = text
    self.values = values
  }
}

/// What a statement answered, as texts.
public struct DatabaseRows: Equatable, Sendable {
  public var rows: [[String?]]

  /// The first value of the first row; nil when it is null or there is none.
  public var value: String? { rows.first?.first ?? nil }
}

/// Why a database did not do it. Nothing of it is done, unless it says so.
public enum DatabaseFailure: Error, Equatable, Sendable {
  case refused(DatabaseRefusal)
  /// No server answers, or none that takes writes. The words name hosts: for a log.
  case unreachable(String)
  /// The connection broke while it worked: nobody knows whether it is done.
  case broken
  /// More wait than are let wait.
  case busy
  case closed
  case libraryMissing
}

/// What PostgreSQL says of a statement.
public struct DatabaseRefusal: Equatable, Sendable {
  /// Five characters that name the kind (SQLSTATE).
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

  /// A circle of transactions that wait for each other, or two that cannot both be: trying again helps.
  var isWorthAnotherTry: Bool { ["40001", "40P01"].contains(state) }

  /// The database, or this transaction, takes no writes.
  public var isAboutReadOnly: Bool { state == "25006" }
}

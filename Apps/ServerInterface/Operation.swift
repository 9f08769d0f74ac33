package import Basics
import Domain
package import HTTP
package import JSON

/// One operation of the HTTP interface `/api/…` (domain.md 6): the values of its request, the
/// shape of its answer, and the work that it does.
package struct Operation: Sendable {
  package typealias Work = @Sendable (Call) async throws(Problem) -> JSONValue

  package let method: HTTP.Method
  /// The path with its parameters: `/api/athlete-tasks/{taskId}`.
  package let path: String
  private let pieces: [Substring]
  let summary: String
  let query: [Shape.Member]
  let pathShapes: [String: Shape]
  let body: Shape?
  let answer: Shape
  /// The HTTP statuses with which this operation can fail, each with its reason, in addition to the
  /// statuses that every operation has.
  let faults: [(status: Status, reason: String)]
  package let place: Place
  /// For how many seconds a client may cache the answer; nil forbids caching.
  package let kept: Int?

  package enum Place: Sendable {
    /// The request is answered by a closure with the services (the functions that read and write)
    /// of the caller's data file.
    case file(Work)
    /// The request is answered by a closure with the services (the functions that read and write)
    /// of the caller's data file. The closure may also send e-mail through the server.
    case mail(Work)
    /// The request is about an account and is answered without a data file. The caller need not be
    /// signed in.
    case accounts(AccountsWork)
    /// The server handles a request to join a family. The caller has an account, and needs no data
    /// file.
    case joining
    /// The answer is the token that a browser must send with each request that writes.
    case formToken
    /// The request does the daily work that is due for all people. An administrator's timer sends
    /// it.
    case dailyWork
  }

  /// The requests about an account that a person sends without being signed in.
  package enum AccountsWork: Sendable {
    case requestPasswordReset, confirmPasswordReset, verifyEmail, resendVerification
  }

  init(
    _ method: HTTP.Method, _ path: String, _ summary: String, query: [Shape.Member] = [],
    in pathShapes: [String: Shape] = [:], body: Shape? = nil, answer: Shape,
    faults: [(Status, String)] = [], kept: Int? = nil, place: Place
  ) {
    self.method = method
    self.path = path
    pieces = path.split(separator: "/")
    self.summary = summary
    self.query = query
    self.pathShapes = pathShapes
    self.body = body
    self.answer = answer
    self.faults = faults.map { (status: $0.0, reason: $0.1) }
    self.kept = kept
    self.place = place
  }

  init(
    _ method: HTTP.Method, _ path: String, _ summary: String, query: [Shape.Member] = [],
    in pathShapes: [String: Shape] = [:], body: Shape? = nil, answer: Shape,
    faults: [(Status, String)] = [], kept: Int? = nil, _ work: @escaping Work
  ) {
    self.init(
      method, path, summary, query: query, in: pathShapes, body: body, answer: answer,
      faults: faults, kept: kept, place: .file(work))
  }

  /// All operations, in the order in which the interface's OpenAPI document lists them.
  package static let all: [Operation] =
    suggestions + daily + tasks + metrics + notifications + packet + preferences + family + accounts

  /// The HTTP status that refuses a malformed request: 422 if the operation declares 422 but not
  /// 400, and otherwise 400.
  package var malformedStatus: Status {
    faults.contains { $0.status == 422 } && !faults.contains { $0.status == .badRequest }
      ? 422 : .badRequest
  }

  /// Returns the HTTP status of the answer if the work of the operation fails with the problem; nil
  /// if the operation gives the problem the same status as other operations do.
  package func status(of problem: Problem) -> Status? {
    guard case .mail = place else { return problem.cause == .locked ? Status(422) : nil }
    return switch problem.cause {
    case .locked: Status(429)
    case .serverError: Status(502)
    default: nil
    }
  }

  /// The number of requests for the path that one internet address may send in a minute (domain.md
  /// 6).
  package var mostInAMinute: Int { path.hasPrefix("/api/auth/") ? 5 : 60 }
}

extension Operation {
  /// The result of looking for the operation of a method and a path.
  package enum Match: Sendable {
    case operation(Operation, path: [String: String])
    /// The path exists, but only with these methods.
    case otherMethod([HTTP.Method])
    case unknown
  }

  package static func match(_ method: HTTP.Method, _ segments: [String]) -> Match {
    let meant = meant(by: segments)
    if let match = meant.first(where: { $0.operation.method == method }) {
      return .operation(match.operation, path: match.path)
    }
    return meant.isEmpty ? .unknown : .otherMethod(meant.map(\.operation.method))
  }

  /// Returns the path template that fits the segments of a path, such as
  /// `/api/athlete-tasks/{taskId}`.
  package static func template(of segments: [String]) -> String? {
    meant(by: segments).first?.operation.path
  }

  /// Returns the operations whose path template fits the segments.
  ///
  /// The template with the fewest parameters takes precedence, so that
  /// `/api/user/preferences/player-details` is not read as a category of preferences.
  private static func meant(
    by segments: [String]
  ) -> [(operation: Operation, path: [String: String])] {
    let found: [(operation: Operation, path: [String: String])] = all.compactMap { operation in
      operation.parameters(of: segments).map { (operation, $0) }
    }
    let fewest = found.map(\.path.count).min()
    return found.filter { $0.path.count == fewest }
  }

  private func parameters(of segments: [String]) -> [String: String]? {
    guard pieces.count == segments.count else { return nil }
    var found: [String: String] = [:]
    for (piece, segment) in zip(pieces, segments) {
      if let name = Self.parameter(piece) {
        found[name] = segment
      } else if piece != segment {
        return nil
      }
    }
    return found
  }

  private static func parameter(_ piece: Substring) -> String? {
    piece.hasPrefix("{") ? String(piece.dropFirst().dropLast()) : nil
  }

  var pathMembers: [Shape.Member] {
    pieces.compactMap(Self.parameter).map { .needed($0, pathShapes[$0] ?? .id) }
  }
}

/// A request to one operation of the HTTP interface `/api/…`. Its values have been checked against
/// the description of the operation.
package struct Call: Sendable {
  /// The services (functions that read and write) of the caller's data file; empty for an operation
  /// on accounts, which needs no file.
  package var services: Dependencies
  var given: JSONObject
  package var body: JSONObject

  /// - Parameters:
  ///   - services: the services (functions that read and write) of the caller's data file.
  ///   - body: the parsed body; nil if there is none.
  package init(
    _ operation: Operation, path: [String: String], query: Fields, body: JSONValue?,
    services: Dependencies = Dependencies()
  ) throws(Problem) {
    self.services = services
    var given: JSONObject = [:]
    for member in operation.pathMembers {
      given[member.name] = member.shape.value(written: path[member.name] ?? "")
    }
    for field in query.all {
      let shape = operation.query.first { $0.name == field.name }?.shape
      guard given[field.name] == nil else {
        throw Problem(.usage, "`\(field.name.prefix(60))` is given twice.")
      }
      given[field.name] = shape?.value(written: field.value) ?? .string(field.value)
    }
    try Shape.object(operation.pathMembers + operation.query).check(
      .object(given), as: Shape.bodyName)
    self.given = given
    self.body = [:]
    switch (operation.body, body) {
    case (_?, nil): throw Problem(.usage, "The body is missing.")
    case (let shape?, let body?):
      try shape.check(body, as: Shape.bodyName)
      self.body = body.object ?? [:]
    case (nil, let body?) where body.object?.keys.isEmpty != true:
      throw Problem(.usage, "This is asked without a body.")
    case (nil, _): break
    }
  }

  /// Returns the same request with other services, which are the functions that read and write the
  /// caller's data file.
  package func over(_ services: Dependencies) -> Call {
    var call = self
    call.services = services
    return call
  }

  /// The ids in `recipientIds`: the recipients of an operation that sends e-mail.
  var recipients: [RecordID] {
    (body["recipientIds"]?.array ?? []).compactMap { $0.string.flatMap(RecordID.init) }
  }

  func id(_ name: String) throws(Problem) -> RecordID {
    guard let id = (given[name] ?? body[name])?.string.flatMap({ RecordID($0) }) else {
      throw Problem(.usage, "`\(name)` is missing.")
    }
    return id
  }
}

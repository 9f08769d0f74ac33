public import Basics
public import Domain
import JSON
import Persistence
import SQLite

// The requests to the server with which a person joins a family. Joining needs the family's code
// and the athlete's consent.
extension Sharing {
  /// Requests a new code for the athlete's family. The server creates it, and it is valid for seven
  /// days.
  public func renewCode() async throws(Problem) -> FamilyCode {
    let answer = try await call("renew_family_code", [:])
    guard let code = answer["code"]?.string.flatMap({ FamilyCode($0) }) else {
      throw Problem.notAnAnswer
    }
    return code
  }

  /// Sends the server a request to join the family with this code. Returns false for a person who
  /// is already a member.
  public func askToJoin(_ code: FamilyCode) async throws(Problem) -> Bool {
    let answer = try await call("join_family", ["code": .string(code.text)])
    switch answer["outcome"]?.string {
    case "asked":
      try remember { outbox in
        try outbox.setFact(Fact.askedWith, code.text, of: person)
        try outbox.setFact(Fact.isWaiting, "yes", of: person)
        try outbox.setFact(Fact.turnedAway, nil, of: person)
      }
      return true
    case "member": return false
    case "wait":
      throw Problem(
        .refused, "Too many codes were tried.",
        fix: "Try again in \(answer["seconds"]?.int ?? 300) seconds.")
    case "not_parent":
      throw Problem(FamilyRefusal.onlyParentsJoin)
    default:
      throw Problem(
        .notFound, "No family has the code \(code.text).",
        fix: "A code lives seven days. Ask the athlete for a new one:  family code --renew")
    }
  }

  /// Stores the requests of other people to join the person's family, and whether the person's own
  /// request was answered. Pages show both facts.
  func note(_ joining: Joining) throws(Problem) {
    let (asking, asked, wasWaiting, isMember) = try read { _, outbox in
      (
        try outbox.fact(Fact.asking, of: person), try outbox.fact(Fact.askedWith, of: person),
        try outbox.fact(Fact.isWaiting, of: person) != nil,
        try outbox.cursors(of: person).contains { $0.kind == "family" }
      )
    }
    let isAnswered = asked != nil && (isMember || !joining.isWaiting)
    guard isAnswered || asking != joining.text || wasWaiting != joining.isWaiting else { return }
    try remember { outbox in
      try outbox.setFact(Fact.isWaiting, joining.isWaiting ? "yes" : nil, of: person)
      try outbox.setFact(Fact.asking, joining.text, of: person)
      guard isAnswered, let asked else { return }
      try outbox.setFact(Fact.askedWith, nil, of: person)
      // The person can have withdrawn the request on another device.
      if !isMember, !joining.withdrawn.contains(asked) {
        try outbox.setFact(Fact.turnedAway, "The family with the code \(asked)", of: person)
      }
    }
  }

  public func joinRequests() async throws(Problem) -> [JoinRequest] {
    Joining.requests(try await call("join_requests", [:]))
  }

  public func answerJoin(_ person: RecordID, accept: Bool) async throws(Problem) {
    let answer = try await call(
      "answer_join", ["person": .string(person.description), "accept": .bool(accept)])
    guard answer["outcome"]?.string != "unknown" else {
      throw Problem(.notFound, "They do not ask any more.")
    }
  }

  /// Withdraws the person's requests to join a family. Returns false if no request was left,
  /// because the athlete has let the person in since the last sync.
  ///
  /// - Throws: `Problem.noOpenRequest` if no request was left for another reason.
  public func withdrawJoin() async throws(Problem) -> Bool {
    let asked = try read { _, outbox in try outbox.fact(Fact.askedWith, of: person) }
    let answer = try await call("withdraw_join", [:])
    if answer["outcome"]?.string == "withdrawn" {
      try remember { outbox in
        try outbox.setFact(Fact.askedWith, nil, of: person)
        try outbox.setFact(Fact.isWaiting, nil, of: person)
      }
      return true
    }
    let before = try families()
    _ = try await sync()
    guard try families().isSubset(of: before) else { return false }
    // If the answer of a first try was lost, the request is withdrawn, and the sync did not note
    // that the athlete turned the person away.
    let turnedAway = try read { _, outbox in try outbox.fact(Fact.turnedAway, of: person) }
    if asked != nil, turnedAway == nil { return true }
    throw .noOpenRequest
  }

  /// Returns the families at the server to which the person belongs, as of the last sync.
  private func families() throws(Problem) -> Set<RecordID> {
    try read { _, outbox in
      Set(try outbox.cursors(of: person).filter { $0.kind == "family" }.map(\.scope))
    }
  }
}

extension Problem {
  static let noOpenRequest = Problem(
    .notFound, "You have no open request to join a family.",
    details: [
      "A request ends when the athlete answers it or makes a new code, and after seven days."
    ])
}

/// The part of an answer of `compass_pull`, the server's function for new rows, that is about
/// joining a family.
struct Joining {
  /// The requests of other people to join the person's family, as JSON text, which is the form in
  /// which the data file stores them; nil if there are none.
  let text: String?
  /// True while the person's own request to join a family is not answered.
  let isWaiting: Bool
  /// The family codes of the person's requests that the person has withdrawn, on whatever device.
  let withdrawn: [String]

  /// Reads an answer of the server; nil for one that contains nothing about joining.
  init?(json answer: JSONValue) {
    guard let asking = answer["asking"]?.array, let isWaiting = answer["asked"]?.bool else {
      return nil
    }
    text = asking.isEmpty ? nil : JSONValue.array(asking).text
    self.isWaiting = isWaiting
    // A server of an older version sends none.
    withdrawn = (answer["withdrawn"]?.array ?? []).compactMap(\.string)
  }

  static func requests(_ json: JSONValue?) -> [JoinRequest] {
    (json?.array ?? []).compactMap { row in
      row["user_id"]?.string.flatMap { RecordID($0) }.map {
        JoinRequest(
          person: $0, name: row["full_name"]?.string ?? "A person without a name",
          email: row["email"]?.string ?? "")
      }
    }
  }
}

extension Outbox {
  /// Returns the requests of other people to join the person's family, as the last sync received
  /// them.
  func asking(of person: RecordID) throws -> [JoinRequest] {
    Joining.requests(
      try fact(Sharing.Fact.asking, of: person).flatMap { try? JSONValue.parse($0) })
  }
}

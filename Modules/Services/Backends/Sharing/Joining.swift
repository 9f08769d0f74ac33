public import Basics
public import Domain
import JSON

// Coming into a family at a server: with its code, and with the athlete's yes.
extension Sharing {
  /// A new code of the athlete's family; the server draws it, and it lives seven days there.
  public func renewCode() async throws(Problem) -> FamilyCode {
    let answer = try await call("renew_family_code", [:])
    guard let code = answer["code"]?.string.flatMap({ FamilyCode($0) }) else {
      throw Problem.notAnAnswer
    }
    return code
  }

  /// Asks to be let in. False for somebody who is in that family already.
  public func askToJoin(_ code: FamilyCode) async throws(Problem) -> Bool {
    let answer = try await call("join_family", ["code": .string(code.text)])
    switch answer["outcome"]?.string {
    case "asked": return true
    case "member": return false
    case "wait":
      throw Problem(
        .refused, "Too many codes were tried.",
        fix: "Try again in \(answer["seconds"]?.int ?? 300) seconds.")
    case "not_parent":
      throw Problem(.refused, "Only a parent joins a family; an athlete has one of their own.")
    default:
      throw Problem(
        .notFound, "No family has the code \(code.text).",
        fix: "A code lives seven days. Ask the athlete for a new one:  family code --renew")
    }
  }

  public func joinRequests() async throws(Problem) -> [JoinRequest] {
    (try await call("join_requests", [:]).array ?? []).compactMap { row in
      row["user_id"]?.string.flatMap { RecordID($0) }.map {
        JoinRequest(
          person: $0, name: row["full_name"]?.string ?? "Somebody without a name",
          email: row["email"]?.string ?? "")
      }
    }
  }

  public func answerJoin(_ person: RecordID, accept: Bool) async throws(Problem) {
    let answer = try await call(
      "answer_join", ["person": .string(person.description), "accept": .bool(accept)])
    guard answer["outcome"]?.string != "unknown" else {
      throw Problem(.notFound, "They do not ask any more.")
    }
  }
}

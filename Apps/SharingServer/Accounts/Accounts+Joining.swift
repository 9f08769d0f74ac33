import CivilTime
import JSON

/// A request to join a family, or the athlete's answer to one. The server tells the other person of
/// it by e-mail.
enum JoiningNews: Equatable, Sendable {
  case asked(parent: String)
  case answered(parent: String, athlete: String, isLetIn: Bool)

  /// Reads the call of a database function; nil if the call is neither a request to join nor an
  /// answer.
  ///
  /// - Parameters:
  ///   - given: the arguments of the call.
  ///   - answer: the JSON text that the function returned.
  ///   - caller: the id of the person who called the function.
  init?(_ function: String, _ given: JSONObject, answer: String?, caller: String?) {
    guard ["join_family", "answer_join"].contains(function), let caller, let answer,
      let outcome = (try? JSONValue.parse(answer))?["outcome"]?.string
    else { return nil }
    switch (function, outcome, given["person"]?.string) {
    case ("join_family", "asked", _): self = .asked(parent: caller)
    case ("answer_join", "joined", let person?), ("answer_join", "declined", let person?):
      self = .answered(parent: person, athlete: caller, isLetIn: outcome == "joined")
    default: return nil
    }
  }
}

extension Accounts {
  /// Sends the e-mail about a request to join a family, or about the answer, in the background. If
  /// a parent asks several times in five minutes, only one e-mail is sent.
  func tellLater(of news: JoiningNews) {
    guard let mail else { return }
    // If the database does not answer, no e-mail is sent. The person can also see the request or
    // the answer on the pages.
    Task { try? await tell(of: news, mail) }
  }

  private func tell(of news: JoiningNews, _ mail: ServerMail) async throws {
    let parent: String
    let athlete: String?
    switch news {
    case .asked(let asking): (parent, athlete) = (asking, nil)
    case .answered(let asking, let asked, _): (parent, athlete) = (asking, asked)
    }
    let people = try await ask(
      "SELECT accounts.people_of_joining($1::uuid, $2::uuid)", [parent, athlete]
    ).json
    let addressee = people?[athlete == nil ? "athlete" : "parent"]
    guard let address = addressee?["email"]?.string else { return }
    if athlete == nil { try await mayTry([("letter about joining of \(parent)", 1)]) }
    try await mayMail(address, nil)
    let own = addressee?["zone"]?.string.flatMap { try? Zone.named($0) }
    let day = (own ?? zone).day(of: now()).text(.long)
    switch news {
    case .asked:
      await mail.sendNow(
        .joinAsked(
          by: people?["parent"]?["name"]?.string, people?["parent"]?["email"]?.string ?? "",
          on: day, pages: pagesAddress()), to: address)
    case .answered(_, _, let isLetIn):
      await mail.sendNow(
        .joinAnswered(
          isLetIn: isLetIn, by: people?["athlete"]?["name"]?.string, on: day,
          pages: pagesAddress()), to: address)
    }
  }
}

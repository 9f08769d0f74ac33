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
  /// Sends the e-mails about requests to join a family, or about the answer, in the background. The
  /// database limits how many e-mails one parent's requests cause.
  func tellLater(of news: JoiningNews) {
    guard let mail else { return }
    // If the database does not answer, no e-mail is sent. The person can also see the request or
    // the answer on the pages.
    Task { try? await tell(of: news, mail) }
  }

  private func tell(of news: JoiningNews, _ mail: ServerMail) async throws {
    switch news {
    case .asked(let parent):
      let begun = try await ask("SELECT accounts.begin_joining_letters($1::uuid)", [parent]).json
      for athlete in (begun?.array ?? []).compactMap(\.string) {
        let people = try await people(parent, athlete)
        // If one athlete gets too many e-mails, the others still get theirs.
        try? await send(mail, to: people?["athlete"]) { day in
          .joinAsked(
            by: people?["parent"]?["name"]?.string, people?["parent"]?["email"]?.string ?? "",
            on: day, pages: pagesAddress())
        }
      }
    case .answered(let parent, let athlete, let isLetIn):
      let people = try await people(parent, athlete)
      try await send(mail, to: people?["parent"]) { day in
        .joinAnswered(
          isLetIn: isLetIn, by: people?["athlete"]?["name"]?.string, on: day,
          pages: pagesAddress())
      }
    }
  }

  private func people(_ parent: String, _ athlete: String) async throws -> JSONValue? {
    try await ask(
      "SELECT accounts.people_of_joining($1::uuid, $2::uuid)", [parent, athlete]
    ).json
  }

  /// Sends an e-mail to a person that `people_of_joining` has returned, with the day of the
  /// person's time zone. Sends none to a person without a confirmed address.
  private func send(
    _ mail: ServerMail, to person: JSONValue?, _ letter: (_ day: String) -> ServerLetter
  ) async throws {
    guard let address = person?["email"]?.string else { return }
    try await mayMail(address, nil)
    let own = person?["zone"]?.string.flatMap { try? Zone.named($0) }
    await mail.sendNow(letter((own ?? zone).day(of: now()).text(.long)), to: address)
  }
}

import Conversation
import FeatureKit
import HTTP
import WebRendering

// The first visit: the guided start, and the made-up family one press away.
extension WebHost {
  private static let choiceField = "choice"

  func welcome(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let frame = try await frame(request, session)
    guard let welcome = try await frame.conversation.visit.welcome() else {
      return .seeOther(try RequestTarget("/"))
    }
    let addresses = frame.addresses
    let choices = welcome.choices.enumerated().map { number, choice in
      ServedWelcome.Choice(
        CommandLink(choice.label, choice.command ?? "\(Self.choiceField) \(number)"),
        detail: choice.note.map { $0.prefix(1).uppercased() + $0.dropFirst() + "." } ?? "")
    }
    let content = ServedWelcome(
      "Welcome to Recruiting Compass", welcome.intro, choices: choices)
    let html = try await frame.html(.welcome(content)) { page in
      page.target = { command in
        command.hasPrefix(Self.choiceField + " ")
          ? .action("/welcome") : .page(addresses.anyLine(command))
      }
    }
    return Response(.ok, .html, html)
  }

  /// Does what only the program can do, such as filling in the made-up family.
  func beginWith(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let sent = try await sentForm(request)
    guard session.isToken(sent.token ?? "") else { throw WebFault.wrongToken }
    let work = Task(executorPreference: threads) { () throws in
      let frame = try await PageFrame(self, session, VisitedPlace(), address: "/")
      // A second press finds the family there.
      guard let welcome = try await frame.conversation.visit.welcome() else {
        return try RequestTarget("/")
      }
      let words = sent.line.split(separator: " ")
      guard words.first == Self.choiceField[...], let number = words.last.flatMap({ Int($0) }),
        welcome.choices.indices.contains(number),
        case .work(let begin) = welcome.choices[number].step
      else { throw WebFault.neverGiven }
      let done = try await begin()
      let name = try self.freshName()
      session.keep(ServedOutcome(done), as: name)
      return try RequestTarget(Addresses.adding(Addresses.saidKey, name, to: "/"))
    }
    return .seeOther(try await work.value)
  }
}

extension Welcome.Choice {
  fileprivate var command: String? {
    switch step {
    case .command(let line): line
    case .work: nil
    }
  }
}

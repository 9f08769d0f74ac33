import Conversation
import FeatureKit
import HTTP
import WebRendering

// Creates the page that a person sees when no profile exists yet, with the choices for a start,
// such as creating a profile or looking at an example family.
extension WebHost {
  private static let choiceField = "choice"
  /// The command of the link with which a person leaves the example family and returns to their own
  /// pages.
  static let goingBack = "choice none"

  func welcome(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let frame = try await frame(request, session)
    guard let welcome = try await frame.conversation.visit.welcome() else {
      return .seeOther(try RequestTarget("/"))
    }
    let addresses = frame.addresses
    let choices = welcome.allChoices.enumerated().map { number, choice in
      ServedWelcome.Choice(
        CommandLink(choice.label, choice.command ?? "\(Self.choiceField) \(number)"),
        detail: choice.note.map { $0.capitalizedFirst + "." } ?? "")
    }
    let content = ServedWelcome(
      "Welcome to Recruiting Compass", welcome.intro, choices: choices)
    let outcome = request.query[Addresses.saidKey].flatMap { session.outcome($0) }
    let html = try await frame.html(.welcome(content)) { page in
      page.outcome = outcome
      page.target = { command in
        command.hasPrefix(Self.choiceField + " ")
          ? .action("/welcome") : .page(addresses.anyLine(command))
      }
    }
    return Response(.ok, .html, html)
  }

  /// Opens the example family, which has a data folder of its own, or returns from it to the
  /// person's pages.
  func beginWith(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let sent = try await sentForm(request)
    guard session.isToken(sent.token ?? "") else { throw WebFault.wrongToken }
    let work = Task(executorPreference: threads) { () throws in
      let frame = try await PageFrame(self, session, VisitedPlace(), address: "/")
      let root = try RequestTarget("/")
      guard sent.line != Self.goingBack else {
        session.move(to: nil)
        return root
      }
      // If the person presses the button for the example family twice, the first request has
      // already switched the session. The second one then finds no choices and only redirects.
      guard let welcome = try await frame.conversation.visit.welcome() else { return root }
      let words = sent.line.split(separator: " ")
      guard words.first == Self.choiceField[...], let number = words.last.flatMap({ Int($0) }),
        welcome.allChoices.indices.contains(number),
        case .move(let folder) = welcome.allChoices[number].step,
        let elsewhere = try await self.program.makeVisitorElsewhere?(folder)
      else { throw WebFault.neverGiven }
      session.move(to: elsewhere)
      return root
    }
    return .seeOther(try await work.value)
  }
}

extension Welcome.Choice {
  fileprivate var command: String? {
    switch step {
    case .command(let line): line
    case .move: nil
    }
  }
}

import Conversation
import FeatureKit
import HTTP

// Stores the filters that a person chooses on a list, if the list's feature has a command for that.
extension WebHost {
  /// Leaves it for the time after the response to store the filters in the request's address. It
  /// does so only if the person chose them on the list itself: a link from elsewhere, such as a
  /// bookmark, shows its filters and stores nothing.
  ///
  /// - Parameter fields: the values in the address, by the names of the list's options.
  func storeFilters(
    of match: CommandIndex.Match, _ fields: [String: [String]], _ frame: PageFrame,
    _ request: HTTP.Request
  ) {
    guard let verb = match.command.storesFiltersBy, let person = frame.looking.identity,
      let storing = frame.conversation.index.entry(for: match.command.noun)?.commands
        .first(where: { $0.verb == verb }),
      // The address names an outcome only after the press of a button, which chooses no filters.
      request.query[Addresses.saidKey] == nil,
      pageBefore(request, frame)?.prefix(while: { $0 != "?" }) == request.path[...]
    else { return }
    let names = Set(storing.parameters.map(\.name))
    let chosen = fields.filter { name, values in
      names.contains(name) && values.contains { !$0.isEmpty }
    }
    guard !chosen.isEmpty else { return }
    let (visitor, athlete, line) = (frame.session.visitor, frame.looking.athlete, storing.words)
    later.add("\(line) of \(person)") { () throws(Problem) in
      let conversation = Conversation(visitor.visit(VisitedPlace(athlete: athlete)))
      // Another person may have signed in with this browser since the response.
      guard try await conversation.look().identity == person else { return }
      let answer = await conversation.answer(CommandRequest(line, fields: chosen))
      if let problem = answer.problem { throw problem }
    }
  }
}

import Conversation
import FeatureKit
import HTTP

// Stores the filters that a person chooses on a list, if the list's feature has a command for that.
extension WebHost {
  /// Leaves it for the time after the response to store the filters in the request's address. It
  /// stores only those that the person chose on the list itself. A link from elsewhere, such as a
  /// bookmark, shows its filters and stores nothing, and its filters are also in the addresses to
  /// which the shown list leads.
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
      let before = LocalAddress.target(pageBefore(request, frame)), before.path == request.path
    else { return }
    let names = Set(storing.parameters.map(\.name))
    let shownBefore = Self.fields(before.query.all)
    let chosen = fields.filter { name, values in
      names.contains(name) && values.contains { !$0.isEmpty } && values != shownBefore[name]
    }
    let (visitor, athlete, line) = (frame.session.visitor, frame.looking.athlete, storing.words)
    // Each filter is a write of its own, so that a newer choice of it replaces an older one that
    // still waits, and no other.
    for (name, values) in chosen {
      let subject = "\(name) of \(person) for \(String(describing: athlete))"
      later.add("\(line) \(subject)") { () throws(Problem) in
        let conversation = Conversation(visitor.visit(VisitedPlace(athlete: athlete)))
        // Another person may have signed in with this browser since the response.
        guard try await conversation.look().identity == person else { return }
        let answer = await conversation.answer(CommandRequest(line, fields: [name: values]))
        if let problem = answer.problem { throw problem }
      }
    }
  }
}

import Conversation
import FeatureKit
import HTTP
import JSON
import WebRendering

// Creates the responses to programs that ask for JSON. They have the same content as the pages.
extension WebHost {
  /// Returns the result, problem and page of a command as JSON.
  ///
  /// The HTTP status corresponds to the exit code. The header `X-Compass-Token` has the token that
  /// the program must send with its next command.
  func json(_ answer: Answer, _ session: BrowserSession) throws(Problem) -> Response {
    var document = JSONAnswer(page: answer.page, done: answer.done, problem: answer.problem)
    document.question = answer.question.map {
      JSONAnswer.Asked(
        words: $0.words, details: $0.details, agree: $0.agree.label, digest: $0.digest)
    }
    document.notices = answer.notices
    var response = json(document, answer.exitCode.status)
    response.headers["X-Compass-Token"] = session.masked(
      pad: try program.random(EntryKeys.length))
    response.headers["X-Compass-Exit"] = String(answer.exitCode.rawValue)
    return response
  }

  /// The largest number of suggestions that a page shows.
  private static let mostOffers = 12

  /// Returns suggestions for a command line that a person is typing on a page: records, each with
  /// the address of its page, then words that complete the command, then commands that the words
  /// are about, and last the search, which also looks into texts and shows everything that it finds.
  func completions(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let line = String((request.query["line"] ?? "").prefix(500))
    let frame = try await frame(request, session)
    let found = await frame.conversation.completer().candidates(line, line.unicodeScalars.count)
    let kept = Self.beforeLastWord(of: line)
    let offers =
      await frame.records(named: line)
      + found.compactMap { frame.suggestion($0, after: kept) }
    let about = frame.suggestions(about: line).filter { one in
      !offers.contains { $0.address == one.address }
    }
    let search = [frame.search(for: line)].compactMap { $0 }
    return list((offers + about).prefix(Self.mostOffers - search.count) + search)
  }

  /// Returns the typed line up to its last word, which is still unfinished.
  private static func beforeLastWord(of line: String) -> String {
    var kept = ""
    var rest = line[...]
    while let cut = rest.firstIndex(where: \.isWhitespace) {
      let next = rest.index(after: cut)
      let head = kept + rest[..<next]
      // If the text up to this space cannot be split into words, a quotation mark has no second one
      // yet. The space then belongs to the quoted text and ends no word.
      guard (try? CommandText.words(head)) != nil else { break }
      kept = head
      rest = rest[next...]
    }
    return kept
  }

  /// Returns records whose names begin with the typed words, as suggestions for a form field that
  /// names a record.
  func records(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let frame = try await frame(request, session)
    let wanted = Set((request.query["kinds"] ?? "").split(separator: ",").map(String.init))
    let kinds = frame.kinds().filter { wanted.contains($0.singular) }
    let typed = String((request.query["q"] ?? "").prefix(200))
    guard !kinds.isEmpty, frame.looking.identity != nil else { return list([]) }
    let found = await frame.conversation.visit.resolver.candidates(
      for: typed, as: kinds, limit: 10)
    return list(
      found.map {
        FindOffer(text: $0.reference.handle, label: $0.reference.title, note: $0.detail ?? "")
      })
  }

  private func list(_ suggestions: [FindOffer]) -> Response {
    let values = suggestions.map { one -> JSONValue in
      var members: [(String, JSONValue)] = [
        ("text", .string(one.text)), ("label", .string(one.label)), ("note", .string(one.note)),
      ]
      if let address = one.address { members.append(("to", .string(address))) }
      return .object(JSONObject(members))
    }
    return Response(.ok, .json, JSONValue.array(values).text + "\n")
  }
}

/// A suggestion for a text that a person is typing into a field.
struct FindOffer {
  /// The text that the field gets when the suggestion is chosen.
  var text: String
  var label: String
  var note: String
  /// The address of the record's page that choosing the suggestion opens; nil if the suggestion
  /// only completes the text.
  var address: String?
}

extension PageFrame {
  /// The largest number of records among the suggestions for a command line.
  private static let mostRecords = 6

  /// Returns the records whose names begin with the text, each with its kind, such as school, and
  /// the address of its page. The first record of each kind comes before the second of any kind, so
  /// that a kind with many records does not displace the others.
  fileprivate func records(named text: String) async -> [FindOffer] {
    guard looking.identity != nil, !text.trimmed.isEmpty else { return [] }
    var found: [[FindOffer]] = []
    for kind in kinds() {
      let candidates = await conversation.visit.resolver.candidates(
        for: text.trimmed, as: [kind], limit: Self.mostRecords)
      found.append(
        candidates.compactMap { named in
          let handle = named.reference.handle
          guard let shown = conversation.index.shown(by: handle) else { return nil }
          let note = [kind.singular.capitalizedFirst] + [named.detail].compactMap { $0 }
          return FindOffer(
            text: handle, label: named.reference.title, note: note.joined(separator: " · "),
            address: addresses.address(showing: "\(shown.command) \(handle)"))
        })
    }
    let inTurns = (0..<Self.mostRecords).flatMap { place in
      found.compactMap { $0.dropFirst(place).first }
    }
    return Array(inTurns.prefix(Self.mostRecords))
  }

  /// Returns the suggestion to search for the typed words. The result is nil if the program has no
  /// search, or if the words are the beginning of a command that has more words.
  fileprivate func search(for line: String) -> FindOffer? {
    guard looking.identity != nil, let search = host.program.search,
      let words = try? CommandText.words(line), let first = words.first,
      words.count == 1 || conversation.index.entry(for: first.text) == nil
    else { return nil }
    let text = words.map(\.text).joined(separator: " ")
    return FindOffer(
      text: line, label: "Search for “\(text)”", note: "",
      address: addresses.address(showing: "\(search) \(CommandText.quoted(text))"))
  }

  /// The largest number of commands that are suggested because the typed words are in their
  /// summaries.
  private static let mostCommands = 3

  /// Returns suggestions for the commands that the typed words are about, each with the address of
  /// its form.
  fileprivate func suggestions(about text: String) -> [FindOffer] {
    guard looking.identity != nil else { return [] }
    return commands(about: text).filter { addresses.target($0.words) != nil }
      .prefix(Self.mostCommands).map { command in
        FindOffer(
          text: command.words, label: command.label, note: "",
          address: addresses.ownPages[command.words] ?? addresses.address(showing: command.words))
      }
  }

  /// Returns a completion of a typed line as a suggestion that a page can show: a command appears
  /// as its label, with the address of its page or form, and a record as its name.
  ///
  /// Returns nil for a command that the viewer may not use or that only pages offer, and for words
  /// such as options that are useful only at a terminal. If the person has switched on the setting
  /// `terminal`, every completion is shown as a terminal shows it.
  ///
  /// - Parameter kept: the typed line without its last word.
  fileprivate func suggestion(
    _ candidate: Completer.Candidate, after kept: String
  ) -> FindOffer? {
    var suggestion = FindOffer(
      text: kept + CommandText.quoted(candidate.text), label: candidate.text,
      note: candidate.summary)
    guard !conversation.settings.showsTerminal else { return suggestion }
    switch candidate.meaning {
    case .word: break
    case .option: return nil
    case .record(let named):
      suggestion.label = named.reference.title
      suggestion.note = named.detail ?? ""
    case .command(let line):
      guard let command = try? AskedCommand(line, in: conversation.index), command.isForBrowser,
        !command.description.isOfferedByPage, looking.offers(command.description),
        addresses.target(line) != nil
      else { return nil }
      // If the navigation has an entry for the command, the suggestion gets the summary too.
      // Otherwise it gets a label alone, because the summary describes all commands with the same
      // first word.
      let place = host.program.places.first { $0.command == line }
      suggestion.label = host.program.labels[line] ?? command.description.label
      suggestion.note = place == nil ? "" : candidate.summary
      suggestion.address = addresses.ownPages[line] ?? addresses.address(showing: line)
    }
    return suggestion
  }

  /// Returns the kinds of records that some command of this program can name, without repetitions.
  func kinds() -> [ReferenceKind] {
    var found: [ReferenceKind] = []
    for parameter in conversation.index.entries.flatMap(\.commands).flatMap(\.parameters) {
      guard case .references(let kinds) = parameter.completion else { continue }
      for kind in kinds where !found.contains(kind) { found.append(kind) }
    }
    return found
  }
}

import Conversation
import FeatureKit
import HTTP
import JSON
import WebRendering

// The same pages for programs.
extension WebHost {
  /// All that a command came to, with the status that its exit code is; with it the token for the next command.
  func json(_ answer: Answer, _ session: BrowserSession) throws(Problem) -> Response {
    var document = JSONAnswer(page: answer.page, done: answer.done, problem: answer.problem)
    document.question = answer.question.map {
      JSONAnswer.Asked(
        words: $0.words, details: $0.details, agree: $0.agree, digest: $0.digest)
    }
    document.notices = answer.notices
    var response = json(document, answer.exitCode.status)
    response.headers["X-Compass-Token"] = session.masked(
      pad: try program.random(EntryKeys.length))
    response.headers["X-Compass-Exit"] = String(answer.exitCode.rawValue)
    return response
  }

  /// Completions of a line, for the command bar: `[{"text": …, "label": …, "note": …}]`.
  func completions(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let line = String((request.query["line"] ?? "").prefix(500))
    let frame = try await frame(request, session)
    let found = await frame.conversation.completer().candidates(line, line.unicodeScalars.count)
    let kept = Self.beforeLastWord(of: line)
    return list(
      found.prefix(20).map { candidate in
        (kept + CommandText.quoted(candidate.text), candidate.text, candidate.summary)
      })
  }

  /// The line without the word that is being typed.
  private static func beforeLastWord(of line: String) -> String {
    var kept = ""
    var rest = line[...]
    while let cut = rest.firstIndex(where: \.isWhitespace) {
      let next = rest.index(after: cut)
      let head = kept + rest[..<next]
      // Inside quotes a space ends no word.
      guard (try? CommandText.words(head)) != nil else { break }
      kept = head
      rest = rest[next...]
    }
    return kept
  }

  /// Records by the beginnings of their names, for fields that name one.
  func records(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let frame = try await frame(request, session)
    let wanted = Set((request.query["kinds"] ?? "").split(separator: ",").map(String.init))
    let kinds = frame.kinds().filter { wanted.contains($0.singular) }
    let typed = String((request.query["q"] ?? "").prefix(200))
    guard !kinds.isEmpty, frame.looking.identity != nil else { return list([]) }
    let found = await frame.conversation.visit.resolver.candidates(
      for: typed, as: kinds, limit: 10)
    return list(
      found.map { ($0.reference.handle, $0.reference.title, $0.detail ?? "") })
  }

  private func list(_ entries: [(text: String, label: String, note: String)]) -> Response {
    let values = entries.map { entry -> JSONValue in
      [
        "text": .string(entry.text), "label": .string(entry.label), "note": .string(entry.note),
      ]
    }
    return Response(.ok, .json, JSONValue.array(values).text + "\n")
  }
}

extension PageFrame {
  /// Every kind of record that a command can name.
  func kinds() -> [ReferenceKind] {
    var found: [ReferenceKind] = []
    for parameter in conversation.index.entries.flatMap(\.commands).flatMap(\.parameters) {
      guard case .references(let kinds) = parameter.completion else { continue }
      for kind in kinds where !found.contains(kind) { found.append(kind) }
    }
    return found
  }
}

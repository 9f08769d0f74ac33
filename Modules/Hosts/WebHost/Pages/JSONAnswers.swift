import Conversation
import FeatureKit
import HTTP
import JSON
import WebRendering

// Creates the JSON answers for programs, with the same content as the pages.
extension WebHost {
  /// Returns the outcome of a command as JSON. The status corresponds to the exit code, and a
  /// header contains the token for the next command.
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

  /// Returns suggestions for an unfinished line: first records with their addresses, then
  /// completions of the command.
  func completions(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let line = String((request.query["line"] ?? "").prefix(500))
    let frame = try await frame(request, session)
    let found = await frame.conversation.completer().candidates(line, line.unicodeScalars.count)
    let kept = Self.beforeLastWord(of: line)
    return list(
      await frame.records(named: line)
        + found.prefix(20).map { candidate in
          Suggestion(
            text: kept + CommandText.quoted(candidate.text), label: candidate.text,
            note: candidate.summary)
        })
  }

  /// Returns the line without its last, unfinished word.
  private static func beforeLastWord(of line: String) -> String {
    var kept = ""
    var rest = line[...]
    while let cut = rest.firstIndex(where: \.isWhitespace) {
      let next = rest.index(after: cut)
      let head = kept + rest[..<next]
      // A space inside quotation marks does not end a word.
      guard (try? CommandText.words(head)) != nil else { break }
      kept = head
      rest = rest[next...]
    }
    return kept
  }

  /// Returns records whose names begin with the typed words, for fields that refer to a record.
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
        Suggestion(text: $0.reference.handle, label: $0.reference.title, note: $0.detail ?? "")
      })
  }

  private func list(_ suggestions: [Suggestion]) -> Response {
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

/// A suggestion for an unfinished text.
struct Suggestion {
  /// The text that the field gets when the suggestion is chosen.
  var text: String
  var label: String
  var note: String
  /// The address of the record's page, if choosing the suggestion opens it. Nil if the suggestion
  /// only completes the text.
  var address: String?
}

extension PageFrame {
  /// The largest number of records that are suggested in addition to commands.
  private static let mostRecords = 6

  /// Returns records whose name begins with the text, with their addresses.
  fileprivate func records(named text: String) async -> [Suggestion] {
    guard looking.identity != nil, !text.trimmed.isEmpty else { return [] }
    let found = await conversation.visit.resolver.candidates(
      for: text.trimmed, as: kinds(), limit: Self.mostRecords)
    return found.compactMap { named in
      let handle = named.reference.handle
      guard let shown = conversation.index.shown(by: handle) else { return nil }
      return Suggestion(
        text: handle, label: named.reference.title, note: named.detail ?? "",
        address: addresses.address(showing: "\(shown.command) \(handle)"))
    }
  }

  /// Returns every kind of record to which a command can refer.
  func kinds() -> [ReferenceKind] {
    var found: [ReferenceKind] = []
    for parameter in conversation.index.entries.flatMap(\.commands).flatMap(\.parameters) {
      guard case .references(let kinds) = parameter.completion else { continue }
      for kind in kinds where !found.contains(kind) { found.append(kind) }
    }
    return found
  }
}

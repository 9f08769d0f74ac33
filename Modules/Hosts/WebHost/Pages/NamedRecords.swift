import Conversation
import FeatureKit
import WebRendering

// Records are called by their names where pages show no handles.
extension PageFrame {
  /// The answer to a command, in the words of a page unless a program asked for it.
  func answer(_ request: CommandRequest, toProgram isProgram: Bool) async -> Answer {
    let answer = await conversation.answer(request)
    return isProgram ? answer : await naming(answer)
  }

  /// The answer with the names of records in the place of their handles. The file knows the names, except those of records that the
  /// command deleted.
  private func naming(_ answer: Answer) async -> Answer {
    guard namesRecords, answer.hasWords else { return answer }
    var records = Records(known: answer.done?.references ?? [])
    await find(&records, in: answer.texts)
    var named = answer
    named.mapTexts { naming(records, in: $0) }
    // The handle of a record that is not there is what a problem is about; in an outcome it is the record that was taken away.
    named.mapOutcome { naming(records, gone: records.gone, in: $0) }
    return named
  }

  func naming(_ problem: Problem) async -> Problem {
    guard namesRecords else { return problem }
    var records = Records()
    await find(&records, in: problem.texts)
    var named = problem
    named.mapTexts { naming(records, in: $0) }
    return named
  }

  private var namesRecords: Bool { !conversation.settings.showsTerminal }

  private struct Records {
    var known: [Reference] = []
    /// Handles whose records are not in the file.
    var gone: Set<String> = []
  }

  private func find(_ records: inout Records, in texts: [String]) async {
    for word in Set(texts.flatMap(\.possibleHandles)).sorted() {
      guard !records.known.contains(where: { $0.handle == word }),
        let kind = conversation.index.shown(by: word)?.kind
      else { continue }
      if let record = try? await conversation.visit.resolver.resolve(word, as: [kind]) {
        records.known.append(record)
      } else {
        records.gone.insert(word)
      }
    }
  }

  private func naming(_ records: Records, gone: Set<String> = [], in text: String) -> String {
    text.naming(records.known, gone: gone) { begin in
      guard let words = try? CommandText.words(String(begin)), words.count > 1 else { return false }
      return addresses.summary(of: String(begin)) != nil
        || conversation.index.entry(for: words[0].text) != nil
    }
  }
}

extension Answer {
  fileprivate var hasWords: Bool {
    question != nil || problem != nil || !faults.isEmpty || done != nil || !notices.isEmpty
      || step != nil
  }

  fileprivate var texts: [String] {
    var texts: [String] = []
    var copy = self
    let keep = { (text: String) -> String in
      texts.append(text)
      return text
    }
    copy.mapTexts(keep)
    copy.mapOutcome(keep)
    return texts
  }

  /// Changes the words of questions, problems and notices. A question's digest stays, because the command makes it again.
  fileprivate mutating func mapTexts(_ change: (String) -> String) {
    if var asked = question {
      asked.words = change(asked.words)
      asked.details = asked.details.map(change)
      question = asked
    }
    problem?.mapTexts(change)
    for index in faults.indices { faults[index].problem.mapTexts(change) }
    for index in notices.indices { notices[index].text = change(notices[index].text) }
  }

  fileprivate mutating func mapOutcome(_ change: (String) -> String) {
    if var outcome = done {
      outcome.sentence = change(outcome.sentence)
      outcome.details = outcome.details.map(change)
      done = outcome
    }
    if let summary = step?.summary { step?.summary = change(summary) }
  }
}

extension Problem {
  fileprivate var texts: [String] { [title] + details + [fix].compactMap { $0 } }

  fileprivate mutating func mapTexts(_ change: (String) -> String) {
    title = change(title)
    details = details.map(change)
    fix = fix.map(change)
  }
}

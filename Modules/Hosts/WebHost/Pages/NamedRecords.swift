import Conversation
import FeatureKit
import WebRendering

// Replaces the handles of records in texts, such as `t3`, by the records' names, on pages that show
// no handles.
extension PageFrame {
  /// Runs a command and returns its answer. For a page, handles such as `t3` in the answer's texts
  /// are replaced by the names of the records. A program gets the texts unchanged.
  func answer(_ request: CommandRequest, toProgram isProgram: Bool) async -> Answer {
    let answer = await conversation.answer(request)
    return isProgram ? answer : await naming(answer)
  }

  /// Returns the answer with names of records in place of their handles. The name of a deleted
  /// record comes from the answer itself, and any other name from the data file.
  private func naming(_ answer: Answer) async -> Answer {
    guard namesRecords, answer.hasWords else { return answer }
    var records = Records(known: answer.done?.references ?? [])
    await find(&records, in: answer.texts)
    var named = answer
    named.mapTexts { naming(records, in: $0) }
    // Some handles belong to no record. In a problem such a handle stays, because the problem
    // reports that no record has it. In an outcome the handle belongs to a deleted record and is
    // left out: `Took back: Added s2 Kent.` becomes `Took back: Added Kent.`
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
    /// The handles that occur in the answer but belong to no record of the data file, for example
    /// because the record was deleted.
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

  /// Changes the texts of the question, the problem, the faults and the notices. The digest of the
  /// question stays as it is, because the command computes it from the unchanged text when the
  /// person agrees.
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
      if let trial = outcome.trial {
        outcome.trial = Done.Trial(details: trial.details.map(change), agree: trial.agree)
      }
      if var brief = outcome.brief {
        brief.sentence = change(brief.sentence)
        brief.warnings = brief.warnings.map(change)
        outcome.brief = brief
      }
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

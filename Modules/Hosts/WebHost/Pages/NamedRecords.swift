import Conversation
import FeatureKit
import WebRendering

// Replaces the handles of records in texts (short names such as `t3`) by the records' names, on
// pages that show no handles.
extension PageFrame {
  /// Runs a command and returns its answer. For a page, handles such as `t3` (short names of
  /// records) in the answer's texts are replaced by the names of the records. A program gets the
  /// texts unchanged.
  func answer(_ request: CommandRequest, toProgram isProgram: Bool) async -> Answer {
    let answer = await conversation.answer(request)
    return isProgram ? answer : await naming(answer, to: request)
  }

  /// Returns the answer with names of records in place of their handles (short names such as `t3`).
  /// The name of a record comes from the answer itself, from the values of the command, or from the
  /// data file.
  private func naming(_ answer: Answer, to request: CommandRequest) async -> Answer {
    guard namesRecords, answer.hasWords else { return answer }
    let command = try? AskedCommand(request.line, in: conversation.index)
    var words = Words(known: answer.done?.references ?? [])
    await find(&words, in: answer.texts)
    guard !words.known.isEmpty || command?.turnsStep == true || answer.step != nil else {
      return answer
    }
    if case .feature(let match)? = command { await take(match, request, into: &words) }
    var named = answer
    named.mapTexts { text in
      // `undo` and `redo` answer with the summary of a change, which names one record.
      let plain = command?.turnsStep == true ? withoutHandle(ofStep: text) : nil
      return plain ?? naming(words, in: text)
    }
    if let step = answer.step {
      named.step?.summary = withoutHandle(ofStep: step.summary) ?? step.summary
    }
    return named
  }

  /// Returns a problem, such as that of a page which could not be loaded, with names of records in
  /// place of their handles (short names such as `t3`).
  func naming(_ problem: Problem) async -> Problem {
    guard namesRecords else { return problem }
    var words = Words()
    await find(&words, in: problem.texts)
    var named = problem
    named.mapTexts { naming(words, in: $0) }
    return named
  }

  private var namesRecords: Bool { !conversation.settings.showsTerminal }

  private struct Words {
    /// The records whose names replace their handles (short names such as `t3`) in the text.
    var known: [Reference] = []
    /// The texts that the person wrote. Words in them that look like a handle (a short name such as
    /// `t3`) are not replaced.
    var own: [String] = []
  }

  /// Finds the records to which the handles in these texts belong (short names such as `t3`). If no
  /// record has a handle, the handle stays in the text, because the text may say that there is no
  /// such record.
  private func find(_ words: inout Words, in texts: [String]) async {
    for handle in Set(texts.flatMap(\.possibleHandles)).sorted() {
      guard !words.known.contains(where: { $0.handle == handle }),
        let kind = conversation.index.shown(by: handle)?.kind,
        let record = try? await conversation.visit.resolver.resolve(handle, as: [kind])
      else { continue }
      words.known.append(record)
    }
  }

  /// Adds the values of a command to `words`: the records that the values name, whose handles are
  /// replaced by names, and the other values, which stay as the person wrote them.
  private func take(
    _ match: CommandIndex.Match, _ request: CommandRequest, into words: inout Words
  ) async {
    let draft = try? CommandDraft(match.command, words: match.rest, leavesOpen: true)
    for parameter in match.command.parameters where parameter.role != .secret {
      let values =
        (draft?.given[parameter.name].map(\.text) ?? [])
        + (request.fields?[parameter.name] ?? [])
      guard case .references(let kinds) = parameter.completion else {
        words.own += values
        continue
      }
      for value in parameter.separated(values) where !value.isEmpty {
        let record = try? await conversation.visit.resolver.resolve(value, as: kinds)
        if let record, !words.known.contains(record) { words.known.append(record) }
      }
    }
  }

  private func naming(_ words: Words, in text: String) -> String {
    text.naming(words.known, keeping: words.own) { begin in
      guard let words = try? CommandText.words(String(begin)), words.count > 1 else { return false }
      return addresses.summary(of: String(begin)) != nil
        || conversation.index.entry(for: words[0].text) != nil
    }
  }

  private func withoutHandle(ofStep text: String) -> String? {
    text.withoutHandle(ofStep: { conversation.index.shown(by: $0) != nil })
  }
}

extension AskedCommand {
  /// Whether the command is `undo` or `redo`.
  fileprivate var turnsStep: Bool {
    guard case .host(let host, _) = self else { return false }
    return host == .undo || host == .redo
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
    copy.mapTexts { text in
      texts.append(text)
      return text
    }
    return texts
  }

  /// Changes the texts of the question, the problem, the faults, the notices and the result. The
  /// digest of the question (a hash of its text) stays as it is, because the command computes it
  /// from the unchanged text when the person agrees.
  fileprivate mutating func mapTexts(_ change: (String) -> String) {
    if var asked = question {
      asked.words = change(asked.words)
      asked.details = asked.details.map(change)
      question = asked
    }
    problem?.mapTexts(change)
    for index in faults.indices { faults[index].problem.mapTexts(change) }
    for index in notices.indices { notices[index].text = change(notices[index].text) }
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

import FeatureKit

// The questions for a command's missing values, asked one at a time at a terminal.
extension CommandForm {
  /// Asks the person for the values that the command line lacks.
  ///
  /// Most commands ask only for their required parameters. A guided command (declared as
  /// `isGuided`) asks for all parameters, if its line has no values or only names a record. Returns
  /// false if the person kept every stored value.
  func complete(_ draft: inout CommandDraft) async throws(Problem) -> Bool {
    var form = GuidedForm(
      form: self, asksAll: draft.command.isGuided && draft.namesNoMoreThanARecord)
    try await form.complete(&draft)
    return !form.keepsAll(draft)
  }

  /// Asks for the value of one parameter, and repeats the question until the answer is valid.
  ///
  /// - Parameter newSecret: the rule of a secret that the person chooses now, which is asked for
  ///   twice; nil for any other value.
  func require(
    _ parameter: ParameterDescription, choosing newSecret: NewSecret?, _ draft: inout CommandDraft
  ) async throws(Problem) {
    var parameter = parameter
    parameter.isRequired = true
    if newSecret != nil { parameter.isTypedTwice = true }
    let before = draft.given[parameter.name].count
    while draft.given[parameter.name].count == before {
      var question = question(parameter, draft, isFirst: true)
      if let newSecret {
        let refusal = question.refusal
        question.refusal = { text in
          do throws(Problem) {
            try newSecret.check(SecretText(text))
            return refusal(text)
          } catch {
            return error
          }
        }
      }
      if case .text(let text) = try run.counterpart.answer(question) {
        _ = try await take(text, for: parameter, &draft)
      }
    }
  }

  fileprivate func question(
    _ parameter: ParameterDescription, _ draft: CommandDraft, isFirst: Bool
  ) -> FormQuestion {
    FormQuestion(
      parameter: parameter, suggestion: parameter.suggestion?.text(in: context), isFirst: isFirst,
      explains: false,
      refusal: { text in
        var draft = draft
        draft.fill(parameter.name, with: text)
        do throws(Problem) {
          try box.check(parameter.name, of: draft, in: context)
          return nil
        } catch {
          return error
        }
      })
  }

  /// Adds the person's answer to the draft (the command with its values). Returns false if the
  /// answer is refused, so that the question is asked again.
  fileprivate func take(
    _ text: String, for parameter: ParameterDescription, _ draft: inout CommandDraft
  ) async throws(Problem) -> Bool {
    var doubt: Doubt?
    do throws(Problem) {
      draft.fill(parameter.name, with: text)
      try await respell(&draft)
      try await resolve(&draft)
      try box.check(parameter.name, of: draft, in: context)
      doubt = try box.doubt(about: parameter.name, of: draft, in: context)
    } catch {
      draft.clear(parameter.name)
      run.counterpart.say(error)
      return false
    }
    guard let doubt else { return true }
    let question = HostQuestion(doubt.words, details: doubt.details, agree: "Keep it")
    guard try run.counterpart.agrees(to: question) else {
      draft.clear(parameter.name)
      return false
    }
    draft.stand(by: doubt, of: parameter.name)
    return true
  }
}

/// The questions of one command, with the answers that the person has given so far.
private struct GuidedForm {
  let form: CommandForm
  let asksAll: Bool
  /// The names of the parameters that were asked, in order. The answer `<` goes back to the last of
  /// them.
  private var asked: [String] = []
  private var skipped: Set<String> = []
  /// The parameters whose stored value the person removed with the answer `-`.
  private var emptied: Set<String> = []
  /// The answers that the person has given, by parameter name. If the person goes back to a
  /// question with `<`, its earlier answer is suggested.
  private var earlier: [String: String] = [:]
  private var hasExplained = false
  /// The stored values of the record that the command changes, by parameter name; nil while the
  /// record is not known.
  private var current: [String: [String]]?
  /// Whether the person wants to answer the optional questions too; nil if the person was not asked
  /// yet.
  private var wantsDetails: Bool?

  init(form: CommandForm, asksAll: Bool) {
    self.form = form
    self.asksAll = asksAll
  }

  mutating func complete(_ draft: inout CommandDraft) async throws(Problem) {
    // If the line names a record, it is looked up before the first question, so that a mistyped
    // name is reported before the person answers any question.
    if asksAll || !draft.missing.isEmpty { try await form.resolve(&draft) }
    var kept = KeptAnswers(draft)
    try await takeUp(kept, &draft)
    while let parameter = try await next(&draft) {
      let question = question(await withNames(parameter), draft)
      let answer = try form.run.counterpart.answer(question)
      if parameter.name == Self.details.name, answer != .back {
        wantsDetails = answer == .text("yes")
        asked.append(parameter.name)
        continue
      }
      switch answer {
      case .back: goBack(&draft)
      case .skipped: skip(parameter)
      case .emptied:
        emptied.insert(parameter.name)
        _ = draft.empty(parameter.name)
        skip(parameter)
      case .text(let text):
        guard try await form.take(text, for: parameter, &draft) else { continue }
        asked.append(parameter.name)
        if parameter.role != .secret { earlier[parameter.name] = text }
      }
      kept.answers = asked.compactMap { name in
        earlier[name].map { KeptAnswers.Answer(parameter: name, text: $0) }
      }
      await form.run.keep(kept)
    }
    try await refuseChangedMeanwhile(draft)
  }

  /// Whether the questions began with stored values, and no answer changes one of them.
  func keepsAll(_ draft: CommandDraft) -> Bool {
    asksAll && current?.isEmpty == false && draft.namesNoMoreThanARecord
  }

  /// Throws if the record was changed elsewhere during the questions, in a field that an answer
  /// replaces.
  ///
  /// The person's answers stay stored. After looking at the new value, the person can run the
  /// command again with them.
  private func refuseChangedMeanwhile(_ draft: CommandDraft) async throws(Problem) {
    guard let current, !asked.isEmpty else { return }
    let now = try await form.box.values(behind: draft)
    let changes = draft.command.parameters.compactMap { parameter -> String? in
      let (before, present) = (current[parameter.name] ?? [], now[parameter.name] ?? [])
      let given = draft.given[parameter.name].map(\.text)
      guard !given.isEmpty || emptied.contains(parameter.name), !present.isSameAnswer(as: before),
        !present.isSameAnswer(as: given)
      else { return nil }
      func words(_ values: [String]) -> String {
        values.isEmpty ? "nothing" : "“\(values.joined(separator: ", "))”"
      }
      let label = parameter.labelAndHint.label
      return "\(label): \(words(present)) now, \(words(given)) wanted"
    }
    guard !changes.isEmpty else { return }
    throw Problem(
      .conflict, "This was changed elsewhere while you answered.",
      details: changes + ["Nothing was changed."],
      fix: "Type the line again; your answers are kept.")
  }

  /// If an earlier run of the same command line has stored answers, asks whether to continue with
  /// them. The run stored them because the program ended during the questions, or the command was
  /// refused.
  ///
  /// If a stored answer is no longer valid, its question is asked again.
  private mutating func takeUp(_ line: KeptAnswers, _ draft: inout CommandDraft)
    async throws(Problem)
  {
    guard asksAll || !draft.missing.isEmpty,
      let kept = await form.run.conversation.visit.answers.load(),
      kept.command == line.command, kept.given == line.given, !kept.answers.isEmpty
    else { return }
    form.run.isKeepingAnswers = true
    try await lookUpWhatIsThere(draft)
    let question = HostQuestion(
      "Your answers from before are kept. Go on with your answers?",
      details: kept.answers.map { words($0) }, agree: "Go on", expectsYes: true)
    guard try form.run.counterpart.agrees(to: question) else {
      return await form.run.forgetAnswers()
    }
    for answer in kept.answers {
      guard let parameter = draft.command.parameters.first(where: { $0.name == answer.parameter }),
        draft.given[parameter.name].isEmpty,
        try await form.take(answer.text, for: parameter, &draft)
      else { continue }
      asked.append(parameter.name)
      earlier[parameter.name] = answer.text
      if parameter.isDetail { wantsDetails = true }
    }
  }

  /// Returns a stored answer as one line of the question whether to continue with stored answers.
  /// If the record now has another value in this field, the line also shows that value.
  private func words(_ answer: KeptAnswers.Answer) -> String {
    let words = "\(answer.parameter): \(answer.text)"
    guard let values = current?[answer.parameter], !values.isEmpty,
      !values.isSameAnswer(as: [answer.text])
    else { return words }
    let there = values.joined(separator: ", ").split(whereSeparator: \.isNewline)
    return words + "  (there now: \(there.joined(separator: " ")))"
  }

  private mutating func skip(_ parameter: ParameterDescription) {
    asked.append(parameter.name)
    skipped.insert(parameter.name)
    earlier[parameter.name] = nil
  }

  private mutating func goBack(_ draft: inout CommandDraft) {
    guard let before = asked.popLast() else { return }
    if before == Self.details.name { wantsDetails = nil }
    draft.clear(before)
    skipped.remove(before)
    emptied.remove(before)
  }

  /// Returns the parameter to ask for next; nil if all were asked. Required parameters come first.
  /// Then comes the question whether the person wants to give more details, and then the optional
  /// parameters.
  private mutating func next(
    _ draft: inout CommandDraft
  ) async throws(Problem) -> ParameterDescription? {
    try await lookUpWhatIsThere(draft)
    guard asksAll else { return draft.missing.first { !skipped.contains($0.name) } }
    // The answers so far decide which further parameters are left out, so the function computes
    // them before each question.
    let leftOut = try await form.box.leftOut(of: draft)
    let unasked = draft.unasked.filter { !leftOut.contains($0.name) }
    for var parameter in unasked where !skipped.contains(parameter.name) {
      parameter.isRequired = parameter.isRequired || parameter.isNeededInForm
      if parameter.isDetail, wantsDetails != true { continue }
      if try await hasSomethingToName(parameter, draft.command) { return parameter }
      skipped.insert(parameter.name)
    }
    let hasMore = unasked.contains { $0.isDetail && !skipped.contains($0.name) }
    return hasMore && wantsDetails == nil ? Self.details : nil
  }

  /// Returns the parameter with its choices filled in, so that the question lists them. Parameters
  /// with a fixed list of choices are returned unchanged, because they already contain it.
  private func withNames(_ parameter: ParameterDescription) async -> ParameterDescription {
    guard case .named(let name) = parameter.completion, parameter.choiceLabels != nil else {
      return parameter
    }
    var named = parameter
    let names = await form.run.conversation.visit.lists.words(name)
    named.completion = .words(names)
    named.placeholder = names.joined(separator: "|")
    return named
  }

  private mutating func lookUpWhatIsThere(_ draft: CommandDraft) async throws(Problem) {
    let needsRecord = draft.missing.contains { parameter in
      if parameter.role == .argument, case .references = parameter.completion {
        true
      } else {
        false
      }
    }
    guard current == nil, !needsRecord else { return }
    current = try await form.box.values(behind: draft)
  }

  /// Returns whether there is a record that the parameter could name. If there is none, an optional
  /// parameter is skipped, and a required one throws with advice on how to add a record.
  private func hasSomethingToName(
    _ parameter: ParameterDescription, _ command: CommandDescription
  ) async throws(Problem) -> Bool {
    guard case .references(let kinds) = parameter.completion else { return true }
    let conversation = form.run.conversation
    let found = await conversation.visit.resolver.candidates(for: "", as: kinds, limit: 1)
    guard found.isEmpty else { return true }
    guard parameter.isRequired else { return false }
    let adding = kinds.lazy.compactMap { kind in
      conversation.index.entry(for: kind.plural)?.commands.first { $0.verb == "add" }
    }.first
    // There is no record of the kind that the person has to name. If no command adds one either,
    // there is no advice to give, and the question is asked as usual.
    guard let adding else { return true }
    let nouns = kinds.map(\.singular).inSentence("or")
    throw Problem(
      .usage, "`\(command.words)` needs a \(nouns), and there is none yet.",
      fix: "First:  \(adding.words)")
  }

  private mutating func question(
    _ parameter: ParameterDescription, _ draft: CommandDraft
  ) -> FormQuestion {
    var question = form.question(parameter, draft, isFirst: asked.isEmpty)
    if let before = earlier[parameter.name] { question.suggestion = before }
    question.current = current?[parameter.name].flatMap(parameter.words(ofStored:))
    question.canBeEmptied = parameter.emptying != nil
    // A question explains how to go back to the question before it. The first question that can be
    // skipped also explains how to skip it, and the questions after that one explain nothing. A
    // required first question can neither be skipped nor go back, so it explains nothing either.
    question.explains =
      question.suggestion == nil && !hasExplained && parameter.name != Self.details.name
      && !(parameter.isRequired && asked.isEmpty)
    if question.explains, !parameter.isRequired { hasExplained = true }
    return question
  }

  /// The question whether the person wants to answer the optional questions too. Its name contains
  /// a space, so no parameter has the same name.
  private static let details = Flag("more details", ask: "More details?  (yes, no)").description
}

extension ParameterDescription {
  /// Returns stored values as the question shows them. If there are none, the result is the word
  /// that means "no value" on a command line, such as `none`, or nil if the parameter has no such
  /// word.
  fileprivate func words(ofStored values: [String]) -> String? {
    guard values.isEmpty else { return values.joined(separator: "; ") }
    if case .word(let none) = emptying { return none }
    return nil
  }
}

import Conversation
import FeatureKit
import HTTP
import WebRendering

extension CommandIndex.Match {
  /// Returns whether the command line lacks a value for every parameter that has a fault (a problem
  /// with its value). All faults then only say that a value is missing, and none says that a value
  /// is wrong.
  fileprivate func says(nothingOf faults: [FieldFault]) -> Bool {
    guard let draft = try? CommandDraft(command, words: rest, leavesOpen: true) else {
      return false
    }
    return faults.allSatisfy { draft.given[$0.parameter].isEmpty }
  }
}

// Converts the outcome of a command (its result, question, problem or file) to the response that a
// browser or a program gets.
extension CommandWork {
  func reply(
    to answer: Answer, _ sent: SentForm, _ command: AskedCommand, _ frame: PageFrame
  ) async throws -> CommandReply {
    if let made = answer.artifacts.first, answer.exitCode == .done {
      return CommandReply(response: try await host.download(made, frame))
    }
    if request.wantsJSON {
      return CommandReply(
        response: try host.json(answer, session), leadsTo: nil)
    }
    if let asked = answer.question { return try await ask(asked, sent, frame) }
    if let problem = answer.problem {
      if problem.exitCode == .signInNeeded, answer.faults.isEmpty,
        let page = try await host.signInPage(
          problem, frame, given: sent.fields, keeping: sent.waiting)
      {
        return CommandReply(response: page)
      }
      // The command changed data before it failed, and these changes stay. So both the changes and
      // the failure are reported.
      guard answer.done == nil else { return try await goOn(answer, sent, frame) }
      let faults = answer.faults.isEmpty ? sent.faults(ofFilesIn: problem) : answer.faults
      return try await show(faults: faults, problem, sent, command, frame)
    }
    return try await goOn(answer, sent, frame)
  }

  /// Redirects to the page that shows the result of the command. That page also shows a message
  /// about the command, such as "Added Kent", with a button "Undo".
  private func goOn(
    _ answer: Answer, _ sent: SentForm, _ frame: PageFrame
  ) async throws -> CommandReply {
    var messages: [Message] = []
    // After "Save and add another", the next page is a form again. It does not show the new record,
    // so the message has the longer text of the result.
    if var done = sent.again ? answer.done : answer.done?.onPage {
      // The page has a button that undoes the change, so hints about commands, such as `undo takes
      // it back`, are removed.
      done.details = done.details.map { $0.withoutUndoHints }.filter { !$0.isEmpty }
      messages.append(Message(done))
    }
    if let problem = answer.problem {
      messages.append(
        Message(
          problem.title, details: problem.details + [problem.fix].compactMap { $0 }, tone: .danger))
    }
    messages += answer.notices.map { Message($0.text, tone: $0.tone) }
    var outcome = ServedOutcome(messages)
    if let step = answer.step {
      outcome.undo = ServedOutcome.Undo(
        "Undo: \(step.summary)", step: String(step.id))
    } else if frame.looking.identity != nil {
      outcome.undo = turningBack(answer, sent, frame)
    }
    let next =
      if answer.problem == nil, let part = sent.nextPart {
        frame.addresses.part(part, of: sent.line)
      } else if answer.problem == nil, sent.again {
        formOfNext(after: sent, frame)
      } else {
        try await whereTo(answer, sent, frame)
      }
    let address = try await said(outcome, at: next)
    return CommandReply(response: .seeOther(try RequestTarget(address)), leadsTo: address)
  }

  /// Returns the address of the form that follows "Save and add another": the same form, which
  /// begins with the submitted values of the fields that are kept for the next record.
  private func formOfNext(after sent: SentForm, _ frame: PageFrame) -> String {
    let command = try? AskedCommand(sent.line, in: frame.conversation.index).description
    var address = frame.addresses.anyLine(sent.line)
    for parameter in command?.parameters ?? [] where parameter.isKeptForNext {
      for value in sent.fields[parameter.name] ?? [] where !value.isEmpty {
        address = Addresses.adding(parameter.name, value, to: address)
      }
    }
    return address
  }

  /// Returns a Redo button if the person has pressed Undo, and an Undo button if the person has
  /// pressed Redo. The button is about the change that the pressed button was about. The result is
  /// nil if the command was another one, or has failed.
  private func turningBack(
    _ answer: Answer, _ sent: SentForm, _ frame: PageFrame
  ) -> ServedOutcome.Undo? {
    guard let step = sent.step, let done = answer.done, answer.problem == nil,
      case .host(let host, _)? = try? AskedCommand(sent.line, in: frame.conversation.index),
      host == .undo || host == .redo
    else { return nil }
    let redoes = host == .undo
    return ServedOutcome.Undo(
      "\(redoes ? "Redo" : "Undo"): \(done.sentence)", step: String(step), redoes: redoes)
  }

  /// Redirects after a person has submitted a form without changing any field. The command does not
  /// run, because it would add a change without content to the undo history.
  ///
  /// Returns nil if the form's record does not exist any more. The command then runs, and reports
  /// that.
  func goOnUnchanged(
    _ sent: SentForm, _ command: CommandDescription, _ frame: PageFrame
  ) async throws -> CommandReply? {
    let form = try? await frame.form(sent.line, given: sent.fields)
    let records =
      form?.fields.filter { $0.parameter.role == .argument }.flatMap(\.references) ?? []
    let isAboutRecord = command.parameters.contains { $0.role == .argument && $0.takesRecord }
    guard !isAboutRecord || !records.isEmpty else { return nil }
    var answer = Answer()
    answer.shownBy = command.noun
    // The other parts of a long form are saved separately, so the host does not know whether the
    // person has changed a value in one of them.
    if sent.nextPart == nil {
      answer.done = Done(
        sent.part == nil
          ? Done.nothingChanged
          : "Nothing was changed in this part. Other parts keep what you saved in them.",
        references: records)
    }
    return try await goOn(answer, sent, frame)
  }

  /// Stores the outcome of a command, such as "Added Kent", in the session. Returns the address of
  /// a page with a query field that makes the page show this outcome.
  func said(_ outcome: ServedOutcome, at address: String) async throws -> String {
    guard !outcome.messages.isEmpty else { return address }
    let name = try host.freshName()
    session.keep(outcome, as: name)
    return Addresses.adding(Addresses.saidKey, name, to: address)
  }

  /// Returns the address of the page to show after a command: the page whose button was pressed, or
  /// else the page of the record that the command changed, or else the list of the records that it
  /// changed.
  private func whereTo(
    _ answer: Answer, _ sent: SentForm, _ frame: PageFrame
  ) async throws -> String {
    let shown = answer.shownBy.map { frame.addresses.address(showing: $0) }
    guard let back = sent.back, answer.page == nil else {
      if answer.page == nil, let line = lineShowing(answer, sent, frame),
        await opening(line, frame) == .done
      {
        return frame.addresses.address(showing: line)
      }
      return shown ?? listOfImported(sent, frame) ?? "/"
    }
    let plain = LocalAddress.plain(back)
    guard back.segments.count > 1, let line = try? frame.conversation.line(for: Route(plain)) else {
      return plain
    }
    // The record of the page may no longer exist, because the command deleted it or undid its
    // addition. The list is then shown.
    return await opening(line, frame) == .notFound ? shown ?? "/" + back.segments[0] : plain
  }

  /// Returns the address of the list to which an imported table added rows; nil if the command
  /// imports no table.
  private func listOfImported(_ sent: SentForm, _ frame: PageFrame) -> String? {
    guard let noun = importedNoun(sent, frame.conversation.index),
      frame.conversation.index.entry(for: noun) != nil
    else { return nil }
    return frame.addresses.address(showing: noun)
  }

  /// Returns the command line that shows the record which the command created or changed; nil if
  /// there is not exactly one.
  private func lineShowing(_ answer: Answer, _ sent: SentForm, _ frame: PageFrame) -> String? {
    guard let record = answer.done?.references.first, answer.done?.references.count == 1,
      let noun = (try? AskedCommand(sent.line, in: frame.conversation.index))?.description.noun,
      let shown = frame.conversation.index.shown(by: record.handle),
      shown.command.split(separator: " ").first == noun[...]
    else { return nil }
    return "\(shown.command) \(shown.handle)"
  }

  /// Runs the command that shows a page and returns its exit code. The code tells whether the page
  /// still exists.
  private func opening(_ line: String, _ frame: PageFrame) async -> ExitCode {
    var again = CommandRequest(line)
    again.onlyReads = true
    let page = await frame.conversation.answer(again)
    return page.page?.problem?.exitCode ?? page.exitCode
  }

  /// Runs the import of a pasted or uploaded table on trial, without writing. Returns a page that
  /// shows what the program understood of each row, with a button that imports the rows. If a row
  /// has an error, returns the form with the error.
  ///
  /// Returns nil if the import would write nothing. The command then runs and says so.
  func showUnderstood(
    _ sent: SentForm, _ command: AskedCommand, _ frame: PageFrame
  ) async throws -> CommandReply? {
    var fields = sent.fields
    fields["dry-run"] = ["yes"]
    let answer = await frame.answer(
      CommandRequest(sent.line, fields: fields, hearProgress: { [running] in running.hear($0) }),
      toProgram: false)
    guard answer.problem == nil else { return try await reply(to: answer, sent, command, frame) }
    guard let done = answer.done, let trial = done.trial else { return nil }
    let asked = Answer.Asked(
      words: done.sentence, details: trial.details, agree: trial.agree, digest: "understood",
      command: sent.line)
    return try await ask(asked, sent, frame)
  }

  /// Prepares for a record that a submitted form names but that does not exist yet: stores the
  /// form, and returns the address of a form that adds this record first.
  ///
  /// Returns nil if no command adds records of its kind.
  func addFirst(
    _ adds: SentForm.Adds, _ sent: SentForm, _ command: AskedCommand, _ frame: PageFrame
  ) async throws -> RequestTarget? {
    guard
      let described = command.description.parameters.first(where: { $0.name == adds.parameter }),
      let adding = frame.adding(for: described).first(where: { $0.thing == adds.thing }),
      let typed = await frame.unknownName(
        in: described.separated(sent.fields[adds.parameter] ?? []), of: described)
    else { return nil }
    var waits = HeldFields()
    var waiting = sent
    waiting.adds?.name = typed
    waits.form = waiting
    let name = try host.freshName()
    session.hold(waits, as: name)
    let form = Addresses.adding(
      adding.name, typed, to: frame.addresses.anyLine(adding.command.words))
    return try RequestTarget(Addresses.adding(SentForm.Name.then, name, to: form))
  }

  func ask(
    _ asked: Answer.Asked, _ sent: SentForm, _ frame: PageFrame
  ) async throws -> CommandReply {
    var fields = [FormField(SentForm.Name.agreed, asked.digest)]
    var promise = HeldFields()
    promise.files = sent.files
    let secrets = secretNames(of: sent.line, frame)
    for (name, values) in sent.fields.sorted(by: { $0.key < $1.key }) {
      if secrets.contains(name) {
        promise.secrets[name] = values
      } else {
        let uploads = sent.files.filter { $0.field == name }.map(\.name)
        fields += values.filter { !uploads.contains($0) }.map { FormField(name, $0) }
      }
    }
    for (name, values) in (sent.began ?? [:]).sorted(by: { $0.key < $1.key }) {
      fields += values.map { FormField(ServedForm.began + name, $0) }
    }
    if !promise.isEmpty {
      let name = try host.freshName()
      session.hold(promise, as: name)
      fields.append(FormField(SentForm.Name.held, name))
    }
    if let step = sent.step { fields.append(FormField(SentForm.Name.step, String(step))) }
    if let part = sent.nextPart { fields.append(FormField(ServedForm.next, String(part))) }
    if sent.again { fields.append(FormField(SentForm.Name.again, "yes")) }
    fields += SentForm.fields(then: sent.then, waiting: sent.waiting)
    if let back = sent.back {
      fields.append(FormField(SentForm.Name.back, LocalAddress.plain(back)))
    }
    var question = ServedQuestion(
      asked.words, details: asked.details, agree: asked.agree, command: sent.line, fields: fields,
      action: Addresses.command, cancel: try cancelAddress(sent, frame))
    question.isAnswer = true
    return CommandReply(
      response: Response(.ok, .html, try await frame.html(.question(question))))
  }

  /// Returns the address of the button Cancel below a question: the form with the typed values, or
  /// the page whose button was pressed.
  private func cancelAddress(_ sent: SentForm, _ frame: PageFrame) throws -> String {
    let isForm = sent.fields.values.contains { $0.contains { !$0.isEmpty } } || !sent.pasted.isEmpty
    guard sent.back == nil, isForm else { return frame.addresses.current }
    var form = sent
    // The form that Cancel leads to asks for its files again, so the files need not be stored.
    form.files = []
    return LocalAddress.plain(try host.keep(form, in: session))
  }

  private func secretNames(of line: String, _ frame: PageFrame) -> Set<String> {
    guard let command = try? AskedCommand(line, in: frame.conversation.index) else { return [] }
    return Set(command.description.parameters.filter { $0.role == .secret }.map(\.name))
  }

  /// Returns the submitted form again, with its values and the problems of its fields. If the
  /// command came from a button without a form, its problem is shown on the page with that button.
  func show(
    faults: [FieldFault], _ problem: Problem, _ sent: SentForm, _ command: AskedCommand,
    _ frame: PageFrame
  ) async throws -> CommandReply {
    let isForm = !faults.isEmpty || sent.fields.values.contains { $0.contains { !$0.isEmpty } }
    guard isForm, case .feature(let match) = command else {
      return try await refuse(problem, sent, frame)
    }
    // A button's command line may lack values that its command needs. The command's form is then
    // opened. It shows no problems, because the person has not typed any value yet.
    if sent.fields.isEmpty, !faults.isEmpty, match.says(nothingOf: faults) {
      let address = frame.addresses.anyLine(sent.line)
      return CommandReply(response: .seeOther(try RequestTarget(address)))
    }
    let gone =
      sent.began == nil
      ? nil : faults.first { $0.isMissingSubject(of: match.command, in: sent.fields) }
    let faults = gone == nil ? faults : []
    let problem = gone.map { Problem.deletedMeanwhile($0.problem) } ?? problem
    let isSignIn = host.program.signIn.map { sent.line.hasPrefix($0) } ?? false
    if isSignIn,
      let page = try await host.signInPage(
        problem, frame, given: sent.fields, faults: faults, keeping: sent.waiting)
    {
      return CommandReply(response: page)
    }
    guard
      var form = try? await frame.form(
        sent.line, given: sent.fields, began: sent.began, faults: faults,
        problems: faults.isEmpty ? [problem] : [], pasted: sent.pasted, part: sent.part,
        isOfDeleted: gone != nil)
    else { return try await refuse(problem, sent, frame) }
    let stored = SentForm.fields(then: sent.then, waiting: sent.waiting)
    form.address = address(of: form, stored, sent, frame)
    return CommandReply(
      response: Response(
        problem.status, .html,
        try await frame.html(.form(form)) { page in
          page.line = sent.line
          page.formFields += stored
        }))
  }

  /// Returns the address at which a browser gets the submitted form again, but without the typed
  /// values. The form shows the same part of a long form, and is about the same record or kind of
  /// record.
  private func address(
    of form: ServedForm, _ stored: [FormField], _ sent: SentForm, _ frame: PageFrame
  ) -> String {
    var fields = stored
    for field in form.fields where field.parameter.role == .argument && field.problem == nil {
      switch field.parameter.completion {
      case .references, .words: fields += field.values.map { FormField(field.parameter.name, $0) }
      case .none, .file, .named, .suggested: break
      }
    }
    if let part = sent.part { fields.append(FormField(ServedForm.part, String(part))) }
    return fields.reduce(frame.addresses.anyLine(sent.line)) {
      Addresses.adding($1.name, $1.value, to: $0)
    }
  }

  /// Stores a submitted form because its person is no longer signed in, and returns the form to
  /// sign in. Returns nil if the person is signed in, or if the program has no form to sign in.
  ///
  /// If the person only pressed a button, there are no fields to store. After signing in, the
  /// person gets the page with that button again.
  ///
  /// - Parameter reason: the problem that the page shows above the form.
  func wait(
    _ sent: SentForm, _ frame: PageFrame, because reason: Problem = .signedOutMeanwhile
  ) async throws -> CommandReply? {
    guard frame.looking.identity == nil, !request.wantsJSON, sent.agreed == nil else { return nil }
    guard !sent.fields.isEmpty else {
      var reason = reason
      reason.fix = "Nothing was done. Sign in, and press the button again."
      return try await host.signInPage(reason, frame).map { CommandReply(response: $0) }
    }
    let name = session.wait(sent, as: try host.freshName())
    return try await host.signInPage(reason, frame, keeping: name)
      .map { CommandReply(response: $0) }
  }

  /// Answers a form from a page that was shown before its person signed in again in another tab. No
  /// command runs. The answer is the form with the submitted values, so that the person can press
  /// its button again. If the person submitted the form to sign in, the answer is a redirect to the
  /// form that this person had submitted earlier.
  ///
  /// Returns nil if another person is signed in, or if the person had filled in no field.
  func goOn(with person: String, _ frame: PageFrame) async throws -> Response? {
    guard !request.wantsJSON, sent.agreed == nil else { return nil }
    if sent.subject == nil, let name = sent.waiting,
      let form = session.takeWaiting(for: person, as: name)
    {
      return .seeOther(try host.keep(form, in: session))
    }
    guard sent.isFilledIn, sent.subject == person,
      let command = try? AskedCommand(sent.line, in: frame.conversation.index)
    else { return nil }
    return try await show(faults: [], .signedInAgain, sent, command, frame).response
  }

  /// Returns the form again with its submitted values, and shows `problem` with it, because its
  /// command does not run now. For example, the page may be so old that the host does not know
  /// whether its form was submitted before. If the person submits the form again, the command runs.
  ///
  /// A person who was signed out meanwhile gets the form to sign in. If the form cannot be shown
  /// again, throws `fault`.
  func formAgain(because problem: Problem, or fault: WebFault) async throws -> Response {
    guard !request.wantsJSON else { throw fault }
    let back = sent.back.map { LocalAddress.plain($0) }
    let frame = try await PageFrame(
      host, session, VisitedPlace(athlete: sent.athlete), address: back ?? "/")
    if sent.subject != frame.looking.identity, let reply = try await wait(sent, frame) {
      return reply.response
    }
    guard sent.isFilledIn, sent.subject == frame.looking.identity,
      let command = try? AskedCommand(sent.line, in: frame.conversation.index)
    else { throw fault }
    return try await show(faults: [], problem, sent, command, frame).response
  }

  func refuse(
    _ problem: Problem, _ sent: SentForm, _ frame: PageFrame
  ) async throws -> CommandReply {
    if request.wantsJSON {
      return CommandReply(
        response: host.json(JSONAnswer(problem: problem), problem.status))
    }
    guard let back = sent.back else {
      return CommandReply(response: try await host.page(of: problem, frame, request))
    }
    let address = try await said(ServedOutcome(problem), at: LocalAddress.plain(back))
    return CommandReply(response: .seeOther(try RequestTarget(address)))
  }
}

extension FieldFault {
  /// Returns whether the record that the form edits does not exist any more. It knows this from the
  /// handle (a short name such as `s4`), which the form sends.
  ///
  /// Returns false if the person typed a name, which may be mistyped. Returns false also if the
  /// missing record is another one that a new record refers to, because the person can add that
  /// record first.
  fileprivate func isMissingSubject(
    of command: CommandDescription, in fields: [String: [String]]
  ) -> Bool {
    guard problem.cause == .notFound, command.beginsWithStoredValues,
      let subject = command.parameters.first, subject.name == parameter
    else { return false }
    let named = subject.separated(fields[parameter] ?? []).filter { !$0.isEmpty }
    return !named.isEmpty && named.allSatisfy(subject.isHandle)
  }
}

extension String {
  /// The text without the parts that name the terminal's commands for undo and redo, such as `undo
  /// takes it back`. A page has buttons for them.
  fileprivate var withoutUndoHints: String {
    split(separator: " · ").filter { !$0.hasPrefix("undo ") && !$0.hasPrefix("redo ") }
      .joined(separator: " · ")
  }
}

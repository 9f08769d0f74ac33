import Conversation
import FeatureKit
import HTTP
import JSON
import WebRendering

// Answers the requests that run commands which change data. Such a request contains a command line,
// the command's fields, and the hidden fields that every form has.
extension WebHost {
  func runCommand(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let sent: SentForm
    do {
      sent = try await sentForm(request)
    } catch let fault as RequestFault {
      guard case .bodyTooLarge = fault, let page = try await form(of: request, session, fault)
      else { throw fault }
      return page
    }
    if let fault = sent.tooLarge.values.first, request.keepsItsForm { throw fault }
    if sent.onlyWaits { return try await keep(sent, request, session) }
    guard session.isToken(sent.token ?? "") else {
      if let page = try await hold(sent, request, session) { return page }
      throw WebFault.wrongToken
    }
    guard let number = sent.number else {
      // Each page has a number in its forms, by which the web host recognizes a form that is sent
      // twice. A program sends no number, and must itself avoid sending a command twice.
      guard request.wantsJSON else { throw WebFault.neverGiven }
      return try await carryOut(sent, request, session).response
    }
    let use = FormUses.Use(number: number, content: sent.content)
    let claim = await session.uses.claim(use)
    switch claim {
    case .neverGiven: throw WebFault.neverGiven
    case .tooOld, .fromEarlierRun:
      let isOfEarlierRun = claim == .fromEarlierRun
      return try await CommandWork(
        host: self, session: session, request: request, sent: sent, running: RunningWork()
      ).formAgain(
        because: isOfEarlierRun ? .fromEarlierRun : .maybeSavedBefore,
        or: isOfEarlierRun ? .fromEarlierRun : .tooOld)
    case .done(let address): return try again(address, session)
    case .first: break
    }
    do {
      let reply = try await carryOut(sent, request, session)
      if let address = reply.leadsTo {
        session.uses.finish(use, leadingTo: address)
      } else {
        session.uses.release(use)
      }
      return reply.response
    } catch {
      session.uses.release(use)
      throw error
    }
  }

  /// Stores a form that the page's script sends only to be stored, because the person was signed
  /// out meanwhile. The form's command does not run.
  private func keep(
    _ sent: SentForm, _ request: HTTP.Request, _ session: BrowserSession
  ) async throws -> Response {
    let back = sent.back.map { LocalAddress.plain($0) } ?? "/"
    return try await hold(sent, request, session) ?? .seeOther(try RequestTarget(back))
  }

  /// Stores a form of a person who is no longer signed in, and returns the form to sign in. After
  /// signing in with that form, the same person gets the stored form again. If the person has
  /// already signed in again in another tab, returns the submitted form, and stores nothing.
  ///
  /// Returns nil if another person is signed in, or if no person is and the form comes from another
  /// session. If the form's person is signed in, its token is not checked: the token may be old,
  /// and no command runs. If the person signed out in another tab, the form is stored only if a
  /// field is filled in.
  private func hold(
    _ sent: SentForm, _ request: HTTP.Request, _ session: BrowserSession
  ) async throws -> Response? {
    let work = CommandWork(
      host: self, session: session, request: request, sent: sent, running: RunningWork())
    let frame = try await PageFrame(
      self, session, VisitedPlace(athlete: sent.athlete),
      address: sent.back.map { LocalAddress.plain($0) } ?? "/")
    if let person = frame.looking.identity { return try await work.goOn(with: person, frame) }
    let token = sent.token ?? ""
    let hasEnded = session.isToken(token)
    guard hasEnded || (session.wasToken(token) && sent.isFilledIn) else { return nil }
    let reason: Problem = hasEnded ? .signedOutMeanwhile : .signedOutElsewhere
    return try await work.wait(sent, frame, because: reason)?.response
  }

  /// Returns the empty form of a request whose body was too large to be read, with the problem
  /// beside the field of the file. The address to which the form was sent says which form it is.
  ///
  /// Returns nil if the address names no form with a file, or if a script sent the form and shows
  /// the problem on the open page.
  private func form(
    of request: HTTP.Request, _ session: BrowserSession, _ fault: RequestFault
  ) async throws -> Response? {
    guard let line = request.query["line"], !request.keepsItsForm else { return nil }
    let frame = try await frame(request, session)
    guard frame.looking.identity != nil, !frame.conversation.index.omits(line),
      case .feature(let match) = try? AskedCommand(line, in: frame.conversation.index),
      match.command.mode != .reads, frame.looking.offers(match.command),
      var form = try? await frame.form(line),
      let place = form.fields.firstIndex(where: { $0.parameter.completion == .file })
    else { return nil }
    form.address = frame.addresses.anyLine(line)
    form.fields[place].problem = Problem(
      .usage, fault.sentence,
      fix: "Choose a smaller file. What else you wrote could not be read, so write it once more.")
    return Response(
      fault.status, .html, try await frame.html(.form(form)) { page in page.line = line })
  }

  /// Runs the command in a task that continues if the browser disconnects.
  ///
  /// If a person presses a button twice, the browser drops the first request and sends a second
  /// one. The first one must finish its work, so that the second one does not repeat half of it.
  /// Only reading an uploaded file stops with the request, because a stopped import changes
  /// nothing.
  private func carryOut(
    _ sent: SentForm, _ request: HTTP.Request, _ session: BrowserSession
  ) async throws -> CommandReply {
    let running = RunningWork()
    if let number = sent.number { session.begin(running, as: number) }
    defer { if let number = sent.number { session.endWork(number) } }
    let work = Task(executorPreference: threads) {
      try await CommandWork(
        host: self, session: session, request: request, sent: sent, running: running
      ).reply()
    }
    running.begin { work.cancel() }
    return try await withTaskCancellationHandler {
      try await work.value
    } onCancel: {
      running.leave()
    }
  }

  /// Returns the response to a repeated form: it redirects to the same address as the first
  /// response, with a note that the command was done only once.
  private func again(_ address: String, _ session: BrowserSession) throws -> Response {
    var target = try RequestTarget(address)
    if let name = target.query[Addresses.saidKey], var outcome = session.outcome(name) {
      outcome.messages.append(
        Message("It was sent more than once, and done once.", tone: .muted))
      let fresh = try freshName()
      session.keep(outcome, as: fresh)
      target = try RequestTarget(
        Addresses.adding(Addresses.saidKey, fresh, to: LocalAddress.plain(target)))
    }
    return .seeOther(target)
  }

  func freshName() throws(Problem) -> String { Base64URL.text(try program.random(6)) }

  /// Parses a submitted form in each format in which pages and programs send it.
  func sentForm(_ request: HTTP.Request) async throws -> SentForm {
    let token = request.headers["X-Compass-Token"]
    if request.mediaType?.essence == MediaType.json.essence {
      let bytes = try await request.body.bytes(limit: SentForm.limits.textBytes)
      guard let text = String(validating: bytes, as: UTF8.self),
        let json = try? JSONValue.parse(text)
      else {
        throw WebFault(.badRequest, Problem(.usage, "What was sent is no JSON."))
      }
      return try SentForm(json: json, token: token)
    }
    let form: HTTP.Form
    do {
      form = try await request.form(SentForm.limits, files: program.uploads)
    } catch RequestFault.bodyTooLarge(let limit) {
      // The limit of a body is the largest size of a file plus some room for the fields. The
      // message tells people only the size of a file, because the form says the same beside the
      // field.
      throw RequestFault.bodyTooLarge(limit: min(limit, SentForm.limits.fileBytes))
    }
    var sent = try SentForm(form)
    sent.token = sent.token ?? token
    return sent
  }
}

/// The reply to a submitted form: the response, and the address of the page that shows the result.
struct CommandReply: Sendable {
  var response: Response
  /// The address to which the response redirects after the command was done. A repeated form is
  /// redirected to it too. It is nil if the command was not done, so that the form may be submitted
  /// again.
  var leadsTo: String?
}

/// Runs the command of one sent form and returns its answer.
struct CommandWork {
  let host: WebHost
  let session: BrowserSession
  let request: HTTP.Request
  var sent: SentForm
  let running: RunningWork

  func reply() async throws -> CommandReply {
    var sent = sent
    let promised = sent.held.flatMap { session.held($0) }
    if sent.held != nil, promised == nil { throw WebFault.tooOld }
    if let promised {
      sent.fields.merge(promised.secrets) { $1 }
      sent.files += promised.files
      for file in promised.files { sent.fields[file.field, default: []].append(file.name) }
    }
    var place = VisitedPlace(athlete: sent.athlete)
    // The log of a parent's visits gets one entry for each command. A program gets the result in
    // the response to this request, so this request counts as the visit. A browser is redirected to
    // a page, and the request for that page counts.
    place.isNavigation = request.wantsJSON
    place.hasLeft = { [running] in running.hasLeft }
    // An uploaded file is deleted when no variable refers to it any more. So `sent` refers to the
    // files until the command is done.
    let back = sent.back.map { LocalAddress.plain($0) }
    if !sent.pasted.isEmpty {
      // A visit (the command's access to the data) gets its files when it is created. Pasted rows
      // are therefore converted to a file before that.
      let index = try await PageFrame(host, session, place, address: "/").conversation.index
      sent = try await takingPasted(sent, index)
    }
    for file in sent.files { place.files[file.name] = file.content.path }
    let frame = try await PageFrame(host, session, place, address: back ?? "/")
    if sent.number != nil || sent.subject != nil, sent.subject != frame.looking.identity {
      if let reply = try await wait(sent, frame) { return reply }
      throw WebFault.otherPerson
    }
    guard !sent.line.trimmed.isEmpty else {
      guard request.wantsJSON else {
        // The person pressed Find without typing anything. The refusal is shown on the page with
        // the button. If the browser cannot return to that page, for example because it is a form,
        // the refusal is shown on the page of Find.
        sent.back = sent.back ?? LocalAddress.target(Addresses.command)
        return try await refuse(Problem(.usage, "Write in Find what you look for."), sent, frame)
      }
      throw WebFault(.badRequest, Problem(.usage, "Say a command.", fix: "All commands:  help"))
    }
    if !sent.rows.isEmpty {
      sent.line += " " + sent.rows.map { CommandText.quoted($0) }.joined(separator: " ")
    }
    if let asked = await namingStep(in: &sent, frame) { return try await ask(asked, sent, frame) }
    let reply = try await answer(sent, frame)
    if reply.leadsTo != nil, let name = sent.held { session.letGo(name) }
    withExtendedLifetime(sent.files) {}
    return reply
  }

  /// Finds the step (one change that `undo` takes back) that an `undo` without a number takes back,
  /// and adds its id to the form. The answer then offers to redo exactly this step.
  ///
  /// If the step made the person's own profile, returns a question that the person has to answer
  /// first. The form of the question contains the id too, so that it undoes this step and no later
  /// one.
  private func namingStep(in sent: inout SentForm, _ frame: PageFrame) async -> Answer.Asked? {
    guard !request.wantsJSON, sent.step == nil,
      case .host(.undo, let words)? = try? AskedCommand(sent.line, in: frame.conversation.index),
      let newest = await frame.conversation.visit.steps.newest(),
      words.map(\.text).allSatisfy({ $0 == String(newest.id) })
    else { return nil }
    sent.step = newest.id
    guard newest.madeProfile else { return nil }
    return Answer.Asked(
      words: "Take back your profile?",
      details: [
        "\(newest.summary).", "Without a profile you begin again at the first page.",
      ], agree: .takingAway("Take back"), digest: "step \(newest.id)", command: sent.line)
  }

  private func answer(_ sent: SentForm, _ frame: PageFrame) async throws -> CommandReply {
    guard let command = try? AskedCommand(sent.line, in: frame.conversation.index),
      request.wantsJSON || command.isForBrowser
    else {
      if let found = try search(sent, frame) { return CommandReply(response: found) }
      // The line is not a command. The conversation runs it nevertheless, and returns the reason as
      // a problem.
      let answer = await frame.answer(CommandRequest(sent.line), toProgram: request.wantsJSON)
      if request.wantsJSON { return CommandReply(response: try host.json(answer, session)) }
      return try await refuse(answer.problem ?? Problem(.usage), sent, frame)
    }
    let ofFiles = sent.faultsOfLargeFiles + sent.faultsOfChosenTwice
    if let first = ofFiles.first {
      return try await show(faults: ofFiles, first.problem, sent, command, frame)
    }
    let uploads = Set(sent.files.map(\.name))
    if let refusal = command.refusal(fields: sent.fields, uploads: uploads) {
      return try await refuse(refusal, sent, frame)
    }
    if case .host(.set, []) = command, !request.wantsJSON, !sent.fields.isEmpty {
      return try await saveSettings(sent, frame)
    }
    // A line with one word after `set`, as in `set timezone`, names a setting without a value for
    // it.
    if case .host(.set, let words) = command, !request.wantsJSON, words.count == 1 {
      let form = frame.addresses.anyLine(HostCommand.set.rawValue)
      return CommandReply(response: .seeOther(try RequestTarget(form)))
    }
    if command.mayBeOpened, command.description.mode == .reads, !request.wantsJSON,
      sent.agreed == nil
    {
      session.remember(line: sent.line)
      return CommandReply(
        response: .seeOther(try RequestTarget(frame.addresses.address(showing: sent.line))))
    }
    // If the person submits a form without changing its values, `sent.fields` is empty too. `began`
    // or `part` then shows that the person submitted a form and did not press a button.
    let isForm = sent.began != nil || sent.part != nil
    if sent.fields.isEmpty, !isForm, sent.agreed == nil, !request.wantsJSON,
      case .feature(let match) = command, match.asksForMore
    {
      return CommandReply(
        response: .seeOther(try RequestTarget(frame.addresses.anyLine(sent.line))))
    }
    if let fault = sent.secretTypedTwice(of: command.description) {
      return try await show(
        faults: [fault], fault.problem, sent, command, frame)
    }
    if sent.changesNothing(of: command.description),
      let reply = try await goOnUnchanged(sent, command.description, frame)
    {
      return reply
    }
    if let adds = sent.adds, let form = try await addFirst(adds, sent, command, frame) {
      return CommandReply(response: .seeOther(form))
    }
    if !request.wantsJSON, sent.agreed == nil, !sent.files.isEmpty,
      importedNoun(sent, frame.conversation.index) != nil,
      let reply = try await showUnderstood(sent, command, frame)
    {
      return reply
    }
    let before = frame.looking.identity
    let answer = await final(
      await frame.answer(wanted(sent, command), toProgram: request.wantsJSON), of: command,
      sent)
    try await frame.lookAgain()
    // A command that signs a person in or out changes the person of the session. The session first
    // gets a new name, and then stores the command's result or question, which belongs to the new
    // person.
    let cookie = frame.looking.identity == before ? nil : try host.rename(session)
    var sent = sent
    // A person who has just signed in or created a profile begins at the first page. After a
    // question Cancel leads back to the form.
    if before == nil, sent.back == nil, answer.question == nil {
      sent.back = LocalAddress.target("/")
    }
    // A line that failed is not added to the recent lines, which the page offers again, because it
    // may contain a secret by mistake.
    if answer.exitCode == .done { session.remember(line: sent.line) }
    // The command of a stored form is done only if the fields of the form were sent. Other buttons
    // on the form's page send the name of the stored form too, but no fields.
    if let name = sent.waiting, !sent.fields.isEmpty, answer.problem == nil, answer.question == nil
    {
      await host.program.formIsDone(session.name, name)
    }
    if let added = answer.done?.references.first,
      let then = sent.then.flatMap({ session.held($0)?.form }), let adds = then.adds,
      let field = try? AskedCommand(then.line, in: frame.conversation.index).description.parameters
        .first(where: { $0.name == adds.parameter })
    {
      var then = then
      then.fields[field.name] = await frame.values(
        field.separated(then.fields[field.name] ?? []), of: field, naming: added,
        insteadOf: adds.name)
      sent.back = try host.keep(then, in: session)
    }
    if before == nil, let person = frame.looking.identity, let name = sent.waiting,
      let waiting = session.takeWaiting(for: person, as: name)
    {
      sent.back = try host.keep(waiting, in: session)
    }
    var reply = try await reply(to: answer, sent, command, frame)
    if let cookie { reply.response.set(cookie) }
    if before != nil, frame.looking.identity != before {
      SecurityHeaders.clearDevice(in: &reply.response)
    }
    host.sessions.keep(session)
    return reply
  }

  /// Makes the command's changes final, and returns the answer to show. If the server does not
  /// accept the changes, the answer does not report them but has the reason as its problem. If the
  /// reason is a value of the form, the problem is shown beside that field.
  ///
  /// The answer still reports what cannot be taken back, such as a message that was sent.
  private func final(
    _ answer: Answer, of command: AskedCommand, _ sent: SentForm
  ) async -> Answer {
    guard [.writes, .writesOwn].contains(command.description.mode),
      var problem = await session.visitor.commit?()
    else { return answer }
    var answer = answer
    let done = answer.done
    answer.done = nil
    if let done, let unwritten = done.unwritten {
      answer.done = Done(done.sentence, details: unwritten.details)
      let others = answer.problem.map { [$0.title] + $0.details } ?? []
      // The command has already sent a message, so the advice to submit the form once more would be
      // wrong. The advice stays if the person has to decide about a conflicting change.
      let awaitsDecision = [.conflict, .refused].contains(problem.cause)
      problem = Problem(
        problem.cause, unwritten.problem.title,
        details: [problem.title] + problem.details + others,
        fix: awaitsDecision ? problem.fix : unwritten.problem.fix)
    }
    answer.step = nil
    answer.artifacts = []
    answer.question = nil
    answer.problem = problem
    answer.exitCode = problem.exitCode
    let typed = command.description.parameters.map(\.name).filter { name in
      sent.fields[name]?.contains { !$0.trimmed.isEmpty } == true
    }
    answer.faults =
      problem.parameters.first { typed.contains($0) }
      .map { [FieldFault(parameter: $0, problem: problem)] } ?? []
    return answer
  }

  /// Redirects to what the person probably meant by words that are no command: to the form of the
  /// command that they describe, as in `add a school`, or else to a search for these words.
  ///
  /// The search leaves out a verb or a kind of record at the beginning, as in `email ana` or `coach
  /// kowalski`. Returns nil if the program has no search.
  private func search(_ sent: SentForm, _ frame: PageFrame) throws -> Response? {
    let index = frame.conversation.index
    guard let search = host.program.search, !request.wantsJSON, frame.looking.identity != nil
    else { return nil }
    let meant = frame.commands(meantBy: sent.line)
    if meant.count == 1 {
      return .seeOther(try RequestTarget(frame.addresses.anyLine(meant[0].words)))
    }
    // A text with only one quotation mark is no command line, and one that begins with `#` has no
    // words.
    let words = (try? CommandText.words(sent.line)) ?? []
    let isVerb = !words.isEmpty && !index.matches(withoutNoun: words).isEmpty
    let line =
      (words.count == 1 ? index.lineOpening(words[0].text) : nil)
      ?? "\(search) \(CommandText.quoted(searched(words, index, isVerb: isVerb) ?? sent.line))"
    return .seeOther(try RequestTarget(frame.addresses.address(showing: line)))
  }

  /// Returns the words to search for, such as `kowalski` in `coach kowalski`, without the kind of
  /// record or the verb at the beginning. The result is nil if the text begins with neither.
  private func searched(
    _ words: [CommandText.Word], _ index: CommandIndex, isVerb: Bool
  ) -> String? {
    guard words.count > 1, isVerb || index.entry(for: words[0].text) != nil else { return nil }
    let rest = words.dropFirst().map(\.text).filter { word in
      !Self.joiningWords.contains(word.lowercased())
        && !(isVerb && index.entry(for: word) != nil)
    }
    return rest.isEmpty ? nil : rest.joined(separator: " ")
  }

  private static let joiningWords: Set<String> = [
    "a", "an", "at", "from", "in", "of", "the", "with",
  ]

  private func wanted(_ sent: SentForm, _ command: AskedCommand) -> CommandRequest {
    // If a program sends no fields, all values are in the command line. A form in a browser always
    // sends fields. Even empty fields count, because an empty field can remove a stored value.
    var fields = request.wantsJSON && sent.fields.isEmpty ? nil : sent.fields
    var line = sent.line
    if case .host(let host, _) = command {
      // A command that belongs to no feature, such as `undo`, takes no fields, so the values are
      // added to its line as words.
      for parameter in host.description.parameters where parameter.role == .argument {
        line += (sent.fields[parameter.name] ?? []).map { " " + CommandText.quoted($0) }.joined()
      }
      fields = nil
    }
    var wanted = CommandRequest(
      line, fields: fields, agreement: sent.agreed.map { .to(digest: $0) } ?? .none, step: sent.step
    )
    wanted.began = sent.began
    wanted.hearProgress = { [running] in running.hear($0) }
    return wanted
  }
}

extension SentForm {
  /// Returns a fault (a problem shown beside a field) if a secret that a person has to type twice,
  /// such as a new passphrase, differs between the two fields.
  func secretTypedTwice(of command: CommandDescription) -> FieldFault? {
    for parameter in command.parameters where parameter.isTypedTwice {
      let typed = fields[parameter.name] ?? []
      guard typed.count > 1, Set(typed).count > 1 else { continue }
      return FieldFault(
        parameter: parameter.name,
        problem: Problem(.usage, "The two are not the same.", fix: "Type it twice once more."))
    }
    return nil
  }
}

import Conversation
import FeatureKit
import HTTP
import WebRendering

// Shows the page of a web address. Every site can link to an address, so opening an address runs no
// command that changes data. Showing a page can still cause a write, such as an entry in the log of
// a parent's visits. The web host writes it after it has sent the page.
extension WebHost {
  func showPage(_ request: HTTP.Request, _ session: BrowserSession) async throws -> Response {
    let frame = try await frame(request, session)
    do {
      return try await showPage(request, session, in: frame)
    } catch let problem as Problem where frame.looking.identity != nil && !request.wantsJSON {
      return try await page(of: frame.naming(problem), frame, request)
    } catch let fault as WebFault where frame.looking.identity != nil && !request.wantsJSON {
      return try await page(of: frame.naming(fault.problem), frame, request)
    }
  }

  private func showPage(
    _ request: HTTP.Request, _ session: BrowserSession, in frame: PageFrame
  ) async throws -> Response {
    frame.conversation.hasAddresses = !request.wantsJSON
    let isNobody = frame.looking.identity == nil && !request.wantsJSON
    if request.segments.isEmpty {
      if isNobody, let welcome = try await welcome(request, in: frame) { return welcome }
      return try passingOutcome(of: request, to: home(frame))
    }
    let asked = try line(of: request, in: frame)
    if frame.conversation.index.omits(asked.line), program.ownPages[asked.line] == nil {
      throw WebFault.leftOut
    }
    let command = try frame.command(of: asked.line, request)
    // No person is signed in. If the data file has no people yet, a command that shows a page is
    // redirected to the page of the first start. A command with a form, such as the one for the
    // first profile, is not, because the page of the first start links to this form.
    if isNobody, command.mayBeOpened, let welcome = try await welcome(request, in: frame) {
      return welcome
    }
    if let refusal = command.refusal(fields: asked.fields, uploads: []) { throw refusal }
    if case .host(.help, let words) = command, !request.wantsJSON,
      words.isEmpty || !frame.speaksOfCommands(to: request)
    {
      return Response(.ok, .html, try await frame.html(.page(frame.help(about: words.first))))
    }
    if case .host(.set, []) = command, !request.wantsJSON {
      return try await settingsPage(frame, request)
    }
    guard command.mayBeOpened else {
      return try await formPage(asked.line, asked.fields, command, frame, request)
    }
    if command.description.mode == .reads, isIncomplete(command, asked.fields), !request.wantsJSON {
      return try await formPage(asked.line, asked.fields, command, frame, request)
    }
    let answer = await read(asked.line, asked.fields, frame, request)
    if let made = answer.artifacts.first { return try await download(made, frame) }
    if request.wantsJSON { return try json(answer, session) }
    if let list = try await listWithout(whatRefuses: answer, asked, command, frame, request) {
      return list
    }
    return try await page(showing: answer, of: asked.line, asked.fields, command, frame, request)
  }

  private func read(
    _ line: String, _ fields: [String: [String]], _ frame: PageFrame, _ request: HTTP.Request
  ) async -> Answer {
    var wanted = CommandRequest(line, fields: fields.isEmpty ? nil : fields)
    wanted.onlyReads = true
    return await frame.answer(wanted, toProgram: request.wantsJSON)
  }

  /// If the command refuses the value of a filter, shows the list without that filter, and shows
  /// the fault (the reason) beside the filter's field. Returns nil if the command failed for
  /// another reason, or if the page has no filters.
  private func listWithout(
    whatRefuses answer: Answer, _ asked: (line: String, fields: [String: [String]]),
    _ command: AskedCommand, _ frame: PageFrame, _ request: HTTP.Request
  ) async throws -> Response? {
    guard answer.problem?.cause == .usage, answer.page == nil, case .feature(let match) = command,
      frame.looking.identity != nil, match.command.words != program.search,
      match.command.mode == .reads, match.command.isFilteredList,
      let draft = try? CommandDraft(match.command, words: match.rest, leavesOpen: true)
    else { return nil }
    // A fault (a problem with one value) belongs to a field, so the words of the command line
    // become fields of a form.
    let words = match.command.words
    var fields = asked.fields
    for name in match.command.parameters.map(\.name) where !draft.given[name].isEmpty {
      fields[name] = draft.given[name].map(\.text)
    }
    let faults = await read(words, fields, frame, request).faults
    guard !faults.isEmpty else { return nil }
    let others = fields.filter { name, _ in !faults.contains { $0.parameter == name } }
    let shown = await read(words, others, frame, request)
    guard shown.problem == nil, shown.page?.blocks.contains(where: \.hasForm) == false else {
      return nil
    }
    return try await page(
      showing: shown, of: words, fields, command, frame, request, faults: faults)
  }

  /// Creates what the request needs for its person (a `PageFrame`), for the athlete whom the
  /// request's address names.
  func frame(_ request: HTTP.Request, _ session: BrowserSession) async throws -> PageFrame {
    var place = VisitedPlace()
    if let text = request.query[Addresses.athleteKey] {
      guard let athlete = RecordID(text) else {
        throw WebFault(.notFound, Problem(.notFound, "There is no athlete “\(text.prefix(80))”."))
      }
      place.athlete = athlete
    }
    place.isNavigation = request.isNavigation
    place.afterwards = Afterwards { [later] name, work in later.add(name, work) }
    return try await PageFrame(
      self, session, place, address: LocalAddress.plain(request.target))
  }

  /// Returns a redirect to the page of the first start if the data file has no people; otherwise
  /// nil. If the request's address names the outcome of an earlier command, such as of the undo
  /// that removed the last person, the page of the first start shows that outcome.
  private func welcome(_ request: HTTP.Request, in frame: PageFrame) async throws -> Response? {
    guard try await frame.conversation.visit.welcome() != nil else { return nil }
    return try passingOutcome(of: request, to: OwnPath.welcome.address)
  }

  /// Returns a redirect to an address. If the request's address names the outcome of the last
  /// command, such as "Added Kent", the new address names it too, so that its page shows the
  /// outcome.
  private func passingOutcome(of request: HTTP.Request, to address: String) throws -> Response {
    let said = request.query[Addresses.saidKey]
    return .seeOther(
      try RequestTarget(
        said.map { Addresses.adding(Addresses.saidKey, $0, to: address) } ?? address))
  }

  /// Returns the address of the first page of the navigation.
  func home(_ frame: PageFrame) -> String {
    let index = frame.conversation.index
    let first = program.places.first { place in
      (try? CommandText.words(place.command)).flatMap { try? index.match($0) } != nil
    }
    let line = first?.command ?? index.entries.first?.noun.word ?? "help"
    return frame.addresses.address(showing: line)
  }

  /// Returns the command line for the address of a request, and those fields of the address's query
  /// that are not part of that command line.
  private func line(
    of request: HTTP.Request, in frame: PageFrame
  ) throws -> (line: String, fields: [String: [String]]) {
    let own = request.query.all.filter {
      !$0.name.hasPrefix("_") && $0.name != Addresses.athleteKey
    }
    if OwnPath(request) == .anyLine {
      let line = request.query["line"] ?? request.query[SentForm.Name.command] ?? ""
      guard !line.trimmed.isEmpty else {
        throw WebFault.noCommand
      }
      return (line, Self.fields(own.filter { $0.name != "line" }))
    }
    guard request.segments.allSatisfy({ !$0.isEmpty }) else { throw WebFault.noPage(request.path) }
    func route(_ fields: [Fields.Field]) -> Route {
      Route(request.path + (fields.isEmpty ? "" : "?" + Fields(fields).text))
    }
    let line: String
    do {
      line = try frame.conversation.line(for: route(own))
    } catch {
      // The error's advice leads to a list of all pages, which only a signed-in person can see.
      guard frame.looking.identity == nil else { throw error }
      throw WebFault.noPage(request.path)
    }
    // The command line may already contain this query field: it does if the line would be different
    // without the field. The field is then left out here, so that the command does not get its
    // value twice.
    let left = own.filter { field in
      let others = own.filter { $0.name != field.name }
      return (try? frame.conversation.line(for: route(others))) == line
    }
    return (line, Self.fields(left))
  }

  static func fields(_ fields: [Fields.Field]) -> [String: [String]] {
    Dictionary(grouping: fields, by: \.name).mapValues { $0.map(\.value) }
  }

  private func isIncomplete(_ command: AskedCommand, _ fields: [String: [String]]) -> Bool {
    guard case .feature(let match) = command,
      let draft = try? CommandDraft(match.command, words: match.rest, leavesOpen: true)
    else { return false }
    return draft.missing.contains { fields[$0.name]?.contains { !$0.isEmpty } != true }
  }

  /// Returns the address of the page from which the person opened this one; nil if it is a form or
  /// a page of another site. The browser sends this address in the header `Referer`.
  func pageBefore(_ request: HTTP.Request, _ frame: PageFrame) -> String? {
    guard let host = request.host, let named = request.headers["Referer"] else { return nil }
    let begin = "\(origin.scheme)://\(host)"
    guard named.hasPrefix(begin + "/"),
      let target = LocalAddress.target(String(named.dropFirst(begin.count)))
    else { return nil }
    let ofHost = [Addresses.saidKey, Addresses.athleteKey]
    let route = Route(LocalAddress.plain(target, without: ofHost))
    return (try? frame.conversation.line(for: route)).map { _ in LocalAddress.plain(target) }
  }

  private func formPage(
    _ line: String, _ fields: [String: [String]], _ command: AskedCommand, _ frame: PageFrame,
    _ request: HTTP.Request
  ) async throws -> Response {
    if request.wantsJSON {
      throw Problem(
        .usage, "`\(command.description.words)` changes something. Opening an address never does.",
        fix: "Send it:  POST \(Addresses.command)")
    }
    if frame.looking.identity == nil, !isOpenToNobody(command),
      let page = try await signInPage(nil, frame)
    {
      return page
    }
    if case .host(let host, let words) = command {
      return try await ask(host, words, line, frame)
    }
    do throws(Problem) {
      let name = request.query[SentForm.Name.waiting]
      var sent = name.flatMap { frame.session.held($0)?.form }
      // Another person may have signed in with this browser since the form was stored. That person
      // must not see the values.
      if let subject = sent?.subject, subject != frame.looking.identity { sent = nil }
      var form = try await frame.form(
        line, given: sent?.fields ?? fields, began: sent?.began,
        cancel: pageBefore(request, frame), pasted: sent?.pasted ?? [:],
        part: request.query[ServedForm.part].flatMap { Int($0) } ?? sent?.part)
      // The address tells the script of the page that the values in the form are not stored.
      form.address = sent.map { _ in frame.addresses.current }
      let outcome = request.query[Addresses.saidKey].flatMap { frame.session.outcome($0) }
      let stored = SentForm.fields(
        then: request.query[SentForm.Name.then] ?? sent?.then,
        waiting: sent.flatMap { $0.waiting ?? name })
      let isSignIn = frame.looking.identity == nil && command.description.words == program.signIn
      let content: ServedPage.Content = isSignIn ? .signIn(signIn(form)) : .form(form)
      let html = try await frame.html(content) { page in
        page.line = line
        page.outcome = outcome
        page.formFields += stored
        // After signing in here, the person gets the first page and not this form again.
        if isSignIn { page.formFields.removeAll { $0.name == SentForm.Name.back } }
        openBeginnings(on: &page, frame.addresses)
      }
      return Response(.ok, .html, html)
    } catch {
      return try await self.page(
        of: frame.naming(frame.problem(error, of: command, fields, request)), frame, request)
    }
  }

  /// Returns whether a person who is not signed in may use the command's form. Only the commands
  /// that sign a person in or create a profile allow it.
  private func isOpenToNobody(_ command: AskedCommand) -> Bool {
    let words = command.description.words
    return (program.beginnings.map(\.command) + [program.signIn].compactMap { $0 }).contains {
      $0 == words || $0.hasPrefix(words + " ")
    }
  }

  /// Returns a page that asks for agreement to a command that changes data and belongs to no
  /// feature, such as `undo`. Such a command has no form, and opening its address must not run it.
  private func ask(
    _ host: HostCommand, _ words: [CommandText.Word], _ line: String, _ frame: PageFrame
  ) async throws -> Response {
    let question = ServedQuestion(
      host.description.label + "?",
      agree: AgreeButton(host.rawValue.capitalizedFirst),
      command: line, fields: [], action: Addresses.command, cancel: "/")
    return Response(.ok, .html, try await frame.html(.question(question)))
  }

  private func page(
    showing answer: Answer, of line: String, _ fields: [String: [String]],
    _ command: AskedCommand, _ frame: PageFrame, _ request: HTTP.Request,
    faults: [FieldFault] = []
  ) async throws -> Response {
    if let asked = answer.question {
      let question = ServedQuestion(
        asked.words, details: asked.details, agree: asked.agree, command: line,
        fields: [FormField(SentForm.Name.agreed, asked.digest)], action: Addresses.command,
        cancel: "/")
      return Response(.ok, .html, try await frame.html(.question(question)))
    }
    let asksMore = command.description.mode == .makesFile && answer.problem?.cause == .usage
    if answer.faults.isEmpty, let problem = answer.problem {
      let said = frame.problem(problem, of: command, fields, request)
      if said != problem { return try await self.page(of: said, frame, request) }
    }
    if answer.faults.isEmpty, let problem = answer.problem, problem.awaitsSetUp {
      let title = try await frame.form(line, given: fields).title ?? command.description.label
      let html = try await frame.html(.page(Page(awaitingSetUp: problem, title: title))) { page in
        page.line = line
      }
      return Response(.ok, .html, html)
    }
    if !answer.faults.isEmpty || asksMore, case .feature = command {
      let form = try await frame.form(
        line, given: fields, faults: answer.faults,
        problems: answer.faults.isEmpty ? [answer.problem].compactMap { $0 } : [])
      return Response(answer.exitCode.status, .html, try await frame.html(.form(form)))
    }
    guard var shown = answer.page ?? answer.done.map(Page.init(of:)) else {
      return try await self.page(of: answer.problem ?? WebFault.inside.problem, frame, request)
    }
    if let problem = shown.problem, problem.exitCode == .signInNeeded {
      return try await self.page(of: problem, frame, request)
    }
    var outcome = request.query[Addresses.saidKey].flatMap { frame.session.outcome($0) }
    let said = answer.notices.map { Message($0.text, tone: $0.tone) }
    if !said.isEmpty {
      outcome = ServedOutcome(said + (outcome?.messages ?? []), undo: outcome?.undo)
    }
    if frame.conversation.index.omitsSome {
      shown = shown.omitting {
        frame.conversation.index.omits($0) && program.ownPages[$0] == nil
      }
    }
    // A person who is not signed in can also create a profile from the page that lists the
    // profiles.
    if frame.looking.identity == nil, !program.beginnings.isEmpty,
      case .feature(let match) = command,
      program.signIn?.hasPrefix(match.command.noun + " ") == true
    {
      shown.blocks.append(Links(program.beginnings).block)
    }
    let extras = try await extras(of: command, line, fields, frame, faults: faults)
    if extras.listing != nil, faults.isEmpty, request.isNavigation, OwnPath(request) == nil,
      case .feature(let match) = command
    {
      if !frame.conversation.dropsChoices(match.feature) {
        frame.session.keep(choices: listAddress(request), at: request.path)
      }
      storeFilters(of: match, fields, frame, request)
    }
    let inPlace = await frame.formsInPlace(of: shown)
    let mayBeKept =
      mayBeKept(command, request) && shown.problem == nil && outcome == nil && faults.isEmpty
    let additions = frame.additions(offeredBy: shown)
    let html = try await frame.html(.page(shown)) { page in
      page.mayBeKept = mayBeKept
      page.line = answer.shownBy ?? line
      page.outcome = outcome
      page.actions = extras.actions + additions
      page.bulk = extras.bulk
      page.listing = extras.listing
      page.inPlace = inPlace
      openBeginnings(on: &page, frame.addresses)
    }
    // The page of `doctor` (a check of the data file) shows problems of the file. The request
    // itself has none, so the status of the response is 200.
    if case .host(.doctor, _) = command { return Response(.ok, .html, html) }
    let problem = shown.problem ?? faults.first?.problem
    return Response(problem?.status ?? answer.exitCode.status, .html, html)
  }

  /// Returns whether the browser may store the page of a command on the device, so that a person
  /// can read it without a connection. A page must not be stored if it can contain codes or
  /// addresses that give access. Results of a search are not stored, because they would displace
  /// more useful pages.
  private func mayBeKept(_ command: AskedCommand, _ request: HTTP.Request) -> Bool {
    guard case .feature(let match) = command else { return false }
    return match.command.mode == .reads && !program.neverKept.contains(match.command.noun)
      && match.command.words != program.search && request.query["search"] == nil
  }

  /// Returns the address of a list with the filters and the order that the person has chosen; nil
  /// if there are none. A search and a page number are left out.
  private func listAddress(_ request: HTTP.Request) -> String? {
    let passing = [Addresses.saidKey, Addresses.athleteKey, "search", "page", "all"]
    let plain = LocalAddress.plain(request.target, without: passing)
    return plain == request.path ? nil : plain
  }

  private func extras(
    of command: AskedCommand, _ line: String, _ fields: [String: [String]], _ frame: PageFrame,
    faults: [FieldFault]
  ) async throws -> (actions: [CommandLink], bulk: [CommandLink], listing: ServedForm?) {
    guard case .feature(let match) = command, match.command.mode == .reads,
      frame.looking.identity != nil
    else { return ([], [], nil) }
    if match.command.words == program.search {
      let typed = fields.values.joined() + match.rest.map(\.text)
      let text = typed.joined(separator: " ")
      var meant = frame.commands(meantBy: text)
      if meant.isEmpty { meant = frame.commands(about: text) }
      return (meant.prefix(3).map { CommandLink($0.label, $0.words) }, [], nil)
    }
    let actions = frame.actions(beside: match, await frame.record(namedBy: match, fields))
    return (
      actions, match.command.isList ? frame.bulk(beside: match) : [],
      match.command.isFilteredList
        ? try? await frame.form(line, given: fields, faults: faults) : nil
    )
  }

  /// Returns the error page, with the navigation, for the problem of a request in a session. If no
  /// person is signed in, returns the form to sign in. The texts name records by their names and
  /// not by their handles (short names such as `t3`).
  func page(
    of problem: Problem, _ frame: PageFrame, _ request: HTTP.Request
  ) async throws -> Response {
    if problem.exitCode == .signInNeeded,
      let page = try await signInPage(problem, frame, after: request)
    {
      return page
    }
    let fault = ServedFault(
      status: problem.status.code, problem,
      links: [CommandLink("To the first page", "open /")])
    return Response(problem.status, .html, try await frame.html(.fault(fault)))
  }

  /// Returns the form to sign in; nil if the program has no sign-in.
  ///
  /// - Parameter request: the request after a command that left no person signed in, such as one
  ///   that deletes the person's own profile. Its address names the outcome of the command, which
  ///   the page shows.
  /// - Parameter kept: the name of the form that the session stores until the person has signed in.
  func signInPage(
    _ problem: Problem?, _ frame: PageFrame, given: [String: [String]] = [:],
    faults: [FieldFault] = [], keeping kept: String? = nil, after request: HTTP.Request? = nil
  ) async throws -> Response? {
    guard let line = program.signIn,
      var form = try? await frame.form(line, given: given, faults: faults)
    else { return nil }
    if faults.isEmpty, let problem, given.values.contains(where: { !$0.isEmpty }) {
      form.problems = [problem]
    }
    // If the session has ended, the reason is shown above the form. A new visitor is only asked to
    // sign in.
    let ended = problem.flatMap { $0.cause == .sessionExpired ? $0 : nil }
    let content = signIn(form, because: ended.map { [$0.title, $0.fix].compactMap { $0 } })
    let html = try await frame.html(.signIn(content)) { page in
      page.outcome = request?.query[Addresses.saidKey].flatMap { frame.session.outcome($0) }
      page.formFields += SentForm.fields(then: nil, waiting: kept)
      openBeginnings(on: &page, frame.addresses)
    }
    return Response(.unauthorized, .html, html)
  }

  /// Returns the content of the page on which a person signs in or creates a first profile.
  private func signIn(_ form: ServedForm, because sentences: [String]? = nil) -> ServedSignIn {
    var form = form
    form.cancel = nil
    return ServedSignIn(
      "Sign in", sentences ?? ["Say who you are."], form: form, links: program.beginnings)
  }

  /// Makes each link for a person without a profile, such as the link to create one, open the form
  /// of its command.
  private func openBeginnings(on page: inout ServedPage, _ addresses: Addresses) {
    let beginnings = Set(program.beginnings.map(\.command))
    let target = page.target
    page.target = { command in
      beginnings.contains(command) ? .page(addresses.anyLine(command)) : target(command)
    }
  }
}

extension Page {
  /// Creates a page that shows only the result, for a command that has no page of its own.
  fileprivate init(of done: Done) {
    self.init(title: "Done") { Message(done) }
  }

  /// Creates a page that says what has to be set up before a command can run, and what the person
  /// can do without it. Each sentence with a link is a paragraph of its own.
  fileprivate init(awaitingSetUp problem: Problem, title: String) {
    self.init(title: title) {
      for sentence in [problem.title] + [problem.fix].compactMap({ $0 }) + problem.details {
        Paragraph(sentence)
      }
    }
  }
}

extension CommandDescription {
  /// Whether the command can show a list: it needs no record.
  fileprivate var isList: Bool { !parameters.contains { $0.role == .argument && $0.isRequired } }

  /// Whether the command can show a list and has options that search, filter or order it.
  fileprivate var isFilteredList: Bool {
    isList && parameters.contains { $0.role != .argument && $0.isForPages }
  }
}

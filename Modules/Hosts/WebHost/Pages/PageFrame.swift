import Conversation
import FeatureKit
import HTTP
import WebRendering

/// What one request needs for its person: the visit (the access to the data), the conversation
/// (which runs commands), and the parts around a page's content, such as the navigation.
///
/// Only the task of the request uses the frame, and the frame ends with the request.
final class PageFrame {
  let host: WebHost
  let session: BrowserSession
  let conversation: Conversation
  let place: VisitedPlace
  private(set) var looking: Looking
  var addresses: Addresses
  /// The addresses of forms in which one field is already filled in, such as the form for a new
  /// coach with the school filled in. The key is the command line that contains this value as an
  /// option.
  var begun: [String: String] = [:]

  /// Begins a visit (one person's access to the data) for the request, and reads which person views
  /// which athlete.
  ///
  /// - Parameter address: the address of the page that is shown, or to which a form returns.
  init(
    _ host: WebHost, _ session: BrowserSession, _ place: VisitedPlace, address: String
  ) async throws(Problem) {
    self.host = host
    self.session = session
    self.place = place
    let conversation = Conversation(session.visitor.visit(place))
    self.conversation = conversation
    looking = try await conversation.look()
    addresses = Addresses(
      index: conversation.index, athlete: looking.athlete, current: address, known: host.places)
    addresses.ownPages = host.program.ownPages
  }

  /// Reads again which person views which athlete, because a command may have signed a person in or
  /// out.
  func lookAgain() async throws(Problem) {
    looking = try await conversation.look()
    addresses.athlete = looking.athlete
  }

  func html(_ content: ServedPage.Content, _ more: (inout ServedPage) -> Void = { _ in })
    async throws(Problem) -> String
  {
    var served = host.assets.addresses
    served.command = Addresses.command
    served.commandPage = Addresses.command
    served.complete = addresses.withAthlete(OwnPath.complete.address)
    served.find = addresses.withAthlete(OwnPath.lookup.address)
    let revision = host.program.revision()
    served.live = revision.map { "\(OwnPath.live.address)?since=\($0)" }
    let (addresses, begun) = (addresses, begun)
    var page = ServedPage(content, addresses: served) { command in
      if let form = begun[command] { return .page(form) }
      return command == WebHost.goingBack ? .action("/welcome") : addresses.target(command)
    }
    let labels = host.program.labels
    page.summary = { command in
      addresses.summary(of: command).map { $0.isEmpty ? $0 : labels[command] ?? $0 }
    }
    page.formFields = try formFields(isPage: content.isOfPage)
    page.subject = looking.identity
    if looking.identity != nil {
      page.person = person
      page.owner = looking.viewer.subject ?? page.person?.name
      try await conversation.loadSettings()
      page.showsTerminal = conversation.settings.showsTerminal
      // The recent lines are command lines as a person types them at a terminal, even for commands
      // that a button ran. So they are shown only to a person who has switched on the setting
      // `terminal`.
      page.recentLines = page.showsTerminal ? session.lines : []
      page.athletes = await athletes()
      await conversation.refreshBadges()
      page.navigation = navigation()
      page.quick = host.program.quick.filter { mayBegin($0.command) }
      let counted = Set(host.program.places.filter(\.countsInTitle).map(\.command))
      page.titleCount = page.navigation.first { counted.contains($0.command) }?.count
      if session.isElsewhere {
        page.banner = Banner(
          ["This family is made up and not yours: try whatever you like."], tone: .caution,
          links: [CommandLink("Leave it and begin with your own", WebHost.goingBack)])
      } else if looking.viewer.isReadOnly, let subject = looking.viewer.subject {
        page.banner = Banner(["You are looking at \(subject)'s pages."], tone: .info)
      }
    }
    more(&page)
    return page.html
  }

  /// Returns the help page for browsers about the page that the word names, such as `tasks`, with a
  /// link to everything that can be done there. If there is no such word, returns the help page
  /// with a row for each page.
  func help(about word: CommandText.Word?) -> Page {
    guard let entry = word.flatMap({ conversation.index.entry(for: $0.text) }) else {
      return overview
    }
    let links = entry.commands.compactMap { command -> CommandLink? in
      guard case .page? = addresses.target(command.words), !command.isOfferedByPage,
        looking.offers(command)
      else { return nil }
      return CommandLink(command.label, command.words)
    }
    let noun = entry.noun.word
    return Page(
      title: host.program.labels[noun] ?? noun.capitalizedFirst, subtitle: entry.noun.summary
    ) {
      RowList(links.map { Row($0.label, .bullet, spoken: $0.label).opening($0) })
      Links([CommandLink("What each page is for", "help")])
    }
  }

  /// The help page for browsers, with a row for each page that says what it is for.
  private var overview: Page {
    func row(_ link: CommandLink) -> Row? {
      guard let words = try? CommandText.words(link.command), let first = words.first,
        addresses.target(link.command) != nil
      else { return nil }
      let summary = conversation.index.entry(for: first.text)?.noun.summary
      return Row(link.label, .bullet, spoken: link.label)
        .opening(link)
        .showing(detail: summary == nil ? addresses.summary(of: link.command) : summary)
    }
    var places = host.program.places.map { CommandLink($0.label, $0.command) }
    places += host.program.personLinks.filter { $0.command != "help" }
    places.append(CommandLink("Check", "doctor"))
    return Page(title: "Help", subtitle: "What each page is for") {
      RowList(places.compactMap(row))
      Section("Good to know") {
        Paragraph("Find looks for schools, coaches and everything else with the words you write.")
        Paragraph(
          "What you did is said at the foot of the page, with Undo beside it. Earlier steps are taken back in History."
        )
        Paragraph(
          "Days may be written as you say them: tomorrow, next Friday, May 3. What was understood is said with the answer."
        )
        Paragraph(host.program.promise)
      }
    }
  }

  /// Returns whether the viewer may use the command that a command line names.
  private func mayBegin(_ line: String) -> Bool {
    guard let words = try? CommandText.words(line), let match = try? conversation.index.match(words)
    else { return false }
    return looking.offers(match.command)
  }

  /// Returns the hidden fields of every form: a token, which proves that this web host created the
  /// page; the number of the page; the signed-in person and the viewed athlete; and, on a page, the
  /// address to which the browser returns.
  private func formFields(isPage: Bool) throws(Problem) -> [FormField] {
    let pad = try host.program.random(EntryKeys.length)
    var fields = [
      FormField(SentForm.Name.token, session.masked(pad: pad)),
      FormField(SentForm.Name.number, String(session.uses.next())),
    ]
    if let identity = looking.identity { fields.append(.init(SentForm.Name.subject, identity)) }
    if let athlete = looking.athlete {
      fields.append(.init(SentForm.Name.athlete, athlete.description))
    }
    if isPage { fields.append(.init(SentForm.Name.back, addresses.current)) }
    return fields
  }

  private var person: ServedPerson {
    var links = host.program.personLinks.filter { addresses.target($0.command) != nil }
    if let signOut = host.program.signOut, addresses.target(signOut) != nil {
      links.append(CommandLink("Sign out", signOut))
    }
    let name = looking.viewer.name
    let notes = (looking.athlete == nil ? [] : ["Parent"]) + looking.waits
    return ServedPerson(
      name.isEmpty ? looking.person ?? "You" : name,
      role: notes.isEmpty ? nil : notes.joined(separator: " · "), links: links)
  }

  /// Returns the athletes whom the viewer can choose, each with the address of the current page for
  /// that athlete; empty if there is no choice.
  private func athletes() async -> [ServedAthlete] {
    guard let current = looking.athlete,
      let found = try? await session.visitor.athletes(place), found.count > 1
    else { return [] }
    let plain =
      LocalAddress.target(addresses.current).map {
        LocalAddress.plain($0, without: [Addresses.saidKey, Addresses.athleteKey])
      } ?? "/"
    return found.map { athlete in
      ServedAthlete(
        athlete.name,
        address: Addresses.adding(Addresses.athleteKey, athlete.id.description, to: plain),
        isCurrent: athlete.id == current)
    }
  }

  private func navigation() -> [NavigationItem] {
    let badges = Dictionary(
      conversation.badges().map { ($0.feature, $0.badge.text) }, uniquingKeysWith: { $1 })
    let currentPath = addresses.current.prefix { $0 != "?" }
    return host.program.places.compactMap { place in
      guard let words = try? CommandText.words(place.command),
        let match = try? conversation.index.match(words)
      else { return nil }
      let plain = addresses.address(showing: place.command)
      let path = plain.prefix { $0 != "?" }
      // On the page of the list itself, the link has no filters, so that a second press shows all
      // records, or those that the filters of the feature's own command admit.
      let address =
        currentPath == path
        ? nil : session.choices(at: String(path)).map { addresses.withAthlete($0) }
      let isCurrent =
        path == Addresses.anyLine
        ? plain == addresses.current
        : currentPath == path || currentPath.hasPrefix(path + "/")
      let group: NavigationItem.Group =
        switch place.group {
        case .pages: .pages
        case .records: .records
        case .more: .more
        }
      // A badge is a text for the prompt, such as “9+ unread”. The navigation shows only the
      // number in it.
      let count = badges[match.feature]?.prefix { $0.isNumber || $0 == "+" }
      return NavigationItem(
        place.label, place.command, shortLabel: place.shortLabel,
        count: place.group == .pages ? count.flatMap { $0.isEmpty ? nil : String($0) } : nil,
        isCurrent: isCurrent, group: group, isInBar: place.isInBar, address: address)
    }
  }
}

extension ServedPage.Content {
  /// Whether a button on this page returns to the page after its command. A form, a question or an
  /// error page is not needed any more then, so the page of the changed record is shown instead.
  var isOfPage: Bool {
    switch self {
    case .page, .commandLine, .signIn: true
    case .form, .question, .fault, .welcome: false
    }
  }
}

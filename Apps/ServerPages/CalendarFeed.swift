import AuthLive
import CivilTime
import Documents
import Domain
import FeatureKit
import HTTP
import JSON
import PostgreSQL
import SharingServer
import WebHost
import WebRendering

// The calendar feed: a person's deadlines, events and visits, at an address that a calendar program
// reads.
//
// A calendar program cannot sign in, so the address itself gives the right to read: it contains a
// random secret of 256 bits.
extension ServerPages {
  static let feedFolder = "feeds"
  /// The number of wrong calendar addresses that one network address may request in five minutes.
  static let mostUnknownFeeds = 100

  private enum Press {
    static let new = "feed new"
    static let off = "feed off"
  }

  // MARK: - The page about the calendar feed

  /// Answers a request for the page about the calendar feed. The page's buttons create a new secret
  /// address, which is shown only once and replaces an older one, and switch the feed off.
  func calendar(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    var address: String?
    var said: String?
    if request.method == .post {
      let sent = try await requireToken(request, signedIn)
      switch sent["_command"] {
      case Press.new:
        let secret = Base64URL.text(try RandomSource.system.bytes(EntryKeys.length))
        _ = try await ground.ask(
          """
          INSERT INTO accounts.feeds (person, digest) VALUES ($1::uuid, accounts.digest($2))
          ON CONFLICT (person) DO UPDATE SET digest = excluded.digest, made_at = now()
          """, [signedIn.person.description, secret])
        address = "\(ground.address())/\(Self.feedFolder)/\(secret).ics"
        said = "The address is made. One from before no longer works."
      case Press.off:
        _ = try await ground.ask(
          "DELETE FROM accounts.feeds WHERE person = $1::uuid", [signedIn.person.description])
        said = "It is switched off. The address no longer works."
      default: throw Problem(.usage, "There is no such button.")
      }
    }
    let isOn =
      try await ground.ask(
        "SELECT 1 FROM accounts.feeds WHERE person = $1::uuid", [signedIn.person.description]
      ).value != nil
    let page = Page(title: "Your own calendar") {
      Paragraph(
        "Calendar programs, also on a phone, can show deadlines, events and visits, and look for changes by themselves. They need an address, which they call a subscription."
      )
      if let address {
        Section("The address") {
          Paragraph(address)
          Paragraph(
            "Copy it now: it is not shown again. Each person who has it can read these days, so give it to no one."
          )
        }
      }
      Section(isOn ? "It is on" : "It is off") {
        Links(
          [CommandLink(isOn ? "Make another address" : "Make an address", Press.new)]
            + (isOn ? [CommandLink("Switch it off", Press.off)] : []) + [
              CommandLink("Back", OwnPage.account.rawValue)
            ])
      }
    }
    return try show(.page(page), to: signedIn) { page in
      page.outcome = said.map { ServedOutcome([Message($0, tone: .positive)]) }
      page.target = { command in
        [Press.new, Press.off].contains(command)
          ? .action(OwnPage.calendar.address) : Self.target(command)
      }
    }
  }

  // MARK: - The calendar at the secret address

  /// Answers a calendar program's request with the calendar of the address. If the program already
  /// has the current version, the calendar is not made again.
  func feed(_ request: Request) async throws -> Response {
    guard [.get, .head].contains(request.method) else {
      throw Problem(.usage, "A calendar can only be read.")
    }
    guard request.segments.count == 2, let name = request.segments.last, name.hasSuffix(".ics")
    else { throw Problem.noFeed }
    guard
      let told = try await ground.ask("SELECT accounts.feed($1)", [String(name.dropLast(4))]).json,
      var reader = SignedInPerson(readerIn: told, session: ""), reader.hasProfile
    else {
      // Only requests for unknown addresses are counted, because one network, such as that of a
      // calendar service, may read the calendars of many people. The limit only saves work: a
      // secret of 256 bits cannot be guessed.
      let guesser = "feed from \(Base64URL.text(try ground.digest(ground.network(request))))"
      if let seconds = try await ground.noteTry(guesser, Self.mostUnknownFeeds) {
        return tooManyFeeds(request, seconds)
      }
      throw Problem.noFeed
    }
    guard let tag = try tag(of: reader) else { throw Problem.databaseAway }
    var response = Response(
      .ok,
      headers: [
        "Content-Type": CalendarFile.mediaType + "; charset=utf-8",
        "Cache-Control": "private, no-cache", "X-Content-Type-Options": "nosniff",
      ])
    if tag.isKnown(by: request.headers) { return response.unlessKnown(tag, to: request) }
    let begun = try await ground.ask(
      "SELECT accounts.begin_reading($1::uuid)", [reader.person.description])
    guard let session = begun.value else { throw Problem.databaseAway }
    reader.session = session
    let calendar: CalendarFile
    do {
      calendar = try await files.calendar(reader)
      try await endReading(session)
    } catch {
      try? await endReading(session)
      throw error
    }
    response.body = .bytes(Array(calendar.text.utf8))
    return response.unlessKnown(tag, to: request)
  }

  private func tooManyFeeds(_ request: Request, _ seconds: Int) -> Response {
    let wait = Duration.seconds(seconds).waitingTime
    var response = front.answer(.tooManyTries(wait: wait), to: request)
    response.status = .tooManyRequests
    response.headers["Retry-After"] = String(seconds)
    return response
  }

  func endReading(_ session: String) async throws {
    _ = try await ground.ask("SELECT accounts.sign_out($1::uuid, 'local')", [session])
  }

  /// Returns the entity tag of the person's calendar, by which a client recognizes that its copy is
  /// current. All servers of the database compute the same tag. The tag changes when data that the
  /// person may see has changed.
  private func tag(of reader: SignedInPerson) throws -> EntityTag? {
    let (reached, zone) = (reader.reached, reader.zone ?? ground.settings.zone)
    let scopes = reached.scopes.map { "\($0.key) \($0.value)" }.sorted().joined(separator: " ")
    return EntityTag(
      Base64URL.text(
        try ground.digest("feed \(reached.era) \(scopes) \(zone.name)")))
  }
}

extension Problem {
  fileprivate static let noFeed = Problem(
    .notFound, "There is no calendar at this address.",
    fix: "It was changed or switched off. Make another one under Account.")
}

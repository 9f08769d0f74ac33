import AuthLive
import Foundation
import Mailing
import PostgreSQL
import SharingTesting
import Synchronization
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

@Suite("Daily work and e-mail of a server")
struct ReminderTests {
  /// The pages of the servers that a test has started.
  ///
  /// The test calls `work` on them, so it decides when their background work runs.
  private final class Servers: Sendable {
    private let all = Mutex<[ServerPages]>([])

    var make: MakePages {
      { ground in
        let pages = try ServerPages(ground)
        self.all.withLock { $0.append(pages) }
        return pages.running
      }
    }

    subscript(_ index: Int) -> ServerPages { all.withLock { $0[index] } }

    /// Runs the background work of one server until no work is due.
    func work(_ index: Int = 0) async {
      while await self[index].workOff() != nil {}
    }
  }

  /// A time zone in which it is now between 08:00 and 20:00, late enough for the daily e-mail,
  /// which is sent from 07:00 on, and far enough from midnight that the day does not change during
  /// a test.
  private static var zoneOfDay: String {
    let hour = Calendar(identifier: .gregorian).component(.hour, from: Date())
    let ahead = 12 - (hour * 60 + 30) / 60
    return ahead == 0 ? "UTC" : ahead > 0 ? "Etc/GMT-\(ahead)" : "Etc/GMT+\(-ahead)"
  }

  private static func setZone(_ browser: Browser, _ zone: String = zoneOfDay) async throws {
    let form = try await browser.get("/time-zone")
    let set = try await browser.post(
      form.fields + [("time-zone", "other"), ("other-zone", zone)], to: "/time-zone")
    try #require(set.status == 200 && set.path == "/account", "\(set.words)")
  }

  private static func addEvent(_ browser: Browser, _ name: String) async throws {
    let form = try await browser.get("/c?line=events%20add")
    let added = try await browser.press(
      "events add", on: form, [("name", name), ("type", "showcase"), ("on", "tomorrow")])
    try #require(added.outcome.contains("Added"), "\(added.words)")
  }

  private static func signOut(_ browser: Browser) async throws {
    _ = try await browser.post(try await browser.get("/sign-out").fields, to: "/sign-out")
  }

  private static let madeDue = """
    UPDATE accounts.reminders AS r SET due_at = now() FROM accounts.people AS p WHERE p.id = r.person AND p.email = $1
    """

  /// Creates an account and confirms its address with the code of the letter; returns its browser.
  private func confirmed(
    _ people: ServedPeople, _ email: String, _ bag: Mailbag
  ) async throws -> Browser {
    _ = try await people.signUp(email)
    let browser = people.browser()
    let begun = try await browser.post(
      [("for", "sign-up"), ("email", email), ("code", try await bag.code(for: email))], to: "/code")
    try #require(begun.path == "/begin", "\(begun.words)")
    let first = try await browser.post(
      begun.fields + [
        ("role", "player"), ("name", "Sam Lee"), ("year", "2028"), ("sport", "baseball"),
      ], to: "/begin")
    try #require(first.status == 200, "\(first.words)")
    try await Self.setZone(browser)
    // The database stamps rows with the machine's time. If the server's clock stood still during a
    // long test, these rows would be in the future for the server.
    people.server.clock.run()
    return browser
  }

  @Test("A person who does not visit has the day's notifications, one e-mail of them, and ends it")
  func daily() async throws {
    let (bag, servers) = (Mailbag(), Servers())
    try await ServedPeople.with(mail: bag.mail, pages: servers.make, inOwnDatabase: true) {
      people in
      let email = ServedPeople.address()
      let sam = try await confirmed(people, email, bag)
      await servers.work()
      // Only one message has been sent so far: the letter that confirms the address.
      #expect(bag.count(for: email) == 1)
      try await Self.addEvent(sam, "Secret Showcase")
      try await Self.signOut(sam)
      let notifications =
        "SELECT count(*) FROM public.notifications AS n JOIN accounts.people AS p ON p.id = n.user_id WHERE p.email = $1"
      let before = try await people.count(notifications, email)
      // Signing out has deleted the person's data file on this server. The background work has to
      // fetch it again, as it would on any server the next day.
      _ = try await people.server.admin.run(
        "UPDATE accounts.reminders SET last_daily = NULL, due_at = now()")
      await servers.work()
      #expect(try await people.count(notifications, email) > before)
      let letter = try await bag.letter(to: email, after: 1)
      #expect(letter.text.contains("Secret Showcase"), "\(letter.text)")
      #expect(!letter.subject.contains("Secret") && !letter.subject.contains("Sam"))
      #expect(letter.text.contains("once a day"))
      // After the work, the session that the work opened for itself has ended, and the fetched data
      // file of the person is deleted.
      #expect(
        try await people.count(
          "SELECT count(*) FROM accounts.sessions AS s JOIN accounts.people AS p ON p.id = s.person WHERE p.email = $1",
          email) == 0)
      let left = try people.files
      #expect(left.isEmpty, "\(left)")
      // The background work becomes due a second time on this day. There is no new notification, so
      // it must send no further letter.
      for statement in [Self.madeDue, "UPDATE accounts.reminders SET last_daily = NULL"] {
        _ = try await people.server.admin.run(statement, statement == Self.madeDue ? [email] : [])
        _ = try await people.server.admin.run(Self.madeDue, [email])
        await servers.work()
      }
      #expect(bag.count(for: email) == 2)

      // A mail program can unsubscribe the person with a single request, without a cookie and
      // without a form token.
      let link = try #require(letter.unsubscribing)
      let path = "/" + link.split(separator: "/", maxSplits: 2)[2]
      let program = people.browser()
      let asked = try await program.get(path)
      #expect(asked.words.contains("Send me no more e-mail"), "\(asked.words)")
      let chosen =
        "SELECT count(*) FROM accounts.reminders AS r JOIN accounts.people AS p ON p.id = r.person WHERE p.email = $1 AND r.mail = 'off'"
      #expect(try await people.count(chosen, email) == 0)
      for wrong in [
        String(path.dropLast()) + (path.hasSuffix("A") ? "B" : "A"), "/unsubscribe",
        "/unsubscribe?link=", "/unsubscribe?link=\(UUID().uuidString.lowercased()).AAAA",
      ] {
        #expect(try await program.post([], to: wrong).status == 404, "\(wrong)")
      }
      #expect(try await people.count(chosen, email) == 0)
      let ended = try await program.send(
        "POST", path, ["Content-Type": "application/x-www-form-urlencoded"],
        "List-Unsubscribe=One-Click")
      #expect(ended.status == 200 && ended.words.contains("no more e-mail"), "\(ended.words)")
      #expect(try await people.count(chosen, email) == 1)
    }
  }

  @Test("News come at once where a person chose that, once, and also after a failure")
  func atOnce() async throws {
    let (bag, servers) = (Mailbag(), Servers())
    try await ServedPeople.with(mail: bag.mail, pages: servers.make, inOwnDatabase: true) {
      people in
      let email = ServedPeople.address()
      let sam = try await confirmed(people, email, bag)
      let form = try await sam.get("/e-mail")
      #expect(
        form.body.contains("value=\"daily\" selected")
          || form.body.contains("value=\"daily\" checked"))
      let wrong = try await sam.post(form.fields + [("mail", "never")], to: "/e-mail")
      #expect(wrong.status == 400 && wrong.words.contains("Choose one."))
      #expect(try await sam.post([("mail", "off")], to: "/e-mail").status == 403)
      // Whether a new person has notifications depends on the day: a task may be due this week.
      let insert = """
        INSERT INTO public.notifications (user_id, type, title, priority, scheduled_for)
        SELECT p.id, 'event', $2, 'normal', now() FROM accounts.people AS p WHERE p.email = $1
        """
      _ = try await people.server.admin.run(insert, [email, "Earlier news"])
      _ = try await sam.post(form.fields + [("mail", "at_once")], to: "/e-mail")
      // The background work first sends the notifications that exist already. It skips a person for
      // whom another process writes notifications at this moment. The test repeats the work until
      // the letter has arrived.
      try await eventually("the earlier notifications were sent") {
        await servers.work()
        return bag.count(for: email) >= 2
      }
      let base = bag.count(for: email)
      _ = try await people.server.admin.run(insert, [email, "First news"])
      // The mail server does not answer. The notification counts as unsent, and a later attempt
      // sends it.
      bag.failure.withLock { $0 = .timedOut(host: "mail.example.org", milliseconds: 1) }
      await servers.work()
      #expect(bag.count(for: email) == base)
      bag.failure.withLock { $0 = nil }
      await servers.work()
      #expect(bag.count(for: email) == base)
      _ = try await people.server.admin.run(Self.madeDue, [email])
      await servers.work()
      let first = try await bag.letter(to: email, after: base)
      #expect(
        first.text.contains("First news") && first.subject == "There is something new for you")
      _ = try await people.server.admin.run(insert, [email, "Second news"])
      await servers.work()
      let second = try await bag.letter(to: email, after: base + 1)
      #expect(second.text.contains("Second news") && !second.text.contains("First news"))
      #expect(second.id != first.id)

      // The statements leave the rows of a server that was killed directly after sending. The next
      // server sends the message again with the same message id, so that mail programs recognize it
      // as a copy.
      _ = try await people.server.admin.run(
        """
        DELETE FROM accounts.mailed AS m USING public.notifications AS n WHERE n.id = m.notification AND n.title = 'Second news'
        """)
      _ = try await people.server.admin.run(
        "UPDATE accounts.reminders SET claim = gen_random_uuid(), due_at = now() + interval '1 hour'"
      )
      await servers.work()
      #expect(bag.count(for: email) == base + 2)
      _ = try await people.server.admin.run(Self.madeDue, [email])
      await servers.work()
      #expect(try await bag.letter(to: email, after: base + 2).id == second.id)

      // The mail server refuses the address permanently (550). Another attempt would be refused
      // too, so the notification is not sent again.
      bag.failure.withLock {
        $0 = .recipientRefused(email, MailFailure.Reply(code: 550, text: "No such user"))
      }
      _ = try await people.server.admin.run(insert, [email, "Third news"])
      await servers.work()
      bag.failure.withLock { $0 = nil }
      _ = try await people.server.admin.run(Self.madeDue, [email])
      await servers.work()
      #expect(bag.count(for: email) == base + 3)

      // A notification that the person has read in the meantime is not sent. Nothing is sent to an
      // e-mail address that is not confirmed.
      _ = try await people.server.admin.run(insert, [email, "Fourth news"])
      _ = try await people.server.admin.run("UPDATE accounts.people SET confirmed_at = NULL")
      await servers.work()
      #expect(bag.count(for: email) == base + 3)
      _ = try await people.server.admin.run("UPDATE accounts.people SET confirmed_at = now()")
      _ = try await people.server.admin.run(
        "UPDATE public.notifications SET read_at = now() WHERE title = 'Fourth news'")
      _ = try await people.server.admin.run(Self.madeDue, [email])
      await servers.work()
      #expect(bag.count(for: email) == base + 3)
    }
  }

  @Test("Two servers share the work: each person's is done once")
  func shared() async throws {
    let (bag, servers) = (Mailbag(), Servers())
    try await ServedPeople.with(mail: bag.mail, pages: servers.make, inOwnDatabase: true) {
      people in
      var config = people.server.config
      let folder = people.folder + "-2"
      defer { try? FileManager.default.removeItem(atPath: folder) }
      config.pages?.folder = folder
      let other = try await SharingServer.open(
        config, pages: servers.make, mail: bag.mail, passwords: PasswordHashing(.argon2id(.least))
      ) { people.server.clock.now }
      let emails = (0..<6).map { _ in ServedPeople.address() }
      for email in emails {
        let browser = try await confirmed(people, email, bag)
        try await Self.addEvent(browser, "Showcase")
        try await Self.signOut(browser)
      }
      await servers.work()
      _ = try await people.server.admin.run(
        "DELETE FROM accounts.mailed", [])
      _ = try await people.server.admin.run(
        "UPDATE accounts.reminders SET last_daily = NULL, due_at = now()")
      let before = emails.map { bag.count(for: $0) }
      async let first: Void = servers.work(0)
      async let second: Void = servers.work(1)
      async let third: Void = servers.work(0)
      _ = await (first, second, third)
      #expect(emails.map { bag.count(for: $0) } == before.map { $0 + 1 })
      await other.stopPages()
    }
  }

  @Test(
    "Athletes under 18 have no e-mail before they choose; others have it daily",
    arguments: [
      ("player", "- interval '18 years'", "daily"),
      ("player", "- interval '18 years' + interval '1 day'", "off"),
      ("player", "- interval '17 years'", "off"), ("player", "- interval '40 years'", "daily"),
      ("parent", "- interval '17 years'", "daily"), (nil, "- interval '17 years'", "off"),
    ])
  func unchosen(role: String?, born: String, expected: String) async throws {
    try await RunningServer.withLasting { server in
      let email = ServedPeople.address()
      let id = UUID().uuidString.lowercased()
      _ = try await server.admin.run(
        """
        INSERT INTO accounts.people (id, email, password_hash, birth_date)
        VALUES ($1::uuid, $2, 'x', ((now() AT TIME ZONE 'UTC')::date \(born))::date)
        """, [id, email])
      if let role {
        _ = try await server.admin.run(
          "INSERT INTO public.users (id, email, role) VALUES ($1::uuid, $2, $3)", [id, email, role])
      }
      #expect(
        try await server.admin.run("SELECT accounts.mail_of($1::uuid)", [id]).value == expected)
      for chosen in ["at_once", "off", "important", "daily"] {
        _ = try await server.admin.run(
          "SELECT accounts.choose_mail($1::uuid, $2)", [id, chosen])
        #expect(
          try await server.admin.run("SELECT accounts.mail_of($1::uuid)", [id]).value == chosen)
      }
      _ = try await server.admin.run("DELETE FROM accounts.people WHERE id = $1::uuid", [id])
    }
  }
}

import FeatureKit
import Foundation
import Mailing
import PostgreSQL
import SharingTesting
import Synchronization
import Testing
import WebTesting

@Suite("The packet by e-mail from a server's pages")
struct PacketPageTests {
  /// Runs a test with a server, an athlete with a confirmed e-mail address, and a coach of the
  /// athlete.
  private static func withAthlete(
    _ use: (ServedPeople, Mailbag, Browser, _ address: String) async throws -> Void
  ) async throws {
    let bag = Mailbag()
    try await ServedPeople.with(mail: bag.mail, inOwnDatabase: true) { people in
      let address = ServedPeople.address()
      _ = try await people.confirmed("player", address) { try await bag.code(for: $0) }
      let sam = try await people.signedIn(address)
      let school = try await sam.press(
        "schools add", on: try await sam.get("/c?line=schools%20add"), [("name", "Oak College")])
      try #require(school.outcome.contains("Added"), "\(school.words)")
      let coach = try await sam.press(
        "coaches add", on: try await sam.get("/c?line=coaches%20add"),
        [
          ("name", "Ana Rivera"), ("school", "Oak College"), ("role", "head"),
          ("email", "ana@example.edu"),
        ])
      try #require(coach.outcome.contains("Added"), "\(coach.words)")
      try await use(people, bag, sam, address)
    }
  }

  private static func asked(
    by browser: Browser, for coaches: [String] = ["Ana Rivera"]
  ) async throws -> Browser.Answer {
    try await browser.press(
      "packet email", on: try await browser.get("/c?line=packet%20email"),
      coaches.map { ("coach", $0) })
  }

  private static func sent(
    _ question: Browser.Answer, by browser: Browser, for coaches: [String] = ["Ana Rivera"]
  ) async throws -> Browser.Answer {
    try await browser.press("packet email", on: question, coaches.map { ("coach", $0) })
  }

  private static let logged =
    "SELECT count(*) FROM public.interactions WHERE type = 'email' AND subject LIKE $1"

  @Test("An athlete is asked first, the coach gets the packet, and the message is logged")
  func sending() async throws {
    try await Self.withAthlete { people, bag, sam, address in
      let question = try await Self.asked(by: sam)
      for words in [
        "E-mail the recruiting packet to 1 coach?", "ana@example.edu", "answers go to \(address)",
        "through Recruiting Compass",
      ] {
        #expect(question.words.contains(words), "\(question.words)")
      }
      #expect(bag.messages.withLock { $0.isEmpty })
      let sent = try await Self.sent(question, by: sam)
      #expect(sent.outcome.contains("The packet went out to 1 coach."), "\(sent.words)")
      let messages = bag.messages.withLock { $0 }
      let message = try #require(messages.first)
      #expect(message.to.address == "ana@example.edu" && message.from.name == "Sam Lee")
      #expect(message.replyTo?.address == address)
      #expect(message.attachments.first?.mediaType.description == "application/pdf")
      #expect(try await people.count(Self.logged, "%") == 1)
      // The browser sends the form with the question a second time, as after a reload. The packet
      // must not be sent again.
      _ = try await Self.sent(question, by: sam)
      #expect(bag.messages.withLock(\.count) == 1)
    }
  }

  /// A way in which the database stores no record of a sent message.
  struct Unlogged: Sendable {
    let script: String
    /// Words that the person reads.
    let words: String

    /// The database refuses the record.
    static let refused = Unlogged(
      script: """
        CREATE FUNCTION compass.refuse() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
          RAISE EXCEPTION 'Not this one.' USING ERRCODE = 'insufficient_privilege';
        END $$;
        CREATE TRIGGER refuse BEFORE INSERT ON public.interactions
          FOR EACH ROW EXECUTE FUNCTION compass.refuse();
        """, words: "Decide:")

    /// The server cannot store any change.
    static let away = Unlogged(
      script: "ALTER FUNCTION public.compass_push RENAME TO compass_push_away",
      words: "It is not known whether the server has it.")
  }

  @Test(
    "A message whose log the server does not accept is said as sent, and is not sent again",
    arguments: [Unlogged.refused, .away])
  func unlogged(_ way: Unlogged) async throws {
    try await Self.withAthlete { people, bag, sam, _ in
      let other = try await sam.press(
        "coaches add", on: try await sam.get("/c?line=coaches%20add"),
        [("name", "Bo Lind"), ("school", "Oak College"), ("role", "assistant")])
      try #require(other.outcome.contains("Added"), "\(other.words)")
      let coaches = ["Ana Rivera", "Bo Lind"]
      let question = try await Self.asked(by: sam, for: coaches)
      try await people.server.admin.script(way.script)
      let sent = try await Self.sent(question, by: sam, for: coaches)
      for words in [
        "The packet went out to 1 coach.", "(Oak College)", "Not sent to",
        "no usable e-mail address", "What was sent could not be logged.", way.words,
      ] {
        #expect(sent.words.contains(words), "\(words): \(sent.words)")
      }
      for words in ["logged as", "takes back the log", "send it once more"] {
        #expect(!sent.words.contains(words), "\(words): \(sent.words)")
      }
      #expect(bag.messages.withLock(\.count) == 1)
      #expect(try await people.count(Self.logged, "%") == 0)
      _ = try await Self.sent(question, by: sam, for: coaches)
      #expect(bag.messages.withLock(\.count) == 1)
    }
  }

  @Test("A mail server's failure names neither its account nor its address, and costs no message")
  func failing() async throws {
    try await Self.withAthlete { people, bag, sam, _ in
      bag.failure.withLock { $0 = .signInRefused(host: "mail.internal", user: "post") }
      let failed = try await Self.sent(try await Self.asked(by: sam), by: sam)
      #expect(failed.words.contains("The mail server took no message."), "\(failed.words)")
      #expect(!failed.body.contains("mail.internal"))
      #expect(try await people.count(Self.logged, "%") == 0)
      let taken = "SELECT coalesce(sum(sent), 0) FROM accounts.packets WHERE $1 <> ''"
      #expect(try await people.count(taken, "all") == 0)
      bag.failure.withLock { $0 = .unconfirmed(host: "mail.internal") }
      let unsure = try await Self.sent(try await Self.asked(by: sam), by: sam)
      #expect(unsure.words.contains("it may have gone out"), "\(unsure.words)")
      #expect(!unsure.body.contains("mail.internal"))
      #expect(try await people.count(taken, "all") == 1)
    }
  }

  @Test("Without a confirmed address, and beyond a day's messages, nothing goes out")
  func refused() async throws {
    try await Self.withAthlete { people, bag, sam, _ in
      let question = try await Self.asked(by: sam)
      _ = try await people.server.admin.run("UPDATE accounts.people SET confirmed_at = NULL")
      let unconfirmed = try await Self.asked(by: sam)
      #expect(unconfirmed.words.contains("Confirm the address of your account first"))
      // The address of the account was confirmed when the server asked whether to send. It is
      // checked again when the form is sent, so sending is refused now.
      let late = try await Self.sent(question, by: sam)
      #expect(late.words.contains("Confirm the address of your account first"), "\(late.words)")
      _ = try await people.server.admin.run("UPDATE accounts.people SET confirmed_at = now()")
      _ = try await people.server.admin.run(
        """
        INSERT INTO accounts.packets (person, day, sent)
        SELECT id, (now() AT TIME ZONE 'UTC')::date, 20 FROM accounts.people
        ON CONFLICT (person) DO UPDATE SET sent = 20
        """)
      let full = try await Self.sent(try await Self.asked(by: sam), by: sam)
      #expect(full.words.contains("20 packets a day can be e-mailed."), "\(full.words)")
      #expect(bag.messages.withLock { $0.isEmpty })
    }
  }

  @Test("A report goes to no address that is typed, and the settings show no mail server")
  func reports() async throws {
    try await Self.withAthlete { _, bag, sam, _ in
      let refused = try await sam.press(
        "reports pdf", on: try await sam.get("/c?line=reports%20pdf"),
        [("range", "last-30-days"), ("email", "stranger@example.org")])
      #expect(
        refused.words.contains("Only coaches of your schools can be e-mailed from here."),
        "\(refused.words)")
      #expect(bag.messages.withLock { $0.isEmpty })
      let settings = try await sam.get("/settings").words
      for own in ["Sending e-mail", "Desktop notifications", "Quick Tasks"] {
        #expect(!settings.contains(own), "\(own) is a matter of a computer of one's own")
      }
    }
  }
}

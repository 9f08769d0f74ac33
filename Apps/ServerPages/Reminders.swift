import AuthLive
import CivilTime
import Composition
import Domain
import FeatureKit
import HTTP
import JSON
import Mailing
import PostgreSQL
import SharingServer
import WebHost
import WebRendering

// The work that the server does once a day for each person who does not open the pages, such as
// creating notifications, and the e-mail about their unread notifications (decision 71).
extension ServerPages {
  /// The number of seconds after which failed work is tried again.
  private static let secondsBeforeRetry: Int64 = 900

  /// How the daily work for one person ended.
  enum Worked {
    case done
    /// The work failed and is tried again later.
    case failed
  }

  /// Does the daily work, such as creating notifications, for the person whose work has been due
  /// for the longest time, and sends this person the e-mail about unread notifications.
  ///
  /// - Returns: the outcome; nil if no work is due, or if the database does not answer.
  func workOff() async -> Worked? {
    guard let told = try? await ground.ask("SELECT accounts.take_reminder()", []).json,
      let reminder = Reminder(told)
    else { return nil }
    var worked = Worked.failed
    var next = ground.now().adding(seconds: Self.secondsBeforeRetry)
    var daily: CalendarDay?
    do {
      let (round, day) = try await remind(reminder)
      next = round.next
      if round.sends, reminder.mail == .daily { daily = day }
      worked = .done
    } catch let failure as MailFailure {
      ServerMail.log(failure)
    } catch {
      // If the daily work or a statement of the database fails, `worked` still says that the work
      // failed, and `next` is still the time at which it is tried again.
    }
    if let session = reminder.reader?.session { try? await endReading(session) }
    // If this statement fails, the database assigns the work again after a while, to this server or
    // to another one.
    _ = try? await ground.ask(
      "SELECT accounts.end_reminder($1::uuid, $2::uuid, $3::timestamptz, $4::date)",
      [reminder.person.description, reminder.claim, next.description, daily?.description])
    return worked
  }

  /// Does the daily work of one person, and sends the e-mail about unread notifications if it is
  /// due.
  ///
  /// - Returns: whether an e-mail was due and when the work is due again, and the day in the
  ///   person's time zone on which the work was done.
  private func remind(
    _ reminder: Reminder
  ) async throws -> (round: ReminderMail.Round, day: CalendarDay) {
    let zone = reminder.reader?.zone ?? ground.settings.zone
    guard let reader = reminder.reader, reader.hasProfile else {
      let now = ground.now()
      let round = ReminderMail.off.round(lastDaily: nil, quiet: nil, now: now, zone: zone)
      return (round, zone.day(of: now))
    }
    let unread = try await files.unread(reader)
    // The time is read after the daily work, so that a notification which that work has just
    // written does not lie in the future.
    let now = ground.now()
    let round = reminder.mail.round(
      lastDaily: reminder.lastDaily, quiet: unread.settings.quietHours, now: now, zone: zone)
    let ended = (round, zone.day(of: now))
    guard round.sends, reminder.isConfirmed, let mail = ground.mail else { return ended }
    let news = unread.notifications.filter {
      !reminder.mailed.contains($0.id)
        && reminder.mail.takes($0, settings: unread.settings, now: now)
    }
    guard !news.isEmpty else { return ended }
    do throws(MailFailure) {
      try await mail.send(reader.email, try letter(news, reminder))
    } catch {
      // An e-mail that the receiving server refuses for good is logged and counts as sent, so that
      // it is not tried again forever.
      guard error.isOfAddress else { throw error }
      ServerMail.log(error)
    }
    _ = try await ground.ask(
      """
      INSERT INTO accounts.mailed (person, notification) SELECT $1::uuid, n FROM unnest($2::uuid[]) AS n
      ON CONFLICT DO NOTHING
      """,
      [reminder.person.description, news.map(\.id).asArray])
    return ended
  }

  /// Returns the e-mail about new notifications.
  ///
  /// Its message id depends on the notifications alone: if a server is killed after sending, the
  /// second e-mail has the same id, and mail programs show only one of them.
  private func letter(
    _ news: [AppNotification], _ reminder: Reminder
  ) throws(MailFailure) -> ServerLetter {
    let digest: [UInt8]
    let link: String
    do throws(Problem) {
      digest = try ground.digest(
        "news \(reminder.person) " + news.map(\.id.description).sorted().joined(separator: " "))
      link = try unsubscribingLink(of: reminder.person)
    } catch {
      throw .unavailable(error)
    }
    return .reminder(
      news.map { ($0.title, $0.message) }, isDaily: reminder.mail == .daily,
      id: ServerMail.messageName(Array(digest.prefix(16))), unsubscribing: link,
      pages: ground.address())
  }

  // MARK: - Choosing when reminder e-mails are sent

  private static let choices: [(mail: ReminderMail, label: String)] = [
    (.daily, "Once a day, in the morning"), (.atOnce, "As soon as there is something new"),
    (.important, "As soon as there is something important"), (.off, "No e-mail"),
  ]

  private static let mailForm = AccountForm(
    title: "E-mail about what is new",
    sentences: [
      "We write to you about notifications that you have not read: deadlines, events, and coaches who wait. Your quiet hours are kept.",
      "E-mail can be read on a locked screen. The subject therefore has no names.",
    ],
    submit: "Save", action: OwnPage.mail.address,
    fields: [
      .choice(
        mailField, "When do you want e-mail?", choices.map { ($0.mail.rawValue, $0.label) })
    ], links: [CommandLink("Back", OwnPage.account.rawValue)])
  private static let mailField = "mail"

  func chooseMail(_ request: Request, _ signedIn: SignedInPerson) async throws -> Response {
    try requireMail()
    guard request.method == .post else {
      let chosen = try await ground.ask(
        "SELECT accounts.mail_of($1::uuid)", [signedIn.person.description])
      return try show(
        Self.mailForm.content(given: [Self.mailField: chosen.value ?? ""]), to: signedIn)
    }
    let sent = try await requireToken(request, signedIn)
    guard
      let (chosen, label) = Self.choices.first(where: { $0.mail.rawValue == sent[Self.mailField] })
    else {
      return try show(
        Self.mailForm.content(
          given: sent, faults: [Self.mailField: .ofField("Choose one.")]), to: signedIn,
        status: .badRequest)
    }
    try await choose(chosen, signedIn.person)
    return try await accountPage(signedIn, said: "E-mail about what is new: \(label.lowercased()).")
  }

  private func choose(_ mail: ReminderMail, _ person: RecordID) async throws {
    _ = try await ground.ask(
      "SELECT accounts.choose_mail($1::uuid, $2)", [person.description, mail.rawValue])
  }

  // MARK: - Unsubscribing

  /// Returns the address with which a reminder e-mail lets the person end these e-mails.
  ///
  /// The address contains a keyed digest and no stored token, so it works for as long as the
  /// account exists.
  private func unsubscribingLink(of person: RecordID) throws(Problem) -> String {
    "\(ground.address())\(OwnPage.unsubscribe.address)?\(Self.linkName)=\(try unsubscribing(person))"
  }

  private func unsubscribing(_ person: RecordID) throws(Problem) -> String {
    "\(person)." + Base64URL.text(try ground.digest("unsubscribe \(person)"))
  }

  private static let unsubscribingForm = AccountForm(
    title: "No more e-mail?",
    sentences: ["Notifications stay on your pages. E-mail about your account still comes."],
    submit: "Send me no more e-mail", action: OwnPage.unsubscribe.address, fields: [])

  /// Stops the reminder e-mails of a person.
  ///
  /// A mail program does so with one POST to the address in the message (RFC 8058). A GET only
  /// shows a form, because programs that examine mail open its links.
  func unsubscribe(_ request: Request) async throws -> Response {
    var link = request.query[Self.linkName]
    if link == nil, request.method == .post { link = try await fields(of: request)[Self.linkName] }
    guard let link, let person = link.split(separator: ".").first.flatMap({ RecordID(String($0)) }),
      MessageMAC.areEqual(Array(try unsubscribing(person).utf8), Array(link.utf8))
    else { throw Problem.linkIsWrong }
    guard request.method == .post else {
      return show(Self.unsubscribingForm, hidden: [FormField(Self.linkName, link)])
    }
    try await choose(.off, person)
    return say(
      "You get no more e-mail",
      "Notifications stay on your pages. To get e-mail again, choose it there under Account.")
  }
}

/// The daily work for one person, as read from the row with which the database assigned it to this
/// server.
private struct Reminder {
  var person: RecordID
  /// The id under which the database assigned the work to this server, so that no other server does
  /// it.
  var claim: String
  /// The person as whom the server reads the data; nil if this person may not sign in, because the
  /// data may not be read then.
  var reader: SignedInPerson?
  var mail: ReminderMail
  var lastDaily: CalendarDay?
  var isConfirmed: Bool
  var mailed: Set<RecordID>

  init?(_ json: JSONValue) {
    guard let person = json["person"]?.string.flatMap({ RecordID($0) }),
      let claim = json["claim"]?.string
    else { return nil }
    self.person = person
    self.claim = claim
    mail = json["mail"]?.string.flatMap { ReminderMail(rawValue: $0) } ?? .off
    lastDaily = json["last_daily"]?.string.flatMap { CalendarDay($0) }
    isConfirmed = json["confirmed"]?.bool ?? false
    mailed = Set((json["mailed"]?.array ?? []).compactMap { $0.string.flatMap { RecordID($0) } })
    reader = json["session"]?.string.flatMap { SignedInPerson(readerIn: json, session: $0) }
  }
}

extension Problem {
  fileprivate static let linkIsWrong = Problem(
    .notFound, "This link is not complete.",
    fix: "Open the link of the e-mail again, or sign in and choose under Account.")
}

import CivilTime
import Domain
import FamilyContext
package import FeatureKit
package import Mailing

/// Sends the recruiting packet, which presents an athlete to coaches, by e-mail and logs each sent
/// message as a contact.
///
/// The number of recipients, and the lengths of the subject and the message, are limited
/// (`PacketMessage`, domain.md 4.13).
package struct PacketMailing: Sendable {
  let packets: PacketsGateway
  let maker: PacketMaker
  let mail: OutgoingMail
  let files: FileReading
  let calendar: LocalCalendar
  let ids: IDSource

  package init(_ dependencies: Dependencies) {
    packets = dependencies[PacketsGateway.self]
    maker = PacketMaker(dependencies)
    mail = dependencies[OutgoingMail.self]
    files = dependencies[FileReading.self]
    calendar = dependencies[LocalCalendar.self]
    ids = dependencies[IDSource.self]
  }

  /// Returns the problem that prevents sending messages, such as that no mail server is set up; nil
  /// if there is none.
  func hindrance() async -> Problem? {
    do throws(Problem) {
      _ = try await mail.serverWords(else: MailDeliveryWords.packet.withoutServer)
      return nil
    } catch {
      return error
    }
  }

  /// Builds the messages and sends them without asking for confirmation. The server's interface for
  /// other programs calls this function, because no person is present to confirm the messages.
  package func send(
    _ request: PacketFeature.EmailRequest, of athlete: RecordID
  ) async throws(Problem) -> MailResult {
    let email = try await prepare(request, of: athlete)
    return await email.delivery.send(through: mail) { item, number throws(Problem) in
      try await log(item, number: number, of: email)
    }
  }

  /// Builds the messages, which the person then confirms.
  ///
  /// The number of recipients and the length of the text are checked before any coach is looked up,
  /// so that the answer to an invalid request does not reveal which coaches exist (domain.md 4.13).
  func prepare(
    _ request: PacketFeature.EmailRequest, of athlete: RecordID
  ) async throws(Problem) -> PacketFeature.Email {
    let words = try words(of: request)
    let packet = try await reading { () throws(Problem) in
      try await maker.packet(of: athlete, .forCoaches)
    }
    let message = try message(request, words, of: packet)
    let found = PacketDelivery(
      try await reading { () throws(Problem) in
        try await packets.recipients(message.recipients, of: athlete)
      })
    let (recipients, skipped) = Self.recipients(
      of: found, getting: packet, on: calendar.today())
    guard !recipients.isEmpty else { throw .noAddresses(skipped) }
    let delivery = try await mail.prepare(
      .packet,
      MailText(
        subject: message.subject, text: message.body, otherwiseFrom: packet.contact.email),
      to: recipients, skipping: skipped.map(\.words), folder: request.folder,
      limit: { () throws(Problem) in
        try await checkLimit(of: athlete, sending: recipients.count)
      }, attaching: { () throws(Problem) in try await maker.attachment(packet) })
    return PacketFeature.Email(delivery, of: athlete, batch: ids.next())
  }

  /// Logs a message that the mail server accepted as a contact with the coach.
  ///
  /// If the contact cannot be stored, the problem says that the message was sent nevertheless.
  func log(
    _ item: MailDelivery.Item, number: Int, of email: PacketFeature.Email
  ) async throws(Problem) -> Reference {
    do throws(Problem) {
      guard let coach = item.recipient.record else { throw Problem(.notFound) }
      return try await packets.recordSent(
        SentPacket(
          coach: coach, subject: item.message.subject, sentAt: calendar.now(),
          batch: email.batch, number: number),
        of: email.athlete
      ).row.reference
    } catch {
      throw .unlogged(error.cause, error.title)
    }
  }

  /// Runs `read`, which loads data for the messages. If it fails, the problem gets the error text
  /// of the packet page.
  func reading<Value>(
    _ read: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    do throws(Problem) {
      return try await read()
    } catch {
      throw PacketFeature.words.problem(error, during: .load)
    }
  }
}

extension PacketMailing {
  /// Returns the text of the message that the person wrote, from the option `--message` or from a
  /// file.
  ///
  /// Nil means that the default message is used.
  private func words(of request: PacketFeature.EmailRequest) throws(Problem) -> String? {
    guard let path = request.messageFile else { return request.message }
    guard request.message == nil else {
      throw Problem(
        .usage, "--message and --message-file cannot both be used.", fix: "Choose one of them.")
    }
    return try PacketMessageFile(path: path, reading: files).text()
  }

  private func message(
    _ request: PacketFeature.EmailRequest, _ words: String?, of packet: RecruitingPacket
  ) throws(Problem) -> PacketMessage {
    do throws(PacketRefusal) {
      return try PacketMessage(
        recipients: request.coaches, subject: request.subject ?? packet.defaultSubject,
        body: words ?? packet.defaultBody)
    } catch {
      throw error.problem
    }
  }

  private func checkLimit(of athlete: RecordID, sending: Int) async throws(Problem) {
    let start = PacketDailyLimit.start(now: calendar.now(), zone: calendar.zone())
    let sent = try await reading { () throws(Problem) in
      try await packets.sentCount(of: athlete, since: start)
    }
    do throws(PacketRefusal) {
      try PacketDailyLimit.check(sentToday: sent, sending: sending)
    } catch {
      throw error.problem
    }
  }

  /// Returns the recipients of the messages.
  ///
  /// A coach whose stored address a mail server would refuse is skipped and reported.
  private static func recipients(
    of delivery: PacketDelivery, getting packet: RecruitingPacket, on day: CalendarDay
  ) -> (to: [MailRecipient], skipped: [PacketRecipient]) {
    var to: [MailRecipient] = []
    var skipped = delivery.skipped
    // The file name has only ASCII letters, digits and the signs `_`, `-` and `.`, so every file
    // system accepts it. It contains the coach's handle (short name `c4`), as in
    // `Sam_Lee_RecruitingPacket-2026-11-22_c4.eml`.
    let stem = packet.fileName(on: day, extension: "eml").dropLast(".eml".count)
    for addressed in delivery.to {
      let coach = addressed.recipient
      guard let box = try? Mailbox(addressed.address.text, cleaning: coach.calledName) else {
        skipped.append(coach)
        continue
      }
      to.append(
        MailRecipient(
          box, record: coach.coach.id, words: coach.words,
          wordsWithAddress: "\(coach.words), \(box.address)",
          fileName: "\(stem)_\(coach.coach.handle).eml"))
    }
    return (to, skipped)
  }
}

import CivilTime
import Domain
import FamilyContext
import FeatureKit
import Mailing

/// Brings the packet to coaches by e-mail: prepares one message each, and sends them one after the other.
struct PacketPost: Sendable {
  let packets: PacketsGateway
  let maker: PacketMaker
  let mail: OutgoingMail
  let files: FileReading
  let calendar: LocalCalendar
  let ids: IDSource

  init(_ dependencies: Dependencies) {
    packets = dependencies[PacketsGateway.self]
    maker = PacketMaker(dependencies)
    mail = dependencies[OutgoingMail.self]
    files = dependencies[FileReading.self]
    calendar = dependencies[LocalCalendar.self]
    ids = dependencies[IDSource.self]
  }

  /// Everything up to the question. The limits are checked before anybody is looked up (rule 4.13), and what could never be
  /// sent is said before anybody is asked.
  func prepare(
    _ request: PacketFeature.EmailRequest, of athlete: RecordID
  ) async throws(Problem) -> PacketFeature.PacketSending {
    let words = try words(of: request)
    let packet = try await reading { () throws(Problem) in
      try await maker.packet(of: athlete, .forCoaches)
    }
    let message = try message(request, words, of: packet)
    let delivery = PacketDelivery(
      try await reading { () throws(Problem) in
        try await packets.recipients(message.recipients, of: athlete)
      })
    let (boxes, skipped) = Self.boxes(of: delivery)
    guard !boxes.isEmpty else { throw .noAddresses(skipped) }
    var server: String?
    if request.folder == nil {
      server = try await mail.serverWords(
        else: "--eml FOLDER writes the messages into files instead.")
      try await checkLimit(of: athlete, sending: boxes.count)
    }
    let attachment = try await maker.attachment(packet)
    var letters: [PacketFeature.PacketLetter] = []
    for (recipient, box) in boxes {
      let draft = MailDraft(
        to: box, subject: message.subject, text: message.body, attachments: [attachment],
        otherwiseFrom: packet.contact.email)
      letters.append(
        PacketFeature.PacketLetter(recipient, try await mail.compose(draft)))
    }
    return PacketFeature.PacketSending(
      athlete: athlete, letters: letters, skipped: skipped, server: server,
      folder: request.folder, batch: ids.next())
  }

  /// What cannot be read is said as the page says it; what cannot be sent, in the words of the mail.
  fileprivate func reading<Value>(
    _ read: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    do throws(Problem) {
      return try await read()
    } catch {
      throw PacketFeature.words.problem(error, during: .load)
    }
  }

  /// The message of one's own, from the line or from a file; nil for the usual one.
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
        recipients: request.coaches.map(\.id), subject: request.subject ?? packet.defaultSubject,
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

  /// Where each message goes; an address that no mail server takes is none.
  private static func boxes(
    of delivery: PacketDelivery
  ) -> (to: [(PacketRecipient, Mailbox)], skipped: [PacketRecipient]) {
    var boxes: [(PacketRecipient, Mailbox)] = []
    var skipped = delivery.skipped
    for addressed in delivery.to {
      let name = addressed.recipient.calledName
      if let box = try? Mailbox(addressed.address.text, cleaning: name) {
        boxes.append((addressed.recipient, box))
      } else {
        skipped.append(addressed.recipient)
      }
    }
    return (boxes, skipped)
  }
}

extension PacketPost {
  /// Sends what was agreed to. Each message a server took is logged at once, in a transaction of its own.
  func send(
    _ sending: PacketFeature.PacketSending, progress: (Int) -> Void
  ) async -> PacketFeature.PacketReport {
    typealias Line = PacketFeature.PacketReport.Line
    var logged: [Int: PacketFeature.PacketReport.Fate] = [:]
    let fates = await mail.send(sending.letters.map(\.message), starting: progress) { index in
      logged[index] = await log(sending.letters[index], sending, number: logged.count + 1)
    }
    let lines = zip(sending.letters, fates).enumerated().map { index, one in
      switch one.1 {
      case .sent: Line(one.0.recipient, logged[index] ?? .unlogged(Problem(.failed)))
      case .refused(let problem): Line(one.0.recipient, .refused(problem))
      case .untried: Line(one.0.recipient, .untried)
      }
    }
    return PacketFeature.PacketReport(
      lines + sending.skipped.map { Line($0, .withoutAddress) })
  }

  private func log(
    _ letter: PacketFeature.PacketLetter, _ sending: PacketFeature.PacketSending,
    number: Int
  ) async -> PacketFeature.PacketReport.Fate {
    do throws(Problem) {
      let saved = try await packets.recordSent(
        SentPacket(
          coach: letter.recipient.coach.id, subject: letter.message.subject,
          sentAt: calendar.now(), batch: sending.batch, number: number),
        of: sending.athlete)
      return .sent(saved.row.reference)
    } catch {
      return .unlogged(error)
    }
  }
}

extension PacketFeature {
  func prepareEmail(_ request: EmailRequest) -> Effect<Action> {
    .load(Self.emailID) { [family, post] () throws(Problem) in
      let athlete = try await post.reading { () throws(Problem) in
        try await family.athleteToChange()
      }
      return try await post.prepare(request, of: athlete)
    } into: {
      .emailPrepared($0)
    }
  }

  func send(_ sending: PacketSending) -> Effect<Action> {
    .run("sending", repeats: .join) { [post] send in
      let count = sending.letters.count
      let report = await post.send(sending) { done in
        send.tell(.progress(Progress("Sending the packet", done: done, of: count)))
      }
      send(.emailFinished(report))
    }
  }

  /// Hands the messages out as files, one for each coach.
  func writeMessages(_ sending: PacketSending) -> Effect<Action> {
    let files = sending.letters.map { letter -> Effect<Action> in
      let bytes = letter.message.bytes
      return .tell(
        .artifact(
          Artifact(
            name: letter.fileName, mediaType: MailMessage.mediaType,
            path: letter.path(in: sending)
          ) { sink throws(Problem) in try sink.write(bytes) }))
    }
    let skipped = sending.skipped.map { recipient -> Effect<Action> in
      .tell(
        .notice(Notice("\(recipient.words): no usable e-mail address, no message.", tone: .warning))
      )
    }
    return .merge(files + skipped)
  }
}

extension PacketFeature.PacketLetter {
  /// `Sam_Lee_RecruitingPacket_c4.eml`: letters and the coach's handle, which every file system takes.
  fileprivate var fileName: String {
    let packet = message.attachments.first?.name ?? "RecruitingPacket.pdf"
    return
      "\(packet.split(separator: ".").first ?? "RecruitingPacket")_\(recipient.coach.handle).eml"
  }

  /// A folder takes all; a name that ends in `.eml` is that of the one file.
  fileprivate func path(in sending: PacketFeature.PacketSending) -> String? {
    guard let folder = sending.folder else { return nil }
    if folder.lowercased().hasSuffix(".eml"), sending.letters.count == 1 { return folder }
    return folder.hasSuffix("/") ? folder + fileName : "\(folder)/\(fileName)"
  }
}

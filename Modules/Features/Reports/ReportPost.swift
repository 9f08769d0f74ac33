import Domain
import FeatureKit
import Mailing

/// Brings a report to people by e-mail: finds out who they are, and prepares one message each.
struct ReportPost: Sendable {
  let people: PeopleGateway
  let families: FamiliesGateway
  let mail: OutgoingMail

  init(_ dependencies: Dependencies) {
    people = dependencies[PeopleGateway.self]
    families = dependencies[FamiliesGateway.self]
    mail = dependencies[OutgoingMail.self]
  }

  /// How many may get one report at a time, as with the packet.
  static let mostReaders = 10

  /// Everything up to the question: what could never be sent is said before anybody is asked.
  func prepare(
    _ posting: ReportsFeature.Posting, _ file: ReportFile, for viewing: Viewing
  ) async throws(Problem) -> ReportsFeature.Sending {
    let own = try await reading { () throws(Problem) in
      try await people.profile(of: viewing.person).person.contactEmail
    }
    let (readers, skipped) = try await readers(posting.to, own, viewing)
    let server =
      posting.folder == nil
      ? try await mail.serverWords(else: "--eml FILE writes the message into a file instead.") : nil
    let attachment = try await MailAttachment(of: file)
    let words = ReportLetterWords(file.report, viewing)
    var letters: [ReportsFeature.Letter] = []
    for reader in readers {
      let draft = MailDraft(
        to: reader.box, subject: words.subject, text: words.text, attachments: [attachment],
        otherwiseFrom: own)
      letters.append(ReportsFeature.Letter(reader, try await mail.compose(draft)))
    }
    return ReportsFeature.Sending(
      letters, skipped: skipped, server: server, folder: posting.folder)
  }

  /// What cannot be read is said as the page says it; what cannot be sent, in the words of the mail.
  private func reading<Value>(
    _ read: () async throws(Problem) -> Value
  ) async throws(Problem) -> Value {
    do throws(Problem) {
      return try await read()
    } catch {
      throw ReportsFeature.words.problem(error, during: .load)
    }
  }
}

// MARK: - Who gets it

extension ReportPost {
  private typealias Reader = ReportsFeature.Reader

  /// Each address once, in the order given. Who was meant by name and has none is refused; a family goes without theirs.
  private func readers(
    _ addressees: [ReportsFeature.Addressee], _ own: String?, _ viewing: Viewing
  ) async throws(Problem) -> (to: [Reader], skipped: [String]) {
    let members = try await reading { () throws(Problem) in
      try await families.families().first { $0.family.id == viewing.family }?.members ?? []
    }
    var readers: [Reader] = []
    var skipped: [String] = []
    for addressee in addressees {
      switch addressee {
      case .me:
        guard let own, let box = try? Mailbox(own, cleaning: viewing.name) else {
          throw .noOwnAddress
        }
        readers.append(Reader(box, .oneself))
      case .family:
        guard !members.isEmpty else { throw .noFamily }
        readers += members.compactMap(Self.reader)
        skipped += members.filter { Self.reader($0) == nil }.map(\.reference.title)
      case .address(let address):
        let member = members.first { $0.email?.lowercased() == address.text }
        if let known = member.flatMap(Self.reader) {
          readers.append(known)
        } else {
          readers.append(try Self.outsider(address))
        }
      }
    }
    var seen: Set<String> = []
    readers = readers.filter { seen.insert($0.box.address.lowercased()).inserted }
    guard !readers.isEmpty else { throw .noAddresses }
    guard readers.count <= Self.mostReaders else { throw .tooManyReaders(readers.count) }
    return (readers, skipped)
  }

  private static func reader(_ member: FamilyPageData.Member) -> Reader? {
    guard let email = member.email,
      let box = try? Mailbox(email, cleaning: member.reference.title)
    else { return nil }
    return Reader(box, member.isSelf ? .oneself : .family)
  }

  private static func outsider(_ address: EmailAddress) throws(Problem) -> Reader {
    do throws(MailFailure) {
      return Reader(try Mailbox(address.text), .outside)
    } catch {
      throw error.problem
    }
  }
}

extension MailAttachment {
  fileprivate init(of file: ReportFile) async throws(Problem) {
    let bytes: [UInt8]
    do throws(Problem) {
      bytes = try await file.bytes()
    } catch {
      throw .exportFailed(file.format, error)
    }
    do throws(MailFailure) {
      self = try MailAttachment(name: file.name, mediaType: file.mediaType, bytes: bytes)
    } catch {
      throw error.problem
    }
  }
}

extension ReportsFeature {
  func send(_ sending: Sending) -> Effect<Action> {
    .run("report sending", repeats: .join) { [mail = post.mail] send in
      let count = sending.letters.count
      let fates = await mail.send(sending.letters.map(\.message)) { done in
        send.tell(.progress(Progress("Sending the report", done: done, of: count)))
      }
      send(.emailFinished(Sent(sending, fates)))
    }
  }

  /// Hands the messages out as files: one under the name that was given, more into a folder of it.
  func writeMessages(_ sending: Sending) -> Effect<Action> {
    let files = sending.letters.enumerated().map { index, letter -> Effect<Action> in
      let bytes = letter.message.bytes
      let name = sending.letters.count == 1 ? "report.eml" : "report-\(index + 1).eml"
      return .tell(
        .artifact(
          Artifact(
            name: name, mediaType: MailMessage.mediaType, path: sending.path(of: name)
          ) { sink throws(Problem) in try sink.write(bytes) }))
    }
    let skipped = sending.skipped.map { name -> Effect<Action> in
      .tell(.notice(Notice("\(name): no usable e-mail address, no message.", tone: .warning)))
    }
    return .merge(files + skipped)
  }
}

extension ReportsFeature.Sending {
  /// A folder takes all; a name that ends in `.eml` is that of the one file.
  fileprivate func path(of name: String) -> String? {
    guard let folder else { return nil }
    if folder.lowercased().hasSuffix(".eml"), letters.count == 1 { return folder }
    return folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
  }
}

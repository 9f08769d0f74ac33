import Domain
import FeatureKit
import Mailing

/// Sends a report by e-mail: it finds the addresses of the recipients, and writes the message.
struct ReportMailing: Sendable {
  let people: PeopleGateway
  let families: FamiliesGateway
  let mail: OutgoingMail

  init(_ dependencies: Dependencies) {
    people = dependencies[PeopleGateway.self]
    families = dependencies[FamiliesGateway.self]
    mail = dependencies[OutgoingMail.self]
  }

  /// Whether a report may be sent to any address. Otherwise it is sent only to people whose
  /// addresses are stored, such as members of the family.
  ///
  /// True if the person has set up the mail server. The mail server that all visitors of a web site
  /// share must not let a visitor send mail to strangers.
  private var reachesAnyone: Bool { mail.isSetUpHere }

  /// Returns whether the reports page offers to send a report to the family: a report may be sent
  /// to any address, and another member of the family has one. True if the addresses cannot
  /// be read, because there may be such a member.
  func reachesFamily(of viewing: Viewing) async -> Bool {
    guard reachesAnyone, let family = viewing.family else { return false }
    guard let addresses = try? await families.addressesOfOthers(family) else { return true }
    return addresses.contains { (try? Mailbox($0)) != nil }
  }

  /// The largest number of recipients of one report. It equals the limit for an e-mail with a
  /// recruiting packet, the document that presents an athlete to coaches (domain.md 4.13).
  static let mostReaders = PacketMessage.recipientCount.upperBound

  /// Builds the messages, which are sent after the person has confirmed them.
  ///
  /// Throws if the mail server or a recipient makes sending impossible. The person is then not
  /// asked to confirm messages that cannot be sent.
  func prepare(
    _ request: ReportsFeature.EmailRequest, _ file: ReportFile, for viewing: Viewing
  ) async throws(Problem) -> MailDelivery {
    let own = try await reading { () throws(Problem) in
      try await people.profile(of: viewing.person).person.contactEmail
    }
    let (readers, skipped) = try await readers(request.to, own, viewing)
    return try await mail.prepare(
      .report(file), MailText(file.report, viewing, otherwiseFrom: own), to: readers,
      skipping: skipped, folder: request.folder,
      attaching: { () throws(Problem) in try await MailAttachment(of: file) })
  }

  /// Runs `read`, which loads data for the messages. If it fails, the problem gets the error text
  /// of the reports page.
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

// MARK: - The recipients of a report

extension ReportMailing {
  /// Returns the recipients in the same order, with each address once.
  ///
  /// Throws if `me` is among them and the person has no address. Members of the family without an
  /// address are returned in `skipped`, so that the answer names them.
  private func readers(
    _ addressees: [ReportsFeature.Addressee], _ own: String?, _ viewing: Viewing
  ) async throws(Problem) -> (to: [MailRecipient], skipped: [String]) {
    let members = try await members(of: viewing)
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
    let isOne = readers.count == 1
    let recipients = readers.enumerated().map { index, reader in
      MailRecipient(
        reader.box, words: reader.words,
        fileName: isOne ? "report.eml" : "report-\(index + 1).eml")
    }
    return (recipients, skipped)
  }

  private func members(of viewing: Viewing) async throws(Problem) -> [FamilyPageData.Member] {
    try await reading { () throws(Problem) in
      try await families.families().first { $0.family.id == viewing.family }?.members ?? []
    }
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

/// A recipient of a report: the address, and whether it belongs to the sender, to a family member,
/// or to another person.
private struct Reader {
  enum Relation { case oneself, family, outside }

  let box: Mailbox
  let relation: Relation

  init(_ box: Mailbox, _ relation: Relation) {
    self.box = box
    self.relation = relation
  }

  /// The recipient in words, such as `Dana Lee, dana@example.org`. The text says if a recipient is
  /// outside of the family, because a report is about a minor.
  var words: String {
    let whole = [box.name, box.address].compactMap { $0 }.joined(separator: ", ")
    switch relation {
    case .oneself: return "yourself, \(box.address)"
    case .family: return whole
    case .outside: return "\(whole), who is not in your family here"
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

import CivilTime
import Documents
import Domain
import FamilyContext
import FeatureKit
import FeatureTesting
import MailTesting
import Packet
import Synchronization

/// The packet's commands over made-up gateways and a mail server that does as it is told.
final class PacketStage: Sendable {
  static let athlete = RecordID.numbered(1)
  static let parent = RecordID.numbered(2)
  static let now = Instant(seconds: 1_770_730_200)  // 2026-02-10, 13:30 in Greenwich

  struct Contents: Sendable {
    var packet = PacketContents(
      profile: ProfilePageData(
        reference: Reference(kind: .person, id: athlete, handle: "p1", title: "Sam Lee"),
        person: Person(
          id: athlete, email: "sam@example.org", role: .player, fullName: "Sam Lee",
          graduationYear: 2028)),
      schools: [], interactionsByType: [], lastContact: nil)
    var recipients: [PacketRecipient] = (1...3).map { PacketStage.coach($0) }
    var sentToday = 0
    var logged: [SentPacket] = []
    /// What logging throws, by coach.
    var logRefusals: [RecordID: Problem] = [:]
    /// What reading throws.
    var refusal: Problem?
    /// Who was looked up, how often.
    var lookups = 0
    var isParent = false
    /// Whom the page is about; a parent may have nobody yet.
    var lookedAt: RecordID? = PacketStage.athlete
    var athletes: [AthleteChoice] = []
    /// What was noted in the view log.
    var visits: [ViewLogEntry.ItemType] = []
    /// What lies on this machine, by path.
    var files: [String: [UInt8]] = [:]
  }

  let mail = FakeMail(sender: "Sam Lee", now: PacketStage.now)
  private let contents = Mutex(Contents())

  var state: Contents { contents.withLock { $0 } }

  func change(_ body: (inout Contents) -> Void) { contents.withLock { body(&$0) } }

  static func coach(_ number: Int, email: String? = "") -> PacketRecipient {
    PacketRecipient(
      coach: Reference(
        kind: .coach, id: .numbered(UInt64(10 + number)), handle: "c\(number)",
        title: ["Rivera, Ana", "Lee, Bo", "Kim, Jo"][(number - 1) % 3]),
      school: Reference(
        kind: .school, id: .numbered(UInt64(40 + number)), handle: "s\(number)",
        title: "Cedar Valley"),
      email: email == "" ? "coach\(number)@example.edu" : email)
  }

  private func checked() throws(Problem) {
    if let refusal = state.refusal { throw refusal }
  }
}

extension PacketStage {
  var dependencies: Dependencies {
    .testing("Packet")
      .providing(LocalCalendar.fixed(Self.now))
      .providing(family).providing(gateway).providing(mail.outgoing)
      .providing(FileReading.holding(state.files, portion: 1000))
      .providing(
        DocumentPrinting { document in Array("%PDF \(document.title) \(document.blocks)".utf8) })
  }

  private var family: FamilyContextClient {
    FamilyContextClient(
      current: { () throws(Problem) in
        try self.checked()
        let isParent = self.state.isParent
        return Viewing(
          person: isParent ? Self.parent : Self.athlete, role: isParent ? .parent : .player,
          name: isParent ? "Dana Lee" : "Sam Lee", athlete: self.state.lookedAt,
          athleteName: self.state.lookedAt.map { _ in "Sam Lee" })
      },
      athletes: { self.state.athletes },
      switchTo: { _ throws(Problem) in throw Problem(.unimplemented) },
      logView: { item, _, _ in self.change { $0.visits.append(item) } })
  }

  private var gateway: PacketsGateway {
    PacketsGateway {
      $0.contents = { _ throws(Problem) in
        try self.checked()
        return self.state.packet
      }
      $0.recipients = { ids, _ throws(Problem) in
        self.change { $0.lookups += 1 }
        let known = self.state.recipients
        var found: [PacketRecipient] = []
        for id in ids {
          guard let coach = known.first(where: { $0.coach.id == id }) else {
            throw Problem(.notFound, "There is no such coach.")
          }
          found.append(coach)
        }
        return found
      }
      $0.sentCount = { _, since in
        since == Instant(seconds: 1_770_681_600) ? self.state.sentToday : -1
      }
      $0.choose = { choice, _ throws(Problem) in
        try self.checked()
        self.change { contents in
          var player = contents.packet.profile.player ?? PlayerProfile()
          player.packetChoice = choice
          contents.packet.profile.player = player
        }
        return choice
      }
      $0.recordSent = { message, _ throws(Problem) in
        if let refusal = self.state.logRefusals[message.coach] { throw refusal }
        self.change { $0.logged.append(message) }
        let number = self.state.logged.count
        let id = RecordID.numbered(UInt64(90 + number))
        var interaction = Interaction(
          id: id, schoolID: .numbered(41), type: .email, direction: .outbound,
          occurredAt: message.sentAt, loggedBy: Self.athlete)
        interaction.subject = message.subject
        return Saved(
          InteractionRow(
            reference: Reference(
              kind: .interaction, id: id, handle: "i\(number)", title: message.subject),
            interaction: interaction,
            school: Reference(
              kind: .school, id: .numbered(41), handle: "s1", title: "Cedar Valley")))
      }
    }
  }
}

/// What a host heard of one line.
struct PacketHeard {
  var problems: [Problem] = []
  var done: [Done] = []
  var notices: [String] = []
  var questions: [HostQuestion] = []
  var artifacts: [Artifact] = []
  var progress: [Progress] = []
  var page: Page
}

extension PacketStage {
  /// Says a line as a host would, and answers its question with yes when `agrees`.
  func say(_ line: String, agrees: Bool = false) async throws(Problem) -> PacketHeard {
    let told = Mutex<[HostOutcome]>([])
    let box = FeatureBox(PacketFeature.self, dependencies: dependencies) { outcome in
      told.withLock { $0.append(outcome) }
    }
    let index = CommandIndex([box])
    let match = try index.match(CommandText.words(line))
    var draft = try CommandDraft(match.command, words: match.rest)
    let resolver = ReferenceResolver.knowing(
      state.recipients.map(\.coach)
        + [Reference(kind: .coach, id: .numbered(666), handle: "c666", title: "Nobody")])
    for pending in draft.unresolved {
      draft.resolve(pending, as: try await resolver.resolve(pending.text, as: pending.kinds))
    }
    await (try box.perform(draft, in: ParseContext(now: Self.now, zone: .utc))).settled()
    if agrees {
      for case .question(let question) in told.withLock({ $0 }) { await question.yes().settled() }
    }
    let viewer = Viewer(name: "Sam Lee", isReadOnly: state.isParent)
    let page = box.page(in: PageContext(now: Self.now, zone: .utc, viewer: viewer))
    var heard = PacketHeard(page: page)
    for outcome in told.withLock({ $0 }) {
      switch outcome {
      case .problem(let problem): heard.problems.append(problem)
      case .done(let done): heard.done.append(done)
      case .notice(let notice): heard.notices.append(notice.text)
      case .question(let question): heard.questions.append(question)
      case .artifact(let artifact): heard.artifacts.append(artifact)
      case .progress(let progress): heard.progress.append(progress)
      case .open, .needs: break
      }
    }
    return heard
  }
}

public import Basics
public import CivilTime

/// The content of the packet for coaches, its recipients by e-mail, and the log of sent packets (rule 4.13).
public struct PacketsGateway: Gateway {
  public var contents = Endpoint<RecordID, PacketContents>("contents")
  public var recipients = Endpoint<
    (coaches: [RecordID], athlete: RecordID), [PacketRecipient]
  >("recipients")
  public var sentCount = Endpoint<(athlete: RecordID, since: Instant), Int>("sentCount")
  public var recordSent = Endpoint<
    (message: SentPacket, athlete: RecordID), Saved<InteractionRow>
  >("recordSent")

  public var choose = Endpoint<(choice: PacketChoice, athlete: RecordID), PacketChoice>("choose")

  public init() {}
}

extension PacketsGateway {
  public func contents(of athlete: RecordID) async throws(Problem) -> PacketContents {
    try await contents(athlete)
  }

  /// Returns the coaches of the family's schools with these ids. If one id belongs to another
  /// family, all are refused. A parent is refused.
  public func recipients(
    _ coaches: [RecordID], of athlete: RecordID
  ) async throws(Problem) -> [PacketRecipient] {
    try await recipients((coaches, athlete))
  }

  /// Returns how many messages were sent since then, for the daily limit. A message whose log entry
  /// was undone still counts, because it was sent.
  public func sentCount(of athlete: RecordID, since: Instant) async throws(Problem) -> Int {
    try await sentCount((athlete, since))
  }

  /// Stores the choice of what the packet shows. Only the athlete may do this.
  public func choose(
    _ choice: PacketChoice, of athlete: RecordID
  ) async throws(Problem) -> PacketChoice {
    try await choose((choice, athlete))
  }

  /// Logs one accepted message as an interaction in its own transaction, because sending cannot be undone. All messages of a batch are one
  /// undo step.
  public func recordSent(
    _ message: SentPacket, of athlete: RecordID
  ) async throws(Problem) -> Saved<InteractionRow> {
    try await recordSent((message, athlete))
  }
}

/// Everything a packet may show; the packet's rules choose from it.
public struct PacketContents: Equatable, Sendable {
  public var profile: ProfilePageData
  public var schools: [School]
  public var interactionsByType: [Tally]
  public var lastContact: Instant?
  /// The best measurement of each chosen measure, in the usual order of the types.
  public var measurements: [MetricRow]
  /// Future showcases and games without a school; an event of a school would reveal that school.
  public var dates: [RecruitingEvent]

  public init(
    profile: ProfilePageData, schools: [School], interactionsByType: [Tally], lastContact: Instant?,
    measurements: [MetricRow] = [], dates: [RecruitingEvent] = []
  ) {
    self.measurements = measurements
    self.dates = dates
    self.profile = profile
    self.schools = schools
    self.interactionsByType = interactionsByType
    self.lastContact = lastContact
  }
}

public struct PacketRecipient: Equatable, Sendable {
  public var coach: Reference
  public var school: Reference
  /// The coach's address; a recipient without one is skipped and reported.
  public var email: String?

  public init(coach: Reference, school: Reference, email: String?) {
    self.coach = coach
    self.school = school
    self.email = email
  }
}

public struct SentPacket: Equatable, Sendable {
  public var coach: RecordID
  public var subject: String
  public var sentAt: Instant
  /// The id of the command that sent the message. `number` says how many messages the command has
  /// sent so far.
  public var batch: RecordID?
  public var number: Int

  public init(
    coach: RecordID, subject: String, sentAt: Instant, batch: RecordID? = nil, number: Int = 1
  ) {
    self.coach = coach
    self.subject = subject
    self.sentAt = sentAt
    self.batch = batch
    self.number = number
  }
}

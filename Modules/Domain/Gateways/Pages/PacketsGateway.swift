public import Basics
public import CivilTime

/// The operations for the recruiting packet that an athlete sends to coaches: its contents, its
/// recipients by e-mail, and the log of sent packets (domain.md 4.13).
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

  /// Returns the coaches with these ids. Throws a problem if one of them does not belong to the
  /// family's schools, or if the signed-in person is a parent.
  public func recipients(
    _ coaches: [RecordID], of athlete: RecordID
  ) async throws(Problem) -> [PacketRecipient] {
    try await recipients((coaches, athlete))
  }

  /// Returns how many packets were sent by e-mail since an instant, for the daily limit. A packet
  /// still counts if its log entry was undone, because it was sent.
  public func sentCount(of athlete: RecordID, since: Instant) async throws(Problem) -> Int {
    try await sentCount((athlete, since))
  }

  /// Stores which parts of the profile the packet shows. Only the athlete may choose this.
  public func choose(
    _ choice: PacketChoice, of athlete: RecordID
  ) async throws(Problem) -> PacketChoice {
    try await choose((choice, athlete))
  }

  /// Logs one e-mail that the mail server accepted, as an interaction with the coach.
  ///
  /// Each e-mail is logged in a transaction of its own as soon as it is sent, so that a failure of
  /// a later e-mail does not remove it from the log. The log entries of all e-mails of one command
  /// are one step for `undo`.
  public func recordSent(
    _ message: SentPacket, of athlete: RecordID
  ) async throws(Problem) -> Saved<InteractionRow> {
    try await recordSent((message, athlete))
  }
}

/// All data that a recruiting packet can contain. `RecruitingPacket` chooses from it by the
/// athlete's settings, and by whether the packet is a copy for coaches or for the family.
public struct PacketContents: Equatable, Sendable {
  public var profile: ProfilePageData
  public var schools: [School]
  public var interactionsByType: [Tally]
  public var lastContact: Instant?
  /// The best measurement of each measure that the athlete chose for the packet, in the order in
  /// which the program lists measures.
  public var measurements: [MetricRow]
  /// Future showcases and games that are not linked to a school. Other events are left out, because
  /// they would reveal which schools the athlete visits.
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
  /// The coach's e-mail address. If a coach has none, the answer says that this coach gets no
  /// e-mail.
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
  /// An id that all e-mails of the same command share. `number` is how many e-mails this command
  /// has sent so far, this one included.
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

public import Domain
public import FeatureKit
public import Mailing

extension PacketFeature {
  /// What the page remembers: which copy is looked at, and what was loaded for it.
  public struct State: Equatable, Sendable {
    public var copy: RecruitingPacket.Copy
    public var preview = Loading<Preview>.idle

    public init(_ copy: RecruitingPacket.Copy = .forCoaches) {
      self.copy = copy
    }
  }

  /// Who looks at whose packet, and what is in it. One value, so that nobody's name ever stands over another's packet.
  public struct Preview: Equatable, Sendable {
    public var viewing: Viewing
    /// The athletes a parent can switch between; empty for an athlete.
    public var athletes: [AthleteChoice]
    /// Nil for a parent who is not linked to an athlete yet.
    public var contents: Contents?

    public init(
      viewing: Viewing, athletes: [AthleteChoice] = [], contents: Contents? = nil
    ) {
      self.viewing = viewing
      self.athletes = athletes
      self.contents = contents
    }
  }

  /// What would be disclosed, and what a better packet still lacks.
  public struct Contents: Equatable, Sendable {
    public var packet: RecruitingPacket
    public var gaps: [PacketReadiness.Gap]

    public init(packet: RecruitingPacket, gaps: [PacketReadiness.Gap] = []) {
      self.packet = packet
      self.gaps = gaps
    }
  }

  /// What `packet choose` was told.
  public struct ChoiceChange: Equatable, Sendable {
    /// Measures in the place of those that were chosen; nil keeps them, none leaves them out.
    public var measures: [MetricType]?
    public var shows: [PacketPart]
    public var hides: [PacketPart]

    public init(measures: [MetricType]?, shows: [PacketPart] = [], hides: [PacketPart] = []) {
      self.measures = measures
      self.shows = shows
      self.hides = hides
    }

    func applied(to choice: PacketChoice) -> PacketChoice {
      var changed = PacketChoice(
        measures: measures ?? choice.measures, hidden: choice.hidden, shown: choice.shown)
      shows.forEach { changed.show($0) }
      hides.forEach { changed.hide($0) }
      return changed
    }
  }

  /// What a packet is written as.
  public enum FileFormat: String, Equatable, Sendable {
    case html, pdf
  }

  /// What `packet email` was told.
  public struct EmailRequest: Equatable, Sendable {
    public var coaches: [Reference]
    /// The usual one when nil, as for the message.
    public var subject: String?
    public var message: String?
    /// A file with the message in it, instead.
    public var messageFile: String?
    /// Where the messages are written instead of being sent.
    public var folder: String?

    public init(
      _ coaches: [Reference], subject: String? = nil, message: String? = nil,
      messageFile: String? = nil, folder: String? = nil
    ) {
      self.coaches = coaches
      self.subject = subject
      self.message = message
      self.messageFile = messageFile
      self.folder = folder
    }
  }

  /// The packet about to go out: whose it is, and what makes the messages of one command one step of undo.
  public struct Email: Equatable, Sendable {
    public var delivery: MailDelivery
    public var athlete: RecordID
    public var batch: RecordID

    public init(_ delivery: MailDelivery, of athlete: RecordID, batch: RecordID) {
      self.delivery = delivery
      self.athlete = athlete
      self.batch = batch
    }
  }
}

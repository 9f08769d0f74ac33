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

  /// One coach's message, ready to go.
  public struct PacketLetter: Equatable, Sendable {
    public var recipient: PacketRecipient
    public var message: MailMessage

    public init(_ recipient: PacketRecipient, _ message: MailMessage) {
      self.recipient = recipient
      self.message = message
    }
  }

  /// Everything that is about to go out.
  public struct PacketSending: Equatable, Sendable {
    public var athlete: RecordID
    public var letters: [PacketLetter]
    /// Chosen coaches without an address.
    public var skipped: [PacketRecipient]
    /// The server as people know it; nil when the messages are written into a folder.
    public var server: String?
    public var folder: String?
    /// What makes the messages of one command one step of undo.
    public var batch: RecordID

    public init(
      athlete: RecordID, letters: [PacketLetter], skipped: [PacketRecipient] = [],
      server: String? = nil, folder: String? = nil, batch: RecordID
    ) {
      self.athlete = athlete
      self.letters = letters
      self.skipped = skipped
      self.server = server
      self.folder = folder
      self.batch = batch
    }
  }

  /// What became of the messages, each under the coach it was for.
  public struct PacketReport: Equatable, Sendable {
    public enum Fate: Equatable, Sendable {
      /// Taken by the server, and logged as this interaction.
      case sent(Reference)
      /// Taken by the server, and not to be logged.
      case unlogged(Problem)
      case refused(Problem)
      /// Not tried, because the one before showed that the server takes nothing.
      case untried
      case withoutAddress
    }

    public struct Line: Equatable, Sendable {
      public var recipient: PacketRecipient
      public var fate: Fate

      public init(_ recipient: PacketRecipient, _ fate: Fate) {
        self.recipient = recipient
        self.fate = fate
      }
    }

    public var lines: [Line]

    public init(_ lines: [Line]) {
      self.lines = lines
    }
  }
}

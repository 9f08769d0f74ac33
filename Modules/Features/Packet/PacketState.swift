public import Domain
public import FeatureKit
public import Mailing

extension PacketFeature {
  /// The state of the page: which copy of the recruiting packet it shows (for coaches or for the
  /// family), and the data loaded for it. The packet presents an athlete to coaches.
  public struct State: PageState {
    public var copy: RecruitingPacket.Copy
    public var loaded = Loading<Preview>.idle

    public init(_ copy: RecruitingPacket.Copy = .forCoaches) {
      self.copy = copy
    }
  }

  /// The data of the page, loaded in one step. The viewer, the athletes and the packet are one
  /// value, so that the page never shows one athlete's name with another athlete's packet.
  public struct Preview: Equatable, Sendable {
    public var viewing: Viewing
    /// The athletes that a parent can switch between. Empty for an athlete.
    public var athletes: [AthleteChoice]
    /// The packet. Nil for a parent who is not linked to an athlete yet.
    public var contents: Contents?

    public init(
      viewing: Viewing, athletes: [AthleteChoice] = [], contents: Contents? = nil
    ) {
      self.viewing = viewing
      self.athletes = athletes
      self.contents = contents
    }
  }

  /// The content of a recruiting packet (the profile of an athlete for coaches), and the values of
  /// the profile that a good packet needs and that are missing.
  public struct Contents: Equatable, Sendable {
    public var packet: RecruitingPacket
    public var gaps: [PacketReadiness.Gap]

    public init(packet: RecruitingPacket, gaps: [PacketReadiness.Gap] = []) {
      self.packet = packet
      self.gaps = gaps
    }
  }

  /// The values that a person typed for `packet choose`, which chooses what the packet contains.
  public struct ChoiceChange: Equatable, Sendable {
    /// The measures, such as exit velocity, that the packet contains from now on. Nil leaves the
    /// chosen measures as they are, and an empty list removes them.
    public var measures: [MetricType]?
    /// The parts of the athlete's data, such as `gpa`, that the packet contains from now on. Nil
    /// leaves the chosen parts as they are.
    public var parts: [PacketPart]?
    public var shows: [PacketPart]
    public var hides: [PacketPart]

    public init(
      measures: [MetricType]?, parts: [PacketPart]? = nil, shows: [PacketPart] = [],
      hides: [PacketPart] = []
    ) {
      self.measures = measures
      self.parts = parts
      self.shows = shows
      self.hides = hides
    }

    var isEmpty: Bool { measures == nil && parts == nil && shows.isEmpty && hides.isEmpty }

    func applied(to choice: PacketChoice) -> PacketChoice {
      var changed = PacketChoice(
        measures: measures ?? choice.measures, hidden: choice.hidden, shown: choice.shown)
      if let parts {
        PacketPart.allCases.forEach { changed.hide($0) }
        parts.forEach { changed.show($0) }
      }
      shows.forEach { changed.show($0) }
      hides.forEach { changed.hide($0) }
      return changed
    }
  }

  /// The format in which a recruiting packet is saved: a page for a browser, or a PDF.
  public enum FileFormat: String, Equatable, Sendable {
    case html, pdf
  }

  /// The values that a person typed for `packet email`, which sends the packet to coaches.
  public struct EmailRequest: Equatable, Sendable {
    public var coaches: [RecordID]
    /// The subject and the message of the e-mail. If one of them is nil, its default text is used.
    public var subject: String?
    public var message: String?
    /// The path of a file with the message; nil if the message is an option.
    public var messageFile: String?
    /// The folder into which the messages are written instead of being sent; nil if they are sent.
    public var folder: String?

    public init(
      _ coaches: [RecordID], subject: String? = nil, message: String? = nil,
      messageFile: String? = nil, folder: String? = nil
    ) {
      self.coaches = coaches
      self.subject = subject
      self.message = message
      self.messageFile = messageFile
      self.folder = folder
    }
  }

  /// The messages with which a packet is sent to coaches.
  ///
  /// The program logs a contact for each message. All these contacts have the same `batch`, so that
  /// one `undo` removes them together.
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

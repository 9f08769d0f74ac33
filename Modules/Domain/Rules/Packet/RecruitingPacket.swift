/// The packet for coaches as a value: the content of each part, before a renderer draws it (rule 4.13).
///
/// It holds only values that may be shown. Notes, names of coaches, offers, measurements that the athlete did not choose, the phone number,
/// the home and social media names are left out. Text is as people wrote it: renderers escape it.
public struct RecruitingPacket: Equatable, Sendable {
  public var copy: Copy
  public var cover: Cover
  public var cards: [Line]
  /// Sport, positions, hands and club; if empty, the part is omitted.
  public var athletics: [Line]
  /// The best value of each measurement type that the athlete chose.
  public var measurements: [Measurement]
  /// The dates on which coaches can see the athlete play.
  public var dates: [Line]
  public var contact: Contact
  /// The academic lines; if there are none, the part is omitted. The same is true of the videos and the schools.
  public var academics: [Line]
  public var videos: [Video]
  public var tiers: [Tier]
  /// The family's contacts, which are only in the family's own copy.
  public var activity: Activity?
  public var footer: Footer

  /// The reader of the packet (rule 9).
  public enum Copy: Hashable, Sendable {
    /// The only copy that may be e-mailed.
    case forCoaches
    /// The copy with the other schools and the contacts, which would tell a coach whom else the family talks to.
    case forFamily
  }

  public struct Cover: Equatable, Sendable {
    public var name: String
    /// Whether the athlete has a photo. Its address is left out, because loading the picture would tell its host who opens the packet;
    /// initials are shown instead.
    public var hasPhoto: Bool
    public var position: String?
    /// `Cedar Valley High • Class of 2028`, or the part that is known.
    public var schoolLine: String?
    /// The line with the date: `Generated February 10, 2026`.
    public var generated: String
  }

  /// A title and its value: `GPA`, `3.60`.
  public struct Line: Hashable, Sendable {
    public var title: String
    public var value: String

    public init(_ title: String, _ value: String) {
      self.title = title
      self.value = value
    }
  }

  /// `Fastball Velocity`, `85.50 mph`, `Feb 1, 2026`, `Verified at Spring Showcase`.
  public struct Measurement: Hashable, Sendable {
    public var title: String
    public var value: String
    public var day: String
    public var verification: String
  }

  static let mostMeasures = 8
  public static let mostDates = 5

  public struct Contact: Equatable, Sendable {
    /// Nil if it is missing, or if the athlete does not share it.
    public var email: String?
    public var emailText: String { email ?? "Not provided" }
    public var phoneText: String { "Available upon request" }

    /// `Write to Sam Lee at sam@example.org. Phone number: Available upon request.`
    public func sentence(naming name: String) -> String {
      let email = email.map { "Write to \(name) at \($0)." } ?? "E-mail: \(emailText)."
      return "\(email) Phone number: \(phoneText)."
    }
  }

  public struct Video: Equatable, Sendable {
    /// The name of the video site: `YouTube`.
    public var platform: String
    /// The title, or else the address.
    public var text: String
    /// An http or https address; any other address is shown as text.
    public var link: String?
  }

  public struct Tier: Equatable, Sendable {
    public var tier: PriorityTier
    public var schools: [SchoolLine]
    /// The heading of the schools of one tier: `Priority A Schools (2)`.
    public var title: String { "Priority \(tier.rawValue) Schools (\(schools.count))" }
  }

  public struct SchoolLine: Equatable, Sendable {
    public var name: String
    public var location: String?
    public var division: String?
    public var conference: String?
    public var badge: String
    public var fitScore: Int?
  }

  public struct Activity: Equatable, Sendable {
    public var schoolCount: Int
    public var interactionCount: Int
    /// `February 3, 2026`; nil without any contact.
    public var lastContact: String?
    public var breakdown: PacketBreakdown
  }

  public struct Footer: Equatable, Sendable {
    public var product: String
    public var date: String
  }

  public var mayBeEmailed: Bool { copy == .forCoaches }

  static let product = "Recruiting Compass"
}

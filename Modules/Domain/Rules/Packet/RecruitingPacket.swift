/// The recruiting packet for coaches as a value: the content of each part, before a renderer draws
/// it (rule 4.13).
///
/// It contains only values that may be shown. Notes, names of coaches, offers, measurements that
/// the athlete did not choose, the phone number, the home and social media names are left out.
/// Texts are as people wrote them, so renderers have to escape them.
public struct RecruitingPacket: Equatable, Sendable {
  public var copy: Copy
  public var cover: Cover
  public var cards: [Line]
  /// The lines about sport, positions, hands and club. If there are none, the part is omitted.
  public var athletics: [Line]
  /// The best value of each measurement type that the athlete chose.
  public var measurements: [Measurement]
  /// The coming dates on which coaches can see the athlete play.
  public var dates: [Line]
  public var contact: Contact
  /// The lines about academics. If there are none, the part is omitted, and the same is true of the
  /// videos and the schools.
  public var academics: [Line]
  public var videos: [Video]
  public var tiers: [Tier]
  /// The summary of the family's contacts, which only the family's own copy has.
  public var activity: Activity?
  public var footer: Footer

  /// The copy of a packet, by its reader (rule 9).
  public enum Copy: Hashable, Sendable {
    /// The copy for coaches, the only one that may be e-mailed.
    case forCoaches
    /// The family's own copy, which also has all schools and contacts. Those would tell a coach
    /// which other schools the family talks to.
    case forFamily
  }

  public struct Cover: Equatable, Sendable {
    public var name: String
    /// True if the athlete has a photo. The packet does not contain its address, because loading
    /// the picture would tell its host who opens the packet. Initials are shown instead.
    public var hasPhoto: Bool
    public var position: String?
    /// The high school and the class, such as `Cedar Valley High • Class of 2028`, or the part that
    /// is known.
    public var schoolLine: String?
    /// The line with the date, such as `Generated February 10, 2026`.
    public var generated: String
  }

  /// A title and its value, such as `GPA` and `3.60`.
  public struct Line: Hashable, Sendable {
    public var title: String
    public var value: String

    public init(_ title: String, _ value: String) {
      self.title = title
      self.value = value
    }
  }

  /// A measurement, such as `Fastball Velocity`, `85.50 mph`, `Feb 1, 2026`,
  /// `Verified at Spring Showcase`.
  public struct Measurement: Hashable, Sendable {
    public var title: String
    public var value: String
    public var day: String
    public var verification: String
  }

  static let mostMeasures = 8
  public static let mostDates = 5

  public struct Contact: Equatable, Sendable {
    /// The e-mail address; nil if it is missing, or if the athlete does not share it.
    public var email: String?
    public var emailText: String { email ?? "Not provided" }
    public var phoneText: String { "Available upon request" }

    /// Returns a sentence such as
    /// `Write to Sam Lee at sam@example.org. Phone number: Available upon request.`
    public func sentence(naming name: String) -> String {
      let email = email.map { "Write to \(name) at \($0)." } ?? "E-mail: \(emailText)."
      return "\(email) Phone number: \(phoneText)."
    }
  }

  public struct Video: Equatable, Sendable {
    /// The name of the video site, such as `YouTube`.
    public var platform: String
    /// The video's title, or else its address.
    public var text: String
    /// The address if it is an http or https address; nil for any other, which is shown only as
    /// text.
    public var link: String?
  }

  public struct Tier: Equatable, Sendable {
    public var tier: PriorityTier
    public var schools: [SchoolLine]
    /// The heading of the schools of one tier, such as `Priority A Schools (2)`.
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
    /// The day of the last contact, such as `February 3, 2026`; nil without any contact.
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

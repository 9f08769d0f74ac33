/// The content of a recruiting packet, which presents an athlete to coaches. A renderer turns it
/// into a page or a document (domain.md 4.13).
///
/// It contains only values that its readers may see. It never contains notes, names of coaches,
/// offers, measurements that the athlete did not choose, the phone number, the home address and the
/// names on social media. Texts are as people typed them, so a renderer has to escape them.
public struct RecruitingPacket: Equatable, Sendable {
  public var copy: Copy
  public var cover: Cover
  public var cards: [Line]
  /// The lines about sport, positions, batting and throwing, and club. A renderer omits this
  /// section if there are none.
  public var athletics: [Line]
  /// The best value of each measurement type that the athlete chose for the packet.
  public var measurements: [Measurement]
  /// The coming events at which coaches can see the athlete play, one line each.
  public var dates: [Line]
  public var contact: Contact
  /// The lines about academics. A renderer omits the sections of academics, videos and schools if
  /// they have no entries.
  public var academics: [Line]
  public var videos: [Video]
  public var tiers: [Tier]
  /// The summary of the family's contacts with schools; nil in the copy for coaches.
  public var activity: Activity?
  public var footer: Footer

  /// The two copies of a packet: one for coaches, and the family's own copy, which also shows the
  /// schools and the contacts with them (domain.md 9).
  public enum Copy: Hashable, Sendable {
    /// The copy for coaches. Only this copy may be e-mailed.
    case forCoaches
    /// The family's own copy, which also contains the schools and the contacts with them. In a
    /// coach's copy, these would reveal which other schools the family talks to.
    case forFamily
  }

  public struct Cover: Equatable, Sendable {
    public var name: String
    /// True if the athlete has a photo. The packet shows the athlete's initials and not the photo,
    /// because loading it would tell the server of the photo who opens the packet.
    public var hasPhoto: Bool
    public var position: String?
    /// The high school and the class, such as `Cedar Valley High • Class of 2028`. If only one of
    /// them is known, it contains that one; nil if neither is known.
    public var schoolLine: String?
    /// The line with the date on which the packet was created, such as
    /// `Generated February 10, 2026`.
    public var generated: String
  }

  /// A line with a title and a value, such as `GPA` and `3.60`.
  public struct Line: Hashable, Sendable {
    public var title: String
    public var value: String

    public init(_ title: String, _ value: String) {
      self.title = title
      self.value = value
    }
  }

  /// A measurement as texts: the title `Fastball Velocity`, the value `85.50 mph`, the day
  /// `Feb 1, 2026` and the verification `Verified at Spring Showcase`.
  public struct Measurement: Hashable, Sendable {
    public var title: String
    public var value: String
    public var day: String
    public var verification: String
  }

  static let mostMeasures = 8
  public static let mostDates = 5

  public struct Contact: Equatable, Sendable {
    /// The athlete's e-mail address; nil if there is none, or if the athlete chose not to share it.
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
    /// The address of the video if it begins with `http` or `https`. For any other address it is
    /// nil, so that the packet shows only text without a link.
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
    /// The day of the newest interaction, such as `February 3, 2026`; nil if there are no
    /// interactions.
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

public import JSON

/// The athlete's profile, stored under the preference category `player`.
public struct PlayerProfile: PreferenceData {
  public static let category = PreferenceCategory.player
  public var object: JSONObject = [:]

  public init() {}

  /// The graduation year in the profile. The column `users.graduation_year` can have another year,
  /// so pages use `ProfilePageData.graduationYear`, which takes the year of the column and uses
  /// this one only if the column is empty (domain.md 4.1).
  public var graduationYear: Int? {
    get { whole("graduation_year") }
    set { write(newValue, to: "graduation_year") }
  }
  public var primarySport: String? {
    get { text("primary_sport") }
    set { write(newValue, to: "primary_sport") }
  }
  /// The athlete's main position, which the recruiting packet shows. The list `positions` may lack
  /// it.
  public var primaryPosition: String? {
    get { text("primary_position") }
    set { write(newValue, to: "primary_position") }
  }
  public var positions: [String] {
    get { texts("positions") }
    set { write(newValue, to: "positions") }
  }
  /// The name of the high school. Some rows store it under `school_name` instead of `high_school`.
  public var highSchool: String? {
    get { text("high_school") ?? text("school_name") }
    set {
      write(newValue, to: "high_school")
      object["school_name"] = nil
    }
  }
  public var clubTeam: String? {
    get { text("club_team") }
    set { write(newValue, to: "club_team") }
  }
  public var bats: Side? {
    get { text("bats").flatMap(Side.init(rawValue:)) }
    set { write(newValue?.rawValue, to: "bats") }
  }
  public var throwing: Side? {
    get { text("throws").flatMap(Side.init(rawValue:)) }
    set { write(newValue?.rawValue, to: "throws") }
  }
  /// The height in inches, the unit that coaches in the United States expect. Pages show it as
  /// `6'1"`.
  public var heightInches: Int? {
    get { whole("height_inches") }
    set { write(newValue, to: "height_inches") }
  }
  public var weightPounds: Int? {
    get { whole("weight_lbs") }
    set { write(newValue, to: "weight_lbs") }
  }
  /// The grade point average. Pages use it instead of the value in the column `users.gpa`
  /// (domain.md 4.13).
  public var gpa: Double? {
    get { number("gpa") }
    set { write(newValue, to: "gpa") }
  }
  public var satScore: Int? {
    get { whole("sat_score") }
    set { write(newValue, to: "sat_score") }
  }
  public var actScore: Int? {
    get { whole("act_score") }
    set { write(newValue, to: "act_score") }
  }
  public var coreCourses: [String] {
    get { texts("core_courses") }
    set { write(newValue, to: "core_courses") }
  }
  /// The athlete's account name at Twitter. The recruiting packet (the document for coaches)
  /// contains neither this name nor those in other social networks nor the athlete's ids at the NCAA
  /// and other organizations. The form of the profile reads and writes all of these by their keys.
  public var twitterHandle: String? {
    get { text("twitter_handle") }
    set { write(newValue, to: "twitter_handle") }
  }
  /// The phone number. No document shows it; the recruiting packet, the document for coaches, only
  /// says that they may ask for it (domain.md 4.13).
  public var phone: String? {
    get { text("phone") }
    set { write(newValue, to: "phone") }
  }
  /// The e-mail address for coaches. If it is nil, the address of the athlete's account is used.
  public var email: String? {
    get { text("email") }
    set { write(newValue, to: "email") }
  }
  /// Whether the phone number may be shared. The value is stored for another app that uses the same
  /// tables; no document of this program shows a phone number.
  public var allowsSharingPhone: Bool? {
    get { flag("allow_share_phone") }
    set { write(newValue, to: "allow_share_phone") }
  }
  /// Whether recruiting packets may show the e-mail address. A packet (the document for coaches)
  /// omits the address only if the value is false, not if it is nil (domain.md 4.13).
  public var allowsSharingEmail: Bool? {
    get { flag("allow_share_email") }
    set { write(newValue, to: "allow_share_email") }
  }
  /// The athlete's videos, with the most important one first.
  public var videoLinks: [VideoLink] {
    get { object["video_links"]?.array?.compactMap(VideoLink.init) ?? [] }
    set { object["video_links"] = newValue.isEmpty ? nil : .array(newValue.map(\.json)) }
  }

  // The ranges of numbers that the profile accepts. A number is checked when a person enters it and
  // not when a stored row is read, so that rows with other numbers stay readable (domain.md 2.5).
  public static let graduationYears = 2024...2040
  public static let heightRange = 48...96
  public static let weightRange = 100...400
  public static let gpaRange = 0.0...5.0
  public static let satRange = 400...1600
  public static let actRange = 1...36
}

/// The side on which an athlete bats, or the hand with which the athlete throws. `switch` means
/// both.
public enum Side: String, Vocabulary {
  case left = "L"
  case right = "R"
  case `switch` = "S"

  public var words: String {
    switch self {
    case .left: "Left"
    case .right: "Right"
    case .switch: "Switch"
    }
  }
}

/// A video of the athlete on a web site.
public struct VideoLink: Equatable, Sendable {
  public var title: String?
  public var url: String
  /// The name of the web site that has the video, such as `youtube`, as the family entered it.
  public var platform: String?

  public init(title: String? = nil, url: String, platform: String? = nil) {
    self.title = title
    self.url = url
    self.platform = platform
  }

  /// Creates a link from stored JSON; nil if the JSON has no web address, because such a video
  /// cannot be opened.
  init?(_ json: JSONValue) {
    guard let url = json["url"]?.string, !url.isEmpty else { return nil }
    self.init(title: json["title"]?.string, url: url, platform: json["platform"]?.string)
  }

  var json: JSONValue {
    var object = JSONObject()
    object["title"] = title.map(JSONValue.string)
    object["url"] = .string(url)
    object["platform"] = platform.map(JSONValue.string)
    return .object(object)
  }
}

import Basics
public import JSON

/// Finds the values that a profile lacks for a good recruiting packet, the document that presents
/// an athlete to coaches. The packet leaves out each missing value (domain.md 4.13).
public enum PacketReadiness {
  /// A value that a profile can lack. The cases are in the order in which a packet shows the
  /// values.
  public enum Gap: CaseIterable, Hashable, Sendable {
    case name, position, highSchool, graduationYear, height, weight, gpa, testScore, coreCourses
    case email, video

    /// The name of the missing value in a list of such values, such as `primary position`.
    public var words: String {
      switch self {
      case .name: "your name"
      case .position: "primary position"
      case .highSchool: "high school"
      case .graduationYear: "graduation year"
      case .height: "height"
      case .weight: "weight"
      case .gpa: "GPA"
      case .testScore: "SAT or ACT score"
      case .coreCourses: "core courses"
      case .email: "e-mail for coaches"
      case .video: "a video link"
      }
    }

    /// The profile fields in which the value can be entered. For the name, there is no profile
    /// field, because the name belongs to the account.
    public var fields: [ProfileField] { keys.compactMap(ProfileField.stored) }

    private var keys: [String] {
      switch self {
      case .name: []
      case .position: ["primary_position"]
      case .highSchool: ["high_school"]
      case .graduationYear: ["graduation_year"]
      case .height: ["height_inches"]
      case .weight: ["weight_lbs"]
      case .gpa: ["gpa"]
      case .testScore: ["sat_score", "act_score"]
      case .coreCourses: ["core_courses"]
      case .email: ["email"]
      case .video: ["video_links"]
      }
    }
  }

  /// Returns the values that are missing in an athlete's stored profile.
  ///
  /// - Parameters:
  ///   - player: the stored preferences of the category `player`, which contain the profile.
  ///   - graduationYear: the account's year, which takes precedence over the year in the
  ///     preferences.
  ///   - accountEmail: the address that the packet shows if the preferences contain none.
  public static func missing(
    player: JSONValue?, fullName: String?, graduationYear: Int?, accountEmail: String?
  ) -> [Gap] {
    Gap.allCases.filter { gap in
      switch gap {
      case .name: FirstName.of(fullName).isEmpty
      case .graduationYear: graduationYear == nil && isEmpty(gap, in: player)
      case .email:
        // If the athlete chose not to share an e-mail address, a missing address is no gap.
        player?["allow_share_email"]?.bool != false && (accountEmail ?? "").isEmpty
          && isEmpty(gap, in: player)
      case .position, .highSchool, .height, .weight, .gpa, .testScore, .coreCourses, .video:
        isEmpty(gap, in: player)
      }
    }
  }

  /// Returns the values that are missing in a profile that was loaded for its page.
  public static func missing(in profile: ProfilePageData) -> [Gap] {
    let player = profile.player ?? PlayerProfile()
    return Gap.allCases.filter { gap in
      switch gap {
      case .name: FirstName.of(profile.person.fullName).isEmpty
      case .position: isBlank(player.primaryPosition)
      case .highSchool: isBlank(player.highSchool)
      case .graduationYear: profile.graduationYear == nil
      case .height: player.heightInches == nil
      case .weight: player.weightPounds == nil
      case .gpa: player.gpa == nil && profile.person.gpa == nil
      case .testScore:
        player.satScore == nil && player.actScore == nil && profile.person.satScore == nil
          && profile.person.actScore == nil
      case .coreCourses: player.coreCourses.allSatisfy(isBlank)
      case .email:
        player.allowsSharingEmail != false && isBlank(player.email)
          && isBlank(profile.person.contactEmail)
      case .video: player.videoLinks.isEmpty
      }
    }
  }

  private static func isBlank(_ text: String?) -> Bool { (text ?? "").trimmed.isEmpty }

  private static func isEmpty(_ gap: Gap, in player: JSONValue?) -> Bool {
    gap.fields.allSatisfy { $0.value(in: player) == nil }
  }
}

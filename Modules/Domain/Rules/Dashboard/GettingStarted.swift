import Basics

/// The first steps of a new user, while the family has no school (rule 7.55).
public enum GettingStartedStep: CaseIterable, Hashable, Sendable {
  case addSchool, fillProfile, logMetric

  /// The steps left: each goes once it is done, all go with the first school.
  public static func left(
    hasSchool: Bool, isProfileFilled: Bool, hasMetric: Bool
  ) -> [GettingStartedStep] {
    guard !hasSchool else { return [] }
    return allCases.filter { step in
      switch step {
      case .addSchool: true
      case .fillProfile: !isProfileFilled
      case .logMetric: !hasMetric
      }
    }
  }

  /// A profile counts as filled in once it has what a packet's cover names.
  public static func isFilled(_ profile: ProfilePageData) -> Bool {
    let missing = PacketReadiness.missing(
      player: profile.player?.value, fullName: profile.person.fullName,
      graduationYear: profile.graduationYear, accountEmail: profile.person.contactEmail)
    return cover.isDisjoint(with: missing)
  }

  private static let cover: Set<PacketReadiness.Gap> = [
    .name, .position, .highSchool, .graduationYear,
  ]

  public var title: String {
    switch self {
    case .addSchool: "Add your first school"
    case .fillProfile: "Fill in your profile"
    case .logMetric: "Log your first metric"
    }
  }

  public var detail: String {
    switch self {
    case .addSchool: "Any college you are curious about will do. You can remove it later."
    case .fillProfile:
      "Your name, position, high school and graduation year are what coaches read first."
    case .logMetric: "Write down one measurement, so that your progress can be shown."
    }
  }

  /// The command that does it.
  public var command: String {
    switch self {
    case .addSchool: "schools add"
    case .fillProfile: "profile edit"
    case .logMetric: "performance log"
    }
  }
}

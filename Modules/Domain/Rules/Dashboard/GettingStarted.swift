import Basics

/// A first step of a new user, such as adding schools (domain.md 7.55 and 10.16). The dashboard
/// lists the steps until all of them are done.
public enum GettingStartedStep: CaseIterable, Hashable, Sendable {
  case graduationYear, fillProfile, schools, coach, contact, metric

  /// The progress of a new user: the profile and the numbers of records. A value is nil while it is
  /// being loaded or if it could not be loaded.
  public struct Counts: Equatable, Sendable {
    public var profile: ProfilePageData?
    public var schools: Int?
    public var coaches: Int?
    public var contacts: Int?
    public var metrics: Int?

    public init(
      profile: ProfilePageData? = nil, schools: Int? = nil, coaches: Int? = nil,
      contacts: Int? = nil, metrics: Int? = nil
    ) {
      (self.profile, self.schools, self.coaches) = (profile, schools, coaches)
      (self.contacts, self.metrics) = (contacts, metrics)
    }
  }

  /// Returns the steps that the dashboard lists: all finished steps and the next few unfinished
  /// steps. The list is empty if no step is known to be unfinished.
  ///
  /// A step is left out if its records could not be loaded. Otherwise the page could ask for
  /// something that the user has already done.
  public static func listed(_ counts: Counts) -> [(step: GettingStartedStep, isDone: Bool)] {
    let known = allCases.compactMap { step in
      step.isDone(counts).map { (step: step, isDone: $0) }
    }
    guard known.contains(where: { !$0.isDone }) else { return [] }
    let open = known.filter { !$0.isDone }.prefix(openAtMost).map(\.step)
    return known.filter { $0.isDone || open.contains($0.step) }
  }

  /// The largest number of unfinished steps that a page lists. A longer list would discourage a new
  /// user.
  static let openAtMost = 3
  /// The step `schools` is done as soon as the athlete has this number of schools. With fewer
  /// schools, there is not much to compare.
  static let schoolsToStart = 3

  private func isDone(_ counts: Counts) -> Bool? {
    switch self {
    case .graduationYear: counts.profile.map { $0.graduationYear != nil }
    case .fillProfile: counts.profile.map(Self.isFilled)
    case .schools: counts.schools.map { $0 >= Self.schoolsToStart }
    case .coach: counts.coaches.map { $0 > 0 }
    case .contact: counts.contacts.map { $0 > 0 }
    case .metric: counts.metrics.map { $0 > 0 }
    }
  }

  /// Returns true if the profile has the name, position and high school, which the cover of a
  /// recruiting packet shows. The graduation year is also on the cover, but has its own step.
  public static func isFilled(_ profile: ProfilePageData) -> Bool {
    let missing = PacketReadiness.missing(
      player: profile.player?.value, fullName: profile.person.fullName,
      graduationYear: profile.graduationYear, accountEmail: profile.person.contactEmail)
    return cover.isDisjoint(with: missing)
  }

  private static let cover: Set<PacketReadiness.Gap> = [.name, .position, .highSchool]

  public var title: String {
    switch self {
    case .graduationYear: "Set your graduation year"
    case .fillProfile: "Fill in your profile"
    case .schools: "Add three schools"
    case .coach: "Add a coach"
    case .contact: "Log your first contact"
    case .metric: "Log your first metric"
    }
  }

  public var detail: String {
    switch self {
    case .graduationYear: "Your grade, your tasks and every deadline follow from it."
    case .fillProfile: "Your name, position and high school are what coaches read first."
    case .schools: "Any colleges you are curious about will do. You can remove them later."
    case .coach: "A coach at one of your schools whom you could write to."
    case .contact: "An e-mail, a call, a visit: what you sent or heard, and when."
    case .metric: "Write down one measurement, so that your progress can be shown."
    }
  }

  /// The command that does the step, such as `schools add`. The step `schools` needs the command
  /// three times.
  public var command: String {
    switch self {
    case .graduationYear: "profile edit --graduation-year"
    case .fillProfile: "profile edit"
    case .schools: "schools add"
    case .coach: "coaches add"
    case .contact: "interactions add"
    case .metric: "performance log"
    }
  }
}

public import FeatureKit

/// The keys of what is remembered on this machine for one person, and never shared.
public enum DevicePreferenceKey {
  public static func taskStatusFilter(athlete: RecordID) -> String {
    TaskFilters.statusKey(athlete: athlete)
  }

  public static func taskUrgencyFilter(athlete: RecordID) -> String {
    TaskFilters.urgencyKey(athlete: athlete)
  }

  public static let lastViewedAthlete = ActiveAthlete.lastViewedKey

  /// When the person tried family codes lately; `FamilyCodeTries` reads it.
  public static let familyCodeTries = "family_code_tries"

  /// The person's quick tasks, a JSON array (rule 4.15).
  public static func quickTasks(user: RecordID) -> String { "user_tasks-\(user)" }
}

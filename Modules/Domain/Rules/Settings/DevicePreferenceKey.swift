public import Basics

/// The keys of what is remembered on this machine for one person, and never shared.
public enum DevicePreferenceKey {
  public static func taskStatusFilter(athlete: RecordID) -> String {
    TaskFilters.statusKey(athlete: athlete)
  }

  public static func taskUrgencyFilter(athlete: RecordID) -> String {
    TaskFilters.urgencyKey(athlete: athlete)
  }

  /// `none` once the person said that no step of before the athlete's time here is done, so that they are not asked again.
  public static func catchUpAnswer(athlete: RecordID) -> String { "catch_up_answer_\(athlete)" }

  /// The key of the times at which the person viewed the athlete's dashboard; `DashboardVisit` reads the value.
  public static func dashboardVisit(athlete: RecordID) -> String { "dashboard_visit_\(athlete)" }

  public static let lastViewedAthlete = ActiveAthlete.lastViewedKey

  /// The key of the times at which the person last tried family codes; `FamilyCodeTries` reads the value.
  public static let familyCodeTries = "family_code_tries"

  /// The server the person's e-mail leaves through, a JSON object without the password.
  public static let mailSetup = "mail_setup"

  /// The times of the person's recent packets; `PacketDailyLimit` counts them.
  public static let packetsSent = "packets_sent"

  /// The person's quick tasks, a JSON array (rule 4.15).
  public static func quickTasks(user: RecordID) -> String { "user_tasks-\(user)" }

  /// The generated notifications the person deleted lately; `DeletedNotifications` reads it.
  public static let deletedNotifications = "deleted_notifications"

  /// The key of the moment up to which planned interactions were followed (rule 10.8 of domain.md).
  public static let plansFollowed = "plans_followed"
  /// Ids of contacts that others logged and that the athlete has been told of.
  public static let contactsFollowed = "contacts_followed"

  /// The answers to a command's questions that the person had given before the program ended.
  public static let keptAnswers = "kept_answers"

  /// Sessions of browsers, each under the digest of its cookie and sealed with it.
  public static let browserSessions = "browser_sessions"

  /// `on` if the person wants new notifications on this machine's desktop.
  public static let desktopNotifications = "desktop_notifications"

  /// The local day a daily chore was last done for the person (rule 9).
  public static func dailyChore(_ name: String) -> String { "daily_\(name)" }
}

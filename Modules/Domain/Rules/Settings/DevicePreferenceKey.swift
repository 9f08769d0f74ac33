public import Basics

/// The keys of values that this device stores for one person and never shares.
public enum DevicePreferenceKey {
  public static func taskStatusFilter(athlete: RecordID) -> String {
    TaskFilters.statusKey(athlete: athlete)
  }

  public static func taskUrgencyFilter(athlete: RecordID) -> String {
    TaskFilters.urgencyKey(athlete: athlete)
  }

  /// The key of the answer `none`, which is stored once the person said that no task of earlier
  /// grades is done, so that the question is not asked again.
  public static func catchUpAnswer(athlete: RecordID) -> String { "catch_up_answer_\(athlete)" }

  /// The key of the times at which the person viewed the athlete's dashboard. `DashboardVisit`
  /// parses the value.
  public static func dashboardVisit(athlete: RecordID) -> String { "dashboard_visit_\(athlete)" }

  public static let lastViewedAthlete = ActiveAthlete.lastViewedKey

  /// The key of the times at which the person last tried family codes. `FamilyCodeTries` parses the
  /// value.
  public static let familyCodeTries = "family_code_tries"

  /// The key of the server through which the person's e-mail is sent, as a JSON object without the
  /// password.
  public static let mailSetup = "mail_setup"

  /// The key of the times at which the person sent packets, for `PacketDailyLimit`. `PacketsSent`
  /// parses the value.
  public static let packetsSent = "packets_sent"

  /// The key of the person's quick tasks, a JSON array (rule 4.15).
  public static func quickTasks(user: RecordID) -> String { "user_tasks-\(user)" }

  /// The key of the generated notifications that the person deleted lately. `DeletedNotifications`
  /// parses the value.
  public static let deletedNotifications = "deleted_notifications"

  /// The key of the moment up to which the effects of planned interactions were applied (rule 10.8
  /// of domain.md).
  public static let plansFollowed = "plans_followed"
  /// The key of the ids of contacts that others logged and whose effects were applied.
  public static let contactsFollowed = "contacts_followed"

  /// The key of the answers to a command's questions that the person had given before the program
  /// ended.
  public static let keptAnswers = "kept_answers"

  /// The key of the sessions of browsers. Each is stored under the digest of its cookie, and is
  /// encrypted with the cookie.
  public static let browserSessions = "browser_sessions"

  /// The key of the setting for notifications on this computer's desktop, whose value is `on` if
  /// the person wants them.
  public static let desktopNotifications = "desktop_notifications"

  /// Returns the key of the local day on which a piece of daily work was last done for the person
  /// (rule 9).
  public static func dailyChore(_ name: String) -> String { "daily_\(name)" }
}

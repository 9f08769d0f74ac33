public import Basics

/// The keys of values that this device stores for one person and does not send to other devices.
public enum DevicePreferenceKey {
  public static func taskStatusFilter(athlete: RecordID) -> String {
    TaskFilters.statusKey(athlete: athlete)
  }

  public static func taskUrgencyFilter(athlete: RecordID) -> String {
    TaskFilters.urgencyKey(athlete: athlete)
  }

  /// Returns the key of the athlete's answer to the question which tasks of earlier grades are
  /// already done. The value `none` means that none is done. The answer is stored so that the
  /// program does not ask the question again.
  public static func catchUpAnswer(athlete: RecordID) -> String { "catch_up_answer_\(athlete)" }

  /// Returns the key of the times at which the person viewed the athlete's dashboard.
  /// `DashboardVisit` parses the value.
  public static func dashboardVisit(athlete: RecordID) -> String { "dashboard_visit_\(athlete)" }

  public static let lastViewedAthlete = ActiveAthlete.lastViewedKey

  /// The key of the times of the person's recent attempts to join a family with a code.
  /// `FamilyCodeTries` parses the value.
  public static let familyCodeTries = "family_code_tries"

  /// The key of the settings of the mail server through which the person's e-mail is sent: a JSON
  /// object without the password.
  public static let mailSetup = "mail_setup"

  /// The key of the times at which the person sent recruiting packets (documents that present an
  /// athlete to coaches), by which the daily limit is checked. `PacketsSent` parses the value.
  public static let packetsSent = "packets_sent"

  /// Returns the key of the person's quick tasks (the entries of their own to-do list), which are
  /// stored as a JSON array (domain.md 4.15).
  public static func quickTasks(user: RecordID) -> String { "user_tasks-\(user)" }

  /// The key of the causes of generated notifications that the person recently deleted.
  /// `DeletedNotifications` parses the value.
  public static let deletedNotifications = "deleted_notifications"

  /// The key of the time up to which planned interactions were processed. A planned interaction has
  /// no effects, such as completing a suggestion or notifying people, until its time has come
  /// (domain.md 10.8).
  public static let plansFollowed = "plans_followed"
  /// The key of the ids of interactions that other people logged and that this device has
  /// processed, for example by completing a suggestion. Without this list, it would process them
  /// again.
  public static let contactsFollowed = "contacts_followed"

  /// The key of the answers that the person gave to a command's questions before the program ended
  /// unexpectedly. If the person enters the same command again, the program offers to use these
  /// answers.
  public static let keptAnswers = "kept_answers"

  /// The key of the sign-ins of browsers. Each sign-in is stored under the digest of its cookie and
  /// is encrypted with the cookie, so that a copy of the data file reveals none of them.
  public static let browserSessions = "browser_sessions"

  /// The key of the setting for notifications on this computer's desktop. The value is `on` if the
  /// person wants them.
  public static let desktopNotifications = "desktop_notifications"

  /// Returns the key of the local day on which a daily job of this name, such as generating
  /// notifications, was last done for the person (domain.md 9).
  public static func dailyChore(_ name: String) -> String { "daily_\(name)" }
}

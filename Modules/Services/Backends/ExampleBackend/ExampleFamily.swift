public import CivilTime
public import Domain
public import FeatureKit
import JSON

/// The people and records of a small example for tests and previews: the athletes Sam and Mia,
/// their parent Dana, who sees the data of both, and a stranger.
public enum ExampleFamily {
  /// An athlete in grade 10, class of 2028.
  public static let sam = RecordID.version4(high: 0x5A3, low: 1)
  /// An athlete in grade 12, class of 2026, of another family.
  public static let mia = RecordID.version4(high: 0x3A1, low: 2)
  /// The parent of Sam and Mia.
  public static let dana = RecordID.version4(high: 0xDA2A, low: 3)
  /// An athlete who does not belong to Sam's or Mia's family, for tests of access rights.
  public static let stranger = RecordID.version4(high: 0x57A2, low: 4)
  public static let samsFamily = RecordID.version4(high: 0xFA3, low: 1)
  public static let miasFamily = RecordID.version4(high: 0xFA3, low: 2)
  public static let samsCode = "FAM-SAM234"

  /// Noon of 10 February 2026, UTC.
  public static let now = Instant(seconds: 1_770_724_800)

  /// Returns the rows of the example. Sam has completed all required tasks of grade 9 among these
  /// templates of timeline tasks, and has begun the tasks of grade 10.
  public static func rows(
    over templates: [TimelineTask] = TaskCatalogue.templates
  ) -> MadeUpFamily {
    var rows = MadeUpFamily()
    let founded = now.adding(days: -200)
    for (id, name, role, year) in people {
      var person = Person(
        id: id, email: name.lowercased().replacing(" ", with: ".") + "@example.org", role: role,
        fullName: name, graduationYear: year)
      person.createdAt = founded
      rows.add(person)
    }
    rows.addFamily(
      samsFamily, named: "Lee Family", code: samsCode, athlete: sam, parents: [dana], at: founded)
    rows.addFamily(
      miasFamily, named: "Mia's Family", code: "FAM-MEA234", athlete: mia, parents: [dana],
      at: founded.adding(days: 1))
    rows.setPreference(
      .player, of: sam,
      to: ["primary_sport": "baseball", "primary_position": "shortstop", "graduation_year": 2028])
    for template in templates where template.gradeLevel == 9 && template.isRequired {
      rows.setStatus(.completed, task: template.id, athlete: sam, at: founded.adding(days: 100))
    }
    for (status, template) in zip(begun, templates.filter { $0.gradeLevel == 10 }) {
      rows.setStatus(status, task: template.id, athlete: sam, at: founded.adding(days: 150))
    }
    for metric in metrics { rows.add(metric) }
    rows.add(showcase)
    for school in schools { rows.add(school) }
    for coach in coaches { rows.add(coach) }
    for interaction in interactions { rows.add(interaction) }
    for notification in notifications { rows.add(notification) }
    return rows
  }

  private static let people: [(RecordID, String, UserRole, Int?)] = [
    (sam, "Sam Lee", .player, 2028), (dana, "Dana Lee", .parent, nil),
    (mia, "Mia Lee", .player, 2026), (stranger, "Alex Moss", .player, 2027),
  ]

  /// The event of 17 January 2026, at which the last two of Sam's measurements were taken.
  public static let showcase = RecruitingEvent(
    id: .version4(high: 0xE7, low: 1), athleteID: sam, type: .showcase, name: "Winter Showcase",
    startDate: day("2026-01-17"))

  /// Sam's measurements, oldest first. Their handles, the short names by which people type them,
  /// are `m1` to `m9`.
  public static let metrics: [PerformanceMetric] = measured.enumerated().map { index, one in
    let (date, type, value, unit) = one
    var metric = PerformanceMetric(
      id: .version4(high: 0x3E7, low: UInt64(index + 1)), athleteID: sam, familyID: samsFamily,
      recordedDate: day(date), type: type, value: value, unit: unit)
    metric.createdAt = now.adding(days: -200 + index)
    if metric.recordedDate == showcase.startDate {
      metric.eventID = showcase.id
      metric.isVerified = true
      metric.notes = "Laser timed"
    }
    return metric
  }

  /// The notifications of Sam and Dana. Sam's have the handles (short names to type) `n1` to `n7`,
  /// oldest first, and the last three of them are unread. Dana's has the handle `n8`.
  public static let notifications: [AppNotification] =
    told.enumerated().map { index, one in
      let (hoursAgo, type, priority, title, message) = one
      var notification = AppNotification(
        id: .version4(high: 0x207, low: UInt64(index + 1)), personID: sam, type: .known(type),
        title: title, createdAt: now.adding(seconds: -hoursAgo * 3600))
      notification.message = message
      notification.priority = .known(priority)
      notification.scheduledFor = notification.createdAt
      if type == .event {
        notification.related = .init(type: .known(.event), id: showcase.id)
      }
      if hoursAgo > 48 { notification.readAt = notification.createdAt.adding(seconds: 3600) }
      return notification
    } + [danas]

  private static let told: [(Int64, NotificationType, NotificationPriority, String, String)] = [
    (26 * 24, .event, .normal, "Winter Showcase in 7 days", "Winter Showcase is on Jan 17."),
    (25 * 24, .dailyDigest, .low, "Your day in review", "2 performance metrics recorded"),
    (6 * 24, .followUpReminder, .normal, "Follow up with Ana Rivera", "Last contact 9 days ago."),
    (3 * 24, .deadlineAlert, .normal, "Offer deadline in 7 days", "Cedar Valley waits."),
    (30, .deadlineAlert, .high, "Offer deadline in 3 days", "The offer ends on Feb 13, in 3 days."),
    (2, .inboundInteraction, .high, "Ana Rivera contacted you", "Email from Cedar Valley."),
    (0, .offer, .normal, "Offer from Cedar Valley", "A partial scholarship."),
  ]

  private static let danas: AppNotification = {
    var notification = AppNotification(
      id: .version4(high: 0x207, low: 100), personID: dana, type: .known(.dailyDigest),
      title: "Your week as a parent", createdAt: now.adding(days: -1))
    notification.priority = .known(.low)
    return notification
  }()

  private static let measured: [(String, MetricType, Double, String?)] = [
    ("2025-08-03", .velocity, 81, "mph"), ("2025-09-14", .velocity, 82, "mph"),
    ("2025-09-14", .sixtyTime, 7.2, "sec"), ("2025-10-26", .velocity, 82.5, "mph"),
    ("2025-11-02", .sixtyTime, 7.1, "sec"), ("2025-11-30", .battingAvg, 0.345, nil),
    ("2025-12-07", .velocity, 84, "mph"), ("2026-01-17", .sixtyTime, 6.9, "sec"),
    ("2026-01-17", .velocity, 85.5, "mph"),
  ]

  private static func day(_ text: String) -> CalendarDay { CalendarDay(text) ?? .first }

  /// The statuses of the first three tasks of grade 10 for the athlete Sam.
  private static let begun: [TaskStatus] = [.completed, .skipped, .inProgress]
}

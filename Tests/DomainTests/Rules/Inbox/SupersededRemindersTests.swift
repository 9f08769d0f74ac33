import Basics
import CivilTime
import Domain
import Testing

@Suite("Reminders that a newer one makes superfluous")
struct SupersededRemindersTests {
  /// Returns the reminder with this number, which was written on this day of February 2026.
  private func reminder(
    _ number: UInt64, on day: Int, _ source: NotificationOccasion.Source = .offer,
    athlete: UInt64 = 90, about records: [UInt64], due: String = "2026-02-20"
  ) throws -> SupersededReminders.Reminder {
    let deadline = try Sample.day(due)
    return SupersededReminders.Reminder(
      id: Sample.id(number),
      occasion: NotificationOccasion(
        source, of: Sample.id(athlete), records.map { .init(Sample.id($0), deadline) }),
      time: try Sample.instant("2026-02-01T12:00:00Z").adding(days: day - 1))
  }

  @Test("Of the reminders of one record the newest stays, whatever their order")
  func newest() throws {
    let all = [
      try reminder(1, on: 6, about: [50]), try reminder(2, on: 13, about: [50]),
      try reminder(3, on: 18, about: [50]),
    ]
    for order in [all, all.reversed()] {
      #expect(SupersededReminders.ids(in: order) == [Sample.id(1), Sample.id(2)])
    }
    #expect(SupersededReminders.ids(in: [all[0]]).isEmpty)
    #expect(SupersededReminders.ids(in: []).isEmpty)
    // The deadline was moved to another day. The reminder of the new day still supersedes that of
    // the old day, because both are about the same record.
    let moved = try reminder(4, on: 19, about: [50], due: "2026-03-01")
    #expect(SupersededReminders.ids(in: [all[2], moved]) == [Sample.id(3)])
  }

  @Test("Another record, kind or athlete is another matter, and a day in review stays")
  func others() throws {
    let first = try reminder(1, on: 6, .tasks, about: [50])
    for other in [
      try reminder(2, on: 13, .tasks, about: [51]), try reminder(2, on: 13, .event, about: [50]),
      try reminder(2, on: 13, .tasks, athlete: 91, about: [50]),
    ] {
      #expect(SupersededReminders.ids(in: [first, other]).isEmpty)
    }
    let days = [
      try reminder(3, on: 6, .digest, about: [90]), try reminder(4, on: 7, .digest, about: [90]),
    ]
    #expect(SupersededReminders.ids(in: days).isEmpty)
  }

  @Test("Of several tasks each needs a newer reminder, and of several coaches one is enough")
  func several() throws {
    let tasks = [
      try reminder(1, on: 6, .tasks, about: [50, 51]), try reminder(2, on: 13, .tasks, about: [50]),
    ]
    #expect(SupersededReminders.ids(in: tasks).isEmpty)
    let last = try reminder(3, on: 14, .tasks, about: [51])
    #expect(SupersededReminders.ids(in: tasks + [last]) == [Sample.id(1)])
    let coaches = [
      try reminder(1, on: 6, .followUps, about: [50, 51]),
      try reminder(2, on: 13, .followUps, about: [50]),
    ]
    #expect(SupersededReminders.ids(in: coaches) == [Sample.id(1)])
  }

  @Test(
    "Of two devices' reminders of one day the older stays while it has a coach of its own",
    arguments: [(43_199, false), (43_200, true)] as [(Int64, Bool)])
  func twoDevices(seconds: Int64, isSuperfluous: Bool) throws {
    let first = try reminder(1, on: 6, .followUps, about: [50, 51])
    var second = try reminder(2, on: 6, .followUps, about: [50])
    second.time = first.time.adding(seconds: seconds)
    #expect(
      SupersededReminders.ids(in: [first, second]) == (isSuperfluous ? [Sample.id(1)] : []))
    second = try reminder(2, on: 6, .followUps, about: [50, 51])
    second.time = first.time.adding(seconds: 60)
    #expect(SupersededReminders.ids(in: [first, second]) == [Sample.id(1)])
  }
}

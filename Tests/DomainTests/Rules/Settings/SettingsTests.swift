import CivilTime
import Domain
import JSON
import Testing

@Suite("Settings")
struct SettingsTests {
  @Test(
    "Quiet hours hold their start and not their end, over midnight too",
    arguments: [
      ("22:00", "07:00", "21:59", false), ("22:00", "07:00", "22:00", true),
      ("22:00", "07:00", "23:59", true), ("22:00", "07:00", "00:00", true),
      ("22:00", "07:00", "06:59", true), ("22:00", "07:00", "07:00", false),
      ("22:00", "07:00", "12:00", false), ("12:00", "13:00", "11:59", false),
      ("12:00", "13:00", "12:00", true), ("12:00", "13:00", "12:59", true),
      ("12:00", "13:00", "13:00", false), ("22:00", "00:00", "23:59", true),
      ("22:00", "00:00", "00:00", false), ("00:00", "07:00", "00:00", true),
      ("08:00", "08:00", "08:00", false), ("08:00", "08:00", "20:00", false),
    ])
  func quietHours(start: String, end: String, time: String, isQuiet: Bool) throws {
    let hours = QuietHours(start: try Sample.time(start), end: try Sample.time(end))
    #expect(hours.contains(try Sample.time(time)) == isQuiet)
  }

  @Test(
    "Quiet hours go by the clock of the zone",
    arguments: [("America/New_York", true), ("America/Los_Angeles", false), ("UTC", true)])
  func zones(name: String, isQuiet: Bool) throws {
    let hours = QuietHours(start: try Sample.time("22:00"), end: try Sample.time("07:00"))
    let moment = try Sample.instant("2026-02-11T04:30:00Z")
    #expect(hours.contains(moment, in: try Zone.named(name)) == isQuiet)
  }

  @Test(
    "Nothing saved, or nothing readable, means the defaults",
    arguments: [nil, JSONValue.null, [], "x", [:], ["followUpReminderDays": "7"]] as [JSONValue?])
  func defaults(stored: JSONValue?) {
    let settings = NotificationSettings(reading: stored)
    #expect(settings == NotificationSettings())
    #expect(settings.followUpReminderDays == 7)
    #expect(settings.enableFollowUpReminders && settings.enableDeadlineAlerts)
    #expect(settings.enableDailyDigest && settings.enableInboundInteractionAlerts)
    #expect(settings.quietHours == nil)
  }

  @Test(
    "A reminder interval out of range takes the default",
    arguments: [(0, 7), (1, 1), (90, 90), (91, 7), (-1, 7)])
  func interval(stored: Int, expected: Int) {
    let settings = NotificationSettings(reading: ["followUpReminderDays": JSONValue(stored)])
    #expect(settings.followUpReminderDays == expected)
  }

  @Test("One bad value does not switch the others off")
  func oneBadValue() throws {
    let settings = NotificationSettings(
      reading: try JSONValue.parse(
        #"{"enableDailyDigest":false,"enableDeadlineAlerts":0,"quietHoursStart":"25:00","quietHoursEnd":"07:00"}"#
      ))
    #expect(!settings.enableDailyDigest)
    #expect(settings.enableDeadlineAlerts)
    #expect(settings.quietHoursEnd?.description == "07:00")
    #expect(settings.quietHours == nil)
  }

  @Test("Written settings read back the same and leave unknown keys alone")
  func roundTrip() throws {
    var settings = NotificationSettings()
    settings.followUpReminderDays = 14
    settings.enableDailyDigest = false
    settings.quietHoursStart = try Sample.time("22:00")
    settings.quietHoursEnd = try Sample.time("07:00")
    let written = settings.written(over: ["newer": ["a": 1], "quietHoursStart": "20:00"])
    #expect(NotificationSettings(reading: written) == settings)
    #expect(written["newer"] == ["a": 1])
    settings.quietHoursStart = nil
    #expect(settings.written(over: written)["quietHoursStart"] == nil)
  }

  @Test("Every part of the dashboard is shown until it is switched off")
  func dashboard() throws {
    var settings = DashboardSettings(
      reading: try JSONValue.parse(
        #"{"statsCards":{"coaches":false,"schools":"no"},"widgets":[],"theme":"x"}"#))
    #expect(!settings.shows("coaches", in: .statsCards))
    #expect(settings.shows("schools", in: .statsCards))
    #expect(settings.shows("coaches", in: .widgets))
    settings = settings.setting("coaches", in: .statsCards, to: true)
    settings = settings.setting("events", in: .widgets, to: false)
    #expect(settings.shows("coaches", in: .statsCards))
    #expect(!settings.shows("events", in: .widgets))
    #expect(settings.value["theme"] == "x")
    #expect(settings.value["statsCards"]?["schools"] == "no")
    #expect(DashboardSettings(reading: nil).shows("anything", in: .widgets))
  }

  @Test("Categories have the names that are stored")
  func categories() {
    #expect(
      PreferenceCategory.allCases.map(\.rawValue) == [
        "notifications", "location", "player", "school", "dashboard", "reports",
      ])
  }
}

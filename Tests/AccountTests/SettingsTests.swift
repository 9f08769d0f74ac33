import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import JSON
import Testing

@testable import Account

/// Tests of the command `settings`: it reads, checks and stores a value, and leaves all other
/// stored values unchanged.
@Suite struct SettingsTests {
  @Test("Names of settings are the titles as people type them, and no two are the same")
  func names() {
    let names = SettingKey.all.map(\.name)
    #expect(Set(names).count == names.count)
    #expect(names.contains("daily-digest") && names.contains("a-tier-card"))
    #expect(names.allSatisfy { name in name.allSatisfy { $0.isLowercase || $0 == "-" } })
    #expect(SettingKey.named("Daily Digest") == .notification(.dailyDigest))
    #expect(SettingKey.named("QUIET_HOURS") == .quietHours)
  }

  @Test(
    "Without anything stored every setting has its default",
    arguments: [
      ("Follow-up reminders", "on"), ("Daily digest", "on"),
      ("Follow-up days", "7"), ("Quiet hours", "none"), ("A-Tier card", "on"),
      ("Quick Tasks", "on"),
      ("Tasks status", "all"), ("Tasks urgency", "all"),
    ])
  func defaults(title: String, value: String) async throws {
    let page = try await Stage().say("settings").page
    let row = try #require(page.row(title))
    #expect(row.trailing == Badge(value, tone: .muted))
    #expect(row.spoken == "\(title): \(value).")
  }

  struct Change: Sendable, CustomTestStringConvertible {
    var typed: String
    var title: String
    var shown: String
    var testDescription: String { typed }

    init(_ typed: String, _ title: String, _ shown: String) {
      (self.typed, self.title, self.shown) = (typed, title, shown)
    }
  }

  @Test(
    "Every kind of setting takes what people write, is saved, and is shown as it is",
    arguments: [
      Change("daily-digest off", "Daily digest", "off"),
      Change("follow-up-reminders no", "Follow-up reminders", "off"),
      Change("deadline-alerts hide", "Deadline alerts", "off"),
      Change("inbound-alerts false", "Inbound alerts", "off"),
      Change("follow-up-days 14", "Follow-up days", "14"),
      Change("quiet-hours 22:00-07:00", "Quiet hours", "22:00-07:00"),
      Change("quiet-hours 9:30 to 10:00", "Quiet hours", "09:30-10:00"),
      Change("quiet-hours 22:00 07:00", "Quiet hours", "22:00-07:00"),
      Change("quiet-hours 22-7", "Quiet hours", "22:00-07:00"),
      Change("quiet-hours 10pm to 7 am", "Quiet hours", "22:00-07:00"),
      Change("a-tier-card off", "A-Tier card", "off"),
      Change("upcoming-events off", "Upcoming Events", "off"),
      Change("tasks-status 'not started'", "Tasks status", "not-started"),
      Change("tasks-urgency URGENT", "Tasks urgency", "urgent"),
    ])
  func set(_ change: Change) async throws {
    let stage = Stage()
    let heard = try await stage.say("settings set \(change.typed)")
    #expect(heard.done.first?.sentence == "\(change.title): \(change.shown).")
    let isRemembered = change.typed.hasPrefix("tasks")
    #expect(heard.done.first?.details == (isRemembered ? [] : ["undo takes it back"]))
    #expect(try await stage.backend.undo.history(limit: 5).count == (isRemembered ? 0 : 1))
    let row = try #require(try await stage.say("settings").page.row(change.title))
    #expect(row.trailing == Badge(change.shown, tone: .info))
    #expect(row.spoken.hasPrefix("\(change.title): \(change.shown), changed from "))
    let name = String(change.typed.prefix { $0 != " " })
    #expect(
      try await stage.say("settings set \(name) \(CommandText.quoted(change.shown))").done.first?
        .sentence == "\(change.title): \(change.shown), as before.")
    try await stage.say("settings set \(name) default")
    #expect(try await stage.say("settings").page.row(change.title)?.trailing?.tone == .muted)
  }

  @Test("Several settings change with one command, whose notifications are one step")
  func several() async throws {
    let stage = Stage()
    let heard = try await stage.say(
      "settings edit --follow-up-days 14 --quiet-hours '10 pm to 7 am' --tasks-status completed")
    #expect(
      heard.done.first?.sentence
        == "Follow-up days: 14. Quiet hours: 22:00-07:00. Tasks status: completed.")
    #expect(heard.done.first?.details == ["undo takes back Follow-up days and Quiet hours"])
    #expect(try await stage.backend.undo.history(limit: 5).count == 1)
    let again = try await stage.say("settings edit --follow-up-days 14 --quiet-hours none")
    #expect(again.done.first?.sentence == "Quiet hours: none.")
    #expect(again.done.first?.details == ["undo takes it back"])
    let problem = await stage.problem(with: "settings edit --follow-up-days 91")
    #expect(problem?.title == "`91` does not fit “Follow-up days”.")
  }

  @Test("Quiet hours end with none, off or no", arguments: ["none", "off", "no"])
  func noQuietHours(_ word: String) async throws {
    let stage = Stage()
    try await stage.say("settings set quiet-hours 22:00-07:00")
    #expect(
      try await stage.say("settings set quiet-hours \(word)").lines.first == "Quiet hours: none.")
    let stored = try await stage.preference(.notifications)?.object
    #expect(stored?.keys.contains { $0.hasPrefix("quietHours") } == false)
  }

  @Test("Keys nobody here knows, and wrong values of others, survive a change")
  func unknownKeys() async throws {
    let stage = Stage()
    try stage.backend.put { rows in
      rows.setPreference(
        .notifications, of: ExampleFamily.sam, to: ["sound": "bell", "followUpReminderDays": 10])
      rows.setPreference(
        .dashboard, of: ExampleFamily.sam, to: ["theme": 3, "widgets": ["weather": false]])
    }
    try await stage.say("settings set daily-digest off")
    try await stage.say("settings set quick-tasks off")
    let notifications = try await stage.preference(.notifications)
    #expect(notifications?["sound"]?.string == "bell")
    #expect(notifications?["followUpReminderDays"]?.int == 10)
    #expect(notifications?["enableDailyDigest"]?.bool == false)
    #expect(
      try await stage.preference(.dashboard) == [
        "theme": 3, "widgets": ["weather": false, "quickTasks": false],
      ])
  }

  @Test("A parent sets their own, and the filters of the athlete they look at")
  func parent() async throws {
    let stage = Stage(ExampleFamily.dana)
    try await stage.say("settings set daily-digest off")
    try await stage.say("settings set tasks-status completed")
    let own = try await stage.preference(.notifications, of: ExampleFamily.dana)
    #expect(own?["enableDailyDigest"]?.bool == false)
    #expect(
      try await stage.backend.devicePreferences.value(
        of: DevicePreferenceKey.taskStatusFilter(athlete: ExampleFamily.mia)) == "completed")
  }

  @Test("A parent without an athlete has no filters to set, and sees none")
  func parentAlone() async throws {
    let stage = Stage(ExampleFamily.dana)
    for _ in 1...2 { try await stage.say("family leave", agrees: true) }
    let page = try await stage.say("settings").page
    #expect(page.section("Pages") == nil)
    let problem = await stage.problem(with: "settings set tasks-status completed")
    #expect(problem?.title == "You are not linked to an athlete.")
    let before = try stage.everything
    let both = await stage.problem(
      with: "settings edit --follow-up-days 14 --tasks-urgency urgent")
    #expect(both?.title == "You are not linked to an athlete.")
    #expect(try stage.everything == before)
  }

  @Test("Setting goes through as one action each way, and the page follows")
  func exhaustive() async throws {
    let stage = Stage()
    let before = try await stage.feature.loadedSettings()
    let store = stage.store()
    try await store.enter("settings") {
      $0.screen = .settings
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success(.settings(before)))) {
      $0.loaded = .loaded(.settings(before))
    }
    try await store.enter("settings set daily-digest off")
    let saved = SavedSetting(
      key: .notification(.dailyDigest), text: "off", hasChanged: true, isUndoable: true)
    await store.receive(.settingsSaved(.success([saved])))
    await store.expect(.done(Done("Daily digest: off.", details: ["undo takes it back"])))
    let after = try await stage.feature.loadedSettings()
    await store.receive(.pageLoaded(.success(.settings(after)))) {
      $0.loaded = .loaded(.settings(after))
    }
    await store.finish()
    #expect(!after.notifications.enableDailyDigest)
  }
}

import CivilTime
import Domain
import JSON
import Testing

@Suite("E-mail about notifications")
struct ReminderMailTests {
  struct Case: Sendable {
    var mail: ReminderMail
    var now: String
    var lastDaily: String?
    var quiet: (String, String)?
    var sends: Bool
    var next: String
    var zone = "America/New_York"

    init(
      _ mail: ReminderMail, _ now: String, after lastDaily: String? = nil,
      quiet: (String, String)? = nil, _ sends: Bool, next: String,
      in zone: String = "America/New_York"
    ) {
      self.mail = mail
      self.now = now
      self.lastDaily = lastDaily
      self.quiet = quiet
      self.sends = sends
      self.next = next
      self.zone = zone
    }
  }

  @Test(
    "When e-mail may be sent, and when the server looks again",
    arguments: [
      // A daily e-mail is due once a day, from 07:00 New York time on, which is 12:00 UTC in
      // winter.
      Case(.daily, "2026-11-20T11:59:00Z", false, next: "2026-11-20T12:00:00Z"),
      Case(.daily, "2026-11-20T12:00:00Z", true, next: "2026-11-21T12:00:00Z"),
      Case(.daily, "2026-11-20T12:01:00Z", true, next: "2026-11-21T12:00:00Z"),
      Case(.daily, "2026-11-20T12:01:00Z", after: "2026-11-19", true, next: "2026-11-21T12:00:00Z"),
      Case(
        .daily, "2026-11-20T12:01:00Z", after: "2026-11-20", false, next: "2026-11-21T12:00:00Z"),
      // At 00:30 in New York, the daily e-mail of November 20 is not due yet. At 23:30 it is.
      Case(.daily, "2026-11-20T05:30:00Z", false, next: "2026-11-20T12:00:00Z"),
      Case(.daily, "2026-11-21T04:30:00Z", true, next: "2026-11-21T12:00:00Z"),
      // A server that did not run for three days sends one e-mail, not three.
      Case(.daily, "2026-11-20T20:00:00Z", after: "2026-11-17", true, next: "2026-11-21T12:00:00Z"),
      Case(.atOnce, "2026-11-20T05:30:00Z", true, next: "2026-11-20T12:00:00Z"),
      Case(.important, "2026-11-20T05:30:00Z", true, next: "2026-11-20T12:00:00Z"),
      Case(.off, "2026-11-20T12:00:00Z", false, next: "2026-11-21T12:00:00Z"),
      // Quiet hours from 22:00 to 06:00, which include midnight. E-mail may be sent one minute
      // before they begin and when they end, but not from their first to their last minute.
      Case(
        .atOnce, "2026-11-21T02:59:00Z", quiet: ("22:00", "06:00"), true,
        next: "2026-11-21T12:00:00Z"),
      Case(
        .atOnce, "2026-11-21T03:00:00Z", quiet: ("22:00", "06:00"), false,
        next: "2026-11-21T11:00:00Z"),
      Case(
        .atOnce, "2026-11-21T10:59:00Z", quiet: ("22:00", "06:00"), false,
        next: "2026-11-21T11:00:00Z"),
      Case(
        .atOnce, "2026-11-21T11:00:00Z", quiet: ("22:00", "06:00"), true,
        next: "2026-11-21T12:00:00Z"),
      // Quiet hours last until 09:30, later than the time of the daily e-mail (07:00). The e-mail
      // waits for their end.
      Case(
        .daily, "2026-11-20T12:00:00Z", quiet: ("22:00", "09:30"), false,
        next: "2026-11-20T14:30:00Z"),
      Case(
        .daily, "2026-11-20T14:30:00Z", quiet: ("22:00", "09:30"), true,
        next: "2026-11-21T12:00:00Z"),
      Case(
        .daily, "2026-11-20T11:00:00Z", quiet: ("22:00", "09:30"), false,
        next: "2026-11-20T12:00:00Z"),
      // The clocks change on these days: 07:00 is 11:00 UTC in summer and 12:00 UTC in winter.
      Case(.daily, "2026-03-07T12:30:00Z", true, next: "2026-03-08T11:00:00Z"),
      Case(.daily, "2026-10-31T11:30:00Z", true, next: "2026-11-01T12:00:00Z"),
      Case(
        .atOnce, "2026-03-08T06:30:00Z", quiet: ("22:00", "02:30"), false,
        next: "2026-03-08T07:30:00Z"),
      Case(.daily, "2026-11-20T06:59:00Z", false, next: "2026-11-20T07:00:00Z", in: "UTC"),
      Case(
        .daily, "2026-11-20T01:15:00Z", true, next: "2026-11-21T01:15:00Z", in: "Asia/Kathmandu"),
    ])
  func rounds(_ one: Case) throws {
    let quiet = try one.quiet.map {
      QuietHours(start: try Sample.time($0.0), end: try Sample.time($0.1))
    }
    let round = one.mail.round(
      lastDaily: one.lastDaily.flatMap { CalendarDay($0) }, quiet: quiet,
      now: try Sample.instant(one.now), zone: try Zone.named(one.zone))
    #expect(round == .init(sends: one.sends, next: try Sample.instant(one.next)))
    #expect(round.next > (try Sample.instant(one.now)))
  }

  @Test(
    "Which notifications are news by e-mail",
    arguments: [
      (.daily, [:], [:], true), (.off, [:], [:], false), (.important, [:], [:], false),
      (.important, ["priority": "high"], [:], true), (.important, ["priority": "low"], [:], false),
      (.important, ["priority": "urgent"], [:], false), (.atOnce, ["priority": "low"], [:], true),
      (.atOnce, ["read_at": "2026-11-20T10:00:00.000Z"], [:], false),
      (.atOnce, ["email_sent": true], [:], false),
      (.atOnce, ["scheduled_for": "2026-11-20T12:00:00.000Z"], [:], true),
      (.atOnce, ["scheduled_for": "2026-11-20T12:00:00.001Z"], [:], false),
      (.atOnce, ["created_at": "2026-11-17T12:00:00.000Z"], [:], false),
      (.atOnce, ["created_at": "2026-11-17T12:00:00.001Z"], [:], true),
      (.atOnce, [:], ["enableEmailNotifications": false], false),
      (.atOnce, [:], ["enableEmailNotifications": "no"], true),
      (.atOnce, [:], ["emailOnlyHighPriority": true], false),
      (.daily, ["priority": "high"], ["emailOnlyHighPriority": true], true),
    ] as [(ReminderMail, JSONObject, JSONValue, Bool)])
  func news(mail: ReminderMail, columns: JSONObject, stored: JSONValue, isNews: Bool) throws {
    let now = try Sample.instant("2026-11-20T12:00:00Z")
    var notification = AppNotification(
      id: Sample.id(1), personID: Sample.id(2), type: .known(.event), title: "Showcase tomorrow",
      createdAt: try columns["created_at"]?.string.map { try Sample.instant($0) }
        ?? now.adding(seconds: -60))
    notification.priority = .init(columns["priority"]?.string ?? "normal")
    notification.readAt = try columns["read_at"]?.string.map { try Sample.instant($0) }
    notification.isEmailSent = columns["email_sent"]?.bool ?? false
    notification.scheduledFor = try columns["scheduled_for"]?.string.map { try Sample.instant($0) }
    #expect(mail.takes(notification, settings: .init(reading: stored), now: now) == isNews)
  }
}

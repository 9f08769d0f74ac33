import CivilTime
import Domain
import FeatureKit
import Testing

@Suite("Deleted notifications")
struct DeletedNotificationsTests {
  private let now = Instant(seconds: 1_770_724_800)

  private func notification(
    _ type: Open<NotificationType>, daysAgo: Int = 0, about id: UInt64? = 5
  ) -> AppNotification {
    var notification = AppNotification(
      id: Sample.id(1), personID: Sample.id(2), type: type, title: "Title",
      createdAt: now.adding(days: -daysAgo))
    notification.related = id.map { .init(type: .known(.coach), id: Sample.id($0)) }
    return notification
  }

  @Test("What is remembered survives being stored, as the rules compare it")
  func roundTrip() {
    var memory = DeletedNotifications(reading: nil)
    #expect(memory.text == nil)
    memory.add(
      [notification(.known(.followUpReminder)), notification(.known(.event), about: nil)], now: now)
    let read = DeletedNotifications(reading: memory.text)
    #expect(read == memory)
    #expect(read.notifications.map(\.type) == [.known(.followUpReminder), .known(.event)])
    #expect(read.notifications.map(\.related?.id) == [Sample.id(5), nil])
    #expect(read.notifications.map(\.effectiveTime) == [now, now])
  }

  @Test(
    "Only what could be written again is remembered, and only as long",
    arguments: [
      (Open.known(NotificationType.followUpReminder), 0, true),
      (.known(.followUpReminder), 90, true),
      (.known(.followUpReminder), 92, false), (.known(.deadlineAlert), 1, true),
      (.known(.deadlineAlert), 3, true), (.known(.deadlineAlert), 92, false),
      (.known(.dailyDigest), 0, true),
      (.known(.event), 0, true), (.known(.inboundInteraction), 0, false),
      (.known(.offer), 0, false), (.unknown("team_news"), 0, false),
    ])
  func keeping(type: Open<NotificationType>, daysAgo: Int, isKept: Bool) {
    var memory = DeletedNotifications(reading: nil)
    memory.add([notification(type, daysAgo: daysAgo)], now: now)
    #expect((memory.text != nil) == isKept)
  }

  @Test(
    "Unreadable memory remembers nothing",
    arguments: ["", "{", "{}", "[1,null,{}]", #"[{"type":"event","at":"soon"}]"#])
  func unreadable(text: String) {
    #expect(DeletedNotifications(reading: text).notifications.isEmpty)
  }
}

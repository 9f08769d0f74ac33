import Basics
import CivilTime
import Domain
import Testing

@Suite("Deleted notifications")
struct DeletedNotificationsTests {
  private static let now = Instant(milliseconds: 1_770_742_800_000)  // 2026-02-10T17:00:00Z
  private static let today = Zone.utc.day(of: now)

  private func occasion(
    _ source: NotificationOccasion.Source = .offer, daysAgo: Int = 0, record: UInt64 = 5
  ) -> NotificationOccasion {
    NotificationOccasion(
      source, lead: 3, of: Sample.id(2),
      [.init(Sample.id(record), Self.today.adding(days: -daysAgo))])
  }

  private func notification(
    _ type: Open<NotificationType> = .known(.deadlineAlert), about: NotificationOccasion? = nil,
    at moment: Instant = Self.now
  ) -> AppNotification {
    var one = AppNotification(
      id: Sample.id(50), personID: Sample.id(2), type: type, title: "T", createdAt: moment)
    one.occasion = about?.description
    one.related = .init(type: .known(.offer), id: Sample.id(5))
    return one
  }

  @Test("What is remembered survives being stored, and is there once")
  func roundTrip() {
    var memory = DeletedNotifications(reading: nil)
    #expect(memory.text == nil)
    let two = [occasion(), occasion(.event, record: 6)]
    memory.add((two + two).map { notification(about: $0) }, now: Self.now)
    memory.add([notification(about: occasion())], now: Self.now)
    let read = DeletedNotifications(reading: memory.text)
    #expect(read == memory)
    #expect(read.occasions == two)
  }

  @Test(
    "Of what an earlier version wrote, that is remembered which could be written again",
    arguments: [
      (Open.known(NotificationType.followUpReminder), true), (.known(.deadlineAlert), true),
      (.known(.dailyDigest), true), (.known(.event), true), (.known(.inboundInteraction), false),
      (.known(.offer), false), (.unknown("team_news"), false),
    ])
  func unnamed(type: Open<NotificationType>, isKept: Bool) throws {
    var memory = DeletedNotifications(reading: nil)
    memory.add([notification(type)], now: Self.now)
    let kept = DeletedNotifications(reading: memory.text).unnamed
    #expect(kept.count == (isKept ? 1 : 0))
    #expect(kept.allSatisfy { $0.type == type && $0.effectiveTime == Self.now })
    #expect(kept.allSatisfy { $0.related == notification(type).related })
  }

  @Test("The memory of an earlier version is still read")
  func earlierVersion() {
    let memory = DeletedNotifications(
      reading: #"[{"type":"daily_digest","at":"2026-02-10T06:00:00.000Z","lead":"Feb 17."}]"#)
    #expect(memory.unnamed.map(\.type) == [.known(.dailyDigest)])
    #expect(memory.unnamed.allSatisfy { $0.related == nil })
  }

  @Test(
    "Once there are many, those are forgotten whose days are months ago, and none to come",
    arguments: [(0, true), (-30, true), (90, true), (91, true), (92, false)])
  func forgetting(daysAgo: Int, isKept: Bool) {
    let old = occasion(daysAgo: daysAgo, record: 9)
    let oldOne = notification(about: old)
    let unnamed = notification(at: Self.now.adding(days: -daysAgo))
    var memory = DeletedNotifications(reading: nil)
    memory.add([oldOne, unnamed], now: Self.now)
    // While few deleted notifications are remembered, none is forgotten, whatever its age.
    // Otherwise a clock that is wrong for an hour could make the program forget all of them.
    #expect(memory.occasions.count == 1 && memory.unnamed.count == 1)
    for number in 1...200 {
      memory.add(
        [notification(about: occasion(record: UInt64(100 + number))), notification()],
        now: Self.now)
    }
    #expect(memory.occasions.contains(old) == isKept)
    #expect(memory.unnamed.count == (isKept ? 201 : 200))
  }

  @Test(
    "Unreadable memory remembers nothing",
    arguments: ["", "{", "{}", "[1,null,{}]", #"["offer 7"]"#, #"["offer x y z@2026-01-01"]"#])
  func unreadable(text: String) {
    let memory = DeletedNotifications(reading: text)
    #expect(memory.occasions.isEmpty && memory.unnamed.isEmpty)
  }
}

import Basics
import CivilTime
import Domain
import Testing

@Suite("Inbox")
struct InboxRulesTests {
  private func notification(
    _ id: UInt64, _ type: NotificationType = .offer, title: String = "Title",
    scheduled: String? = nil, created: String = "2026-02-01T00:00:00Z"
  ) throws -> AppNotification {
    var notification = AppNotification(
      id: Sample.id(id), personID: Sample.id(99), type: .known(type), title: title,
      createdAt: try Sample.instant(created))
    notification.scheduledFor = try scheduled.map(Sample.instant)
    return notification
  }

  @Test("The latest scheduled comes first; without a schedule the creation counts; ties by id")
  func order() throws {
    let list = [
      try notification(1, scheduled: "2026-02-03T00:00:00Z"), try notification(2),
      try notification(3, scheduled: "2026-02-05T00:00:00Z"),
      try notification(4, created: "2026-02-04T00:00:00Z"),
      try notification(5, scheduled: "2026-02-03T00:00:00Z"),
    ]
    #expect(InboxRules.sorted(list).map(\.id) == [3, 4, 1, 5, 2].map(Sample.id))
    #expect(InboxRules.sorted(list.reversed()) == InboxRules.sorted(list))
  }

  @Test(
    "Type and search both have to fit; search looks in title and message without case",
    arguments: [
      (nil, "", true), (NotificationType.offer, "", true), (.event, "", false),
      (nil, "DEADLINE", true),
      (nil, "cedar", true), (nil, " valley ", true), (nil, "lakeside", false),
      (.event, "cedar", false),
      (.offer, "cedar", true),
    ] as [(NotificationType?, String, Bool)])
  func filters(type: NotificationType?, search: String, isShown: Bool) throws {
    var item = try notification(1, title: "Offer deadline")
    item.message = "Cedar Valley waits"
    #expect(InboxRules.admits(item, type: type, search: search) == isShown)
  }

  @Test("A null message is searched as empty, an unknown type only without a type filter")
  func tolerant() throws {
    var item = try notification(1, title: "Hello")
    item.type = Open("from_tomorrow")
    #expect(InboxRules.admits(item, type: nil, search: "hello"))
    #expect(!InboxRules.admits(item, type: nil, search: "x"))
    #expect(!InboxRules.admits(item, type: .offer, search: ""))
  }

  @Test(
    "The badge counts to nine and then says 9+",
    arguments: [(-1, nil), (0, nil), (1, "1"), (9, "9"), (10, "9+"), (500, "9+")]
      as [(Int, String?)])
  func badge(unread: Int, text: String?) {
    #expect(InboxRules.badge(unread: unread) == text)
  }

  @Test("Marking read keeps earlier times")
  func reading() throws {
    let now = try Sample.instant("2026-02-10T00:00:00Z")
    let earlier = try Sample.instant("2026-02-05T00:00:00Z")
    var list = try (1...8).map { try notification($0, created: "2026-02-0\($0)T00:00:00Z") }
    list[7].readAt = earlier
    #expect(InboxRules.unread(list) == 7)
    let read = list.map { InboxRules.markedRead($0, now: now) }
    #expect(read.map(\.readAt) == Array(repeating: now, count: 7) + [earlier])
  }

  @Test(
    "A notification leads to its own address, else to the record it is about",
    arguments: [
      ("/x", "offer", 7, "/x"), (nil, "offer", 7, "/offers?highlight=ID"),
      ("", "event", 7, "/events/ID"),
      (nil, "recommendation", 7, "/documents?type=recommendation"),
      (nil, "coach", 7, "/coaches?highlight=ID"), (nil, "school", 7, "/schools/ID"),
      (nil, "interaction", 7, "/notifications"), (nil, "planet", 7, "/notifications"),
      (nil, "school", nil, "/notifications"), (nil, nil, nil, "/notifications"),
    ] as [(String?, String?, UInt64?, String)])
  func paths(own: String?, type: String?, id: UInt64?, expected: String) throws {
    var item = try notification(1)
    item.actionURL = own
    item.related = type.map { .init(type: Open($0), id: id.map(Sample.id)) }
    let text = expected.split(separator: "ID", omittingEmptySubsequences: false)
      .joined(separator: Sample.id(7).description)
    #expect(InboxRules.path(of: item) == text)
  }

  @Test(
    "Only addresses the product writes are followed; anything else stays in the inbox",
    arguments: [
      ("/coaches?highlight=c1", true), ("/schools/s1", true), ("/offers?highlight=o1", true),
      ("/events/e1", true), ("/documents?type=recommendation", true), ("/documents", false),
      ("/erase", false), ("/schools", false), ("/schools/s1/edit", false),
      ("/coaches?other=c1", false), ("https://example.org/", false), ("javascript:alert(1)", false),
      (" ", false), ("/notifications", false),
    ])
  func destination(url: String, isFollowed: Bool) throws {
    var item = try notification(1)
    item.actionURL = url
    #expect(InboxRules.destination(of: item) == (isFollowed ? Route(url) : nil))
  }
}

import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Notifications
import TerminalRendering
import Testing

@Suite("The list")
struct ListTests {
  @Test("Notifications load and display sorted by date")
  func order() async throws {
    let page = try await Prompt().show("notifications")
    #expect(page.title == "Notifications")
    #expect(page.context == "3 unread")
    #expect(page.handles == ["n7", "n6", "n5", "n4", "n3", "n2", "n1"])
    #expect(
      page.rows.map { $0.trailing?.text }
        == ["just now", "2h ago", "1d ago", "3d ago", "6d ago", "Jan 16", "Jan 15"])
    #expect(
      page.rows.map(\.title) == [
        "Offer from Cedar Valley", "Ana Rivera contacted you", "Offer deadline in 3 days",
        "Offer deadline in 7 days", "Follow up with Ana Rivera", "Your day in review",
        "Winter Showcase in 7 days",
      ])
    #expect(page.rows.map(\.icon) == ["🎉", "📧", "⏰", "⏰", "🔔", "📊", "📅"])
    #expect(page.rows[2].detail == "The offer ends on Feb 13, in 3 days.")
  }

  @Test("Unread notifications show blue styling, read show gray")
  func styling() async throws {
    let page = try await Prompt().show("notifications")
    for row in page.rows {
      let isUnread = ["n5", "n6", "n7"].contains(row.handle)
      #expect(row.isStrong == isUnread)
      #expect(row.tone == (isUnread ? .info : .neutral))
      #expect(row.marker == (isUnread ? .unread : nil))
    }
  }

  @Test("Priority badges display with correct colors")
  func priorities() async throws {
    let prompt = Prompt { rows in
      rows.fillInbox(4) { one, index in
        one.priority = [.known(.low), .known(.normal), .known(.high), nil][index]
      }
    }
    let badges = try await prompt.show("notifications").rows.map(\.badges)
    #expect(
      badges == [
        [Badge("NORMAL", tone: .info)], [Badge("HIGH", tone: .danger)],
        [Badge("NORMAL", tone: .info)], [Badge("LOW", tone: .muted)],
      ])
  }

  @Test("Handle empty notification list")
  func empty() async throws {
    let page = try await Prompt { $0.removeNotifications() }.show("notifications")
    #expect(page.empty == EmptyState("No notifications", detail: "You're all caught up!"))
    #expect(page.context == nil)
    #expect(page.links.isEmpty)
    #expect(page.problem == nil, "empty is success")
  }

  @Test("What can be done with all is offered only when it can do something")
  func bulk() async throws {
    func offered(_ change: @escaping @Sendable (inout AppNotification, Int) -> Void) async throws
      -> [String]
    {
      let prompt = Prompt { $0.fillInbox(3, change) }
      return try await prompt.show("notifications").everyLink.map(\.label)
        .filter { ["Mark all as read", "Clear read"].contains($0) }
    }
    #expect(try await offered { _, _ in } == ["Mark all as read"])
    #expect(try await offered { one, _ in one.readAt = one.createdAt } == ["Clear read"])
    #expect(
      try await offered { one, index in one.readAt = index == 0 ? one.createdAt : nil }
        == ["Clear read", "Mark all as read"])
    // The links at the end of a page lead in a browser.
    let last = try await Prompt { $0.fillInbox(3) }.show("notifications").blocks.last
    #expect(last == Links([CommandLink("Mark all as read", "notifications read-all")]).block)
  }

  @Test(
    "Times are relative, with their boundaries",
    arguments: [
      (-60, "just now"), (0, "just now"), (59, "just now"), (60, "1m ago"), (3599, "59m ago"),
      (3600, "1h ago"), (86_399, "23h ago"), (86_400, "1d ago"), (604_799, "6d ago"),
      (604_800, "Feb 3"),
    ])
  func times(seconds: Int, words: String) async throws {
    let prompt = Prompt { rows in
      rows.fillInbox(1) { one, _ in
        one.scheduledFor = ExampleFamily.now.adding(seconds: -Int64(seconds))
      }
    }
    #expect(try await prompt.show("notifications").rows[0].trailing?.text == words)
  }

  @Test("A date is that of the viewer's zone", arguments: [(-12 * 60, "Feb 2"), (0, "Feb 3")])
  func zones(minutes: Int, words: String) async throws {
    let prompt = Prompt(zone: .fixed(minutes: minutes)) { rows in
      rows.fillInbox(1) { one, _ in
        one.scheduledFor = ExampleFamily.now.adding(seconds: -(604_800 + 3600))
      }
    }
    #expect(try await prompt.show("notifications").rows[0].trailing?.text == words)
  }

  @Test("Rows with gaps and types of tomorrow are shown, whatever is missing")
  func tolerant() async throws {
    let prompt = Prompt { rows in
      rows.fillInbox(3) { one, index in
        one.message = nil
        one.priority = .unknown("urgent")
        if index == 0 { one.type = .unknown("team_news") }
        if index == 1 { one.related = .init(type: .unknown("team"), id: nil) }
        if index == 2 { one.title = " " }
      }
    }
    let page = try await prompt.show("notifications")
    #expect(page.rows.count == 3)
    #expect(page.rows[2].icon == "📌")
    #expect(page.rows[2].spoken == "Unread normal Team news: Notification 0. 3m ago")
    #expect(page.rows[0].title == "Digest", "a title of spaces could not be chosen")
    #expect(page.rows.allSatisfy { $0.detail == nil && $0.badges.map(\.text) == ["NORMAL"] })
    for handle in page.handles {
      let opened = try await prompt.enter("notifications open \(handle)")
      #expect(opened.problems.isEmpty && opened.opened.count == 1)
    }
  }

  @Test("Page loads in <2 seconds on 4G")
  func oneFetch() async throws {
    let prompt = Prompt()
    try await prompt.enter("notifications")
    let calls = prompt.stage.backend.hook.calls.filter { $0.hasPrefix("notifications.") }
    #expect(calls == ["notifications.generate", "notifications.list"])
    try await prompt.enter("notifications")
    #expect(prompt.stage.backend.hook.calls.last == "notifications.list")
    #expect(prompt.stage.backend.hook.count(of: "notifications.generate") == 1)
  }

  @Test(
    "List scrolls smoothly with 100+ notifications",
    arguments: [(1, 1), (2, 2), (3, 3), (20, 20), (21, 20), (1_000, 20)])
  func long(count: Int, shown: Int) async throws {
    let prompt = Prompt { $0.fillInbox(count) }
    let page = try await prompt.show("notifications")
    #expect(page.rows.count == shown)
    #expect(page.context == "\(count) unread")
    #expect(
      page.more
        == (count > shown
          ? CommandLink("… \(count - shown) more", "notifications --all") : nil))
    // A notification takes two lines of the screen, so twelve rows have space for six
    // notifications.
    #expect(prompt.page(rowLimit: 12).rows.count == min(count, 6))
    #expect(TerminalRenderer.render(prompt.page(rowLimit: 12), TerminalStyle(width: 80)).count < 24)
    #expect(try await prompt.show("notifications --limit 2").rows.count == min(count, 2))
  }

  @Test("`--all` shows every one, on a small screen too")
  func all() async throws {
    let prompt = Prompt { $0.fillInbox(120) }
    #expect(try await prompt.show("notifications --all", rowLimit: 10).rows.count == 120)
  }

  @Test("A parent sees their own inbox and never the athlete's")
  func parents() async throws {
    let prompt = Prompt(as: ExampleFamily.dana)
    let page = try await prompt.show("notifications")
    #expect(page.handles == ["n8"])
    #expect(page.context == "1 unread")
    try await prompt.enter("notifications read n8")
    #expect(prompt.page().context == "0 unread")
    await #expect(throws: Problem.self) { try await prompt.enter("notifications read n7") }
  }

  @Test("A parent whose inbox is empty reads what will come")
  func parentsEmpty() async throws {
    let prompt = Prompt(as: ExampleFamily.dana) { $0.removeNotifications() }
    try await prompt.enter("notifications")
    let viewer = Viewer(name: "Dana", subject: "Sam", isReadOnly: true)
    let page = prompt.stage.feature.page(
      prompt.state, in: PageContext(now: ExampleFamily.now, zone: .utc, viewer: viewer))
    #expect(
      TerminalRenderer.render(page, TerminalStyle(width: 200)).contains {
        $0.contains("Deadlines of Sam's offers, events and tasks come here.")
      })
  }

  @Test("Who asks to come into the family is told above the list, also above an empty one")
  func joining() async throws {
    let stage = Stage()
    var sharing = SharingStatus()
    sharing.asking = [
      JoinRequest(person: ExampleFamily.dana, name: "Dana Lee", email: "dana@example.org")
    ]
    for inbox in [
      try await stage.backend.notifications.list(InboxQuery()),
      InboxData(listing: Listing(rows: [], matching: 0, total: 0), unreadCount: 0),
    ] {
      var state = NotificationsFeature.State()
      state.loaded = .loaded(.list(inbox, sharing))
      #expect(
        stage.feature.page(state, in: stage.context).banners.map { $0.lines.first }
          == ["Dana Lee asks to join your family."])
    }
  }
}

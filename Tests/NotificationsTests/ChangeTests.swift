import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Notifications
import Testing

/// Tests of every command that changes notifications: the state after it, the actions that its
/// effect sends, and its outcome.
@Suite("Changing")
struct ChangeTests {
  @Test("Mark all as read marks all unread")
  func readAll() async throws {
    let stage = Stage()
    let before = try await stage.list()
    let earlier = try await stage.row("n1").notification.readAt
    let store = stage.store()
    try await store.enter("notifications") { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success(before))) {
      $0.loaded = .loaded(before)
      $0.unread = 3
    }
    try await store.enter("notifications read-all")
    await store.receive(.allRead(.success(3)))
    await store.expect(
      .done(Done("Marked 3 notifications as read.", details: ["undo takes it back"])))
    let after = try await stage.list()
    await store.receive(.pageLoaded(.success(after))) {
      $0.loaded = .loaded(after)
      $0.unread = 0
    }
    await store.finish()
    let page = stage.page(store.state)
    #expect(page.context == "0 unread")
    #expect(!page.everyLink.map(\.label).contains("Mark all as read"), "its button is gone")
    #expect(page.rows.allSatisfy { !$0.isStrong })
    #expect(try await stage.row("n1").notification.readAt == earlier, "earlier times stay")
    #expect(try await stage.backend.undo.undo().operation == "markAllRead")
    #expect(try await stage.backend.notifications.unreadCount() == 3)
  }

  @Test("Each command is one call of the inbox")
  func calls() async throws {
    let stage = Stage()
    let (feature, notifications) = (stage.feature, stage.backend.notifications)
    let two = [try await stage.reference("n5"), try await stage.reference("n6")]
    func calls(_ action: NotificationsFeature.Action) -> [EndpointCall] {
      var state = feature.initialState
      return feature.reduce(&state, action).calls
    }
    #expect(
      calls(.readRequested(.these(two))) == [
        EndpointCall(notifications.markRead, two.map(\.id))
      ])
    #expect(
      calls(.deletionRequested(.these(two))) == [EndpointCall(notifications.delete, two.map(\.id))])
    let filters: [(NotificationFilter, NotificationType?)] = [(.all, nil), (.only(.offer), .offer)]
    for (filter, type) in filters {
      #expect(
        calls(.readRequested(.all(filter))) == [EndpointCall(notifications.markAllRead, type)])
      #expect(
        calls(.clearingConfirmed(.init(filter, readOnly: true))) == [
          EndpointCall(notifications.deleteAll, (type, true))
        ])
    }
  }

  @Test("Clear read deletes all read notifications")
  func clearRead() async throws {
    let stage = Stage()
    let store = stage.store()
    try await store.enter("notifications clear-read")
    await store.receive(
      .clearingCounted(.success(.init(.init(readOnly: true), read: 4, unread: 3))))
    await store.expect(
      .question(
        Question(
          "Delete all read notifications?",
          details: ["4 notifications are read; undo brings them back."],
          agree: .takingAway("Delete"),
          yes: .clearingConfirmed(.init(readOnly: true)))))
    #expect(try await stage.references().count == 7, "asking deletes nothing")
    await store.answerYes()
    await store.receive(.cleared(.success(4)))
    await store.expect(
      .done(Done("Deleted 4 notifications.", details: ["undo brings them back"])))
    await store.receive(.unreadCounted(.success(3))) { $0.unread = 3 }
    await store.finish()
    #expect(try await stage.references().map(\.handle) == ["n5", "n6", "n7"])
    #expect(try await stage.backend.undo.undo().operation == "deleteReadNotifications")
    #expect(try await stage.references().count == 7)
  }

  @Test("With nothing to clear or to read, nothing is asked and nothing is written")
  func nothingToDo() async throws {
    let prompt = Prompt { $0.removeNotifications() }
    let cleared = try await prompt.enter("notifications clear-read")
    #expect(cleared.questions.isEmpty)
    #expect(
      cleared.done.map(\.sentence)
        == ["There is nothing to clear: none of your notifications is read."])
    #expect(
      try await prompt.enter("notifications read-all").done.map(\.sentence)
        == ["Nothing was unread."])
    #expect(try await prompt.stage.backend.undo.history(limit: 5).isEmpty)
  }

  @Test("Individual delete removes notification")
  func delete() async throws {
    let stage = Stage()
    let row = try await stage.row("n5")
    let store = stage.store()
    try await store.enter("notifications delete n5", knowing: [row.reference])
    await store.receive(.notificationsDeleted(.success([row])))
    await store.expect(
      .done(
        Done(
          "Deleted n5 Offer deadline in 3 days.", details: ["undo brings it back"],
          references: [row.reference])))
    await store.receive(.unreadCounted(.success(2))) { $0.unread = 2 }
    await store.finish()
    #expect(!(try await stage.references()).map(\.handle).contains("n5"))
    _ = try await stage.backend.undo.undo()
    #expect(try await stage.row("n5") == row)
  }

  @Test("Several that are named are deleted in one step, with a line each")
  func deleteSeveral() async throws {
    let prompt = Prompt()
    let rows = [try await prompt.stage.row("n7"), try await prompt.stage.row("n5")]
    let told = try await prompt.enter("notifications delete n7 n5 n7")
    #expect(
      told.done == [
        Done(
          "Deleted 2 notifications.",
          details: rows.map { "\($0.reference.handle) \($0.reference.title)" }
            + ["undo brings them back"], references: rows.map(\.reference))
      ])
    #expect(try await prompt.stage.references().count == 5)
    #expect(try await prompt.stage.backend.undo.history(limit: 5).count == 1)
    _ = try await prompt.stage.backend.undo.undo()
    #expect(try await prompt.stage.references().count == 7)
  }

  @Test("Of several, all are read or deleted or none, and the reason is said")
  func allOrNothing() async throws {
    for verb in ["read", "delete"] {
      let prompt = Prompt()
      let known = try await prompt.stage.references()
      let action = try await prompt.stage.feature.action(
        for: "notifications \(verb) n5 n6", knowing: known, now: ExampleFamily.now)
      // Another process deletes the second notification after the command has found both. The
      // command must then leave the first notification unchanged too.
      try await prompt.enter("notifications delete n6")
      let told = await prompt.send(action)
      #expect(told.done.isEmpty)
      #expect(told.problems.map(\.cause) == [.notFound])
      #expect(try await prompt.stage.row("n5").notification.isRead == false)
    }
  }

  @Test("Several are marked read in one step; all of a type too")
  func readSeveral() async throws {
    let prompt = Prompt()
    let told = try await prompt.enter("notifications read n5 n6")
    #expect(told.done.map(\.sentence) == ["Marked 2 notifications as read."])
    #expect(told.done.first?.details.count == 3)
    #expect(try await prompt.stage.backend.notifications.unreadCount() == 1)
    let type = try #require(try await prompt.stage.row("n7").notification.type.known)
    let chip = type.words.lowercased()
    let all = try await prompt.enter("notifications read --type \(chip)")
    #expect(all.done.map(\.sentence) == ["Marked 1 notification as read."])
    #expect(try await prompt.stage.backend.notifications.unreadCount() == 0)
  }

  @Test("All of a type are deleted after a question that counts them, read or not")
  func deleteByType() async throws {
    let prompt = Prompt()
    let rows = try await prompt.stage.backend.notifications.list(
      InboxQuery { $0.type = .deadlineAlert }
    ).listing.rows
    let unread = rows.count { !$0.notification.isRead }
    let question = try #require(
      try await prompt.enter("notifications delete --type deadlines").questions.first)
    #expect(question.words == "Delete all notifications under Deadlines?")
    #expect(
      question.details == [
        "\(KindCount(.notification, rows.count).words), \(unread) of them unread; "
          + "undo brings \(rows.count == 1 ? "it" : "them") back."
      ])
    #expect(try await prompt.stage.references().count == 7)
    await prompt.send(question.yes)
    #expect(try await prompt.stage.references().count == 7 - rows.count)
    #expect(
      try await prompt.enter("notifications delete --type deadlines").done.map(\.sentence)
        == ["There is nothing to delete: you have no notifications under Deadlines."])
  }

  @Test("Clearing what was read can be narrowed to a type")
  func clearByType() async throws {
    let prompt = Prompt()
    let read = try await prompt.stage.backend.notifications.list(InboxQuery()).listing.rows
      .filter(\.notification.isRead)
    let events = read.filter { $0.notification.type == .event }
    #expect(!events.isEmpty && events.count < read.count)
    let question = try #require(
      try await prompt.enter("notifications clear-read --type events").questions.first)
    #expect(question.words == "Delete all read notifications under Events?")
    await prompt.send(question.yes)
    #expect(try await prompt.stage.references().count == 7 - events.count)
    #expect(
      try await prompt.enter("notifications clear-read --type events").done.map(\.sentence)
        == ["There is nothing to clear: none of your notifications under Events is read."])
  }

  @Test("Rapid taps don't create duplicate mutations")
  func rapidTaps() async throws {
    let lines = [
      ("notifications.markAllRead", "read-all"), ("notifications.markRead", "read n7"),
      ("notifications.delete", "delete n7"), ("notifications.generate", "generate"),
    ]
    for (endpoint, words) in lines {
      let stage = Stage()
      let known = try await stage.references()
      let gate = stage.backend.hook.hold(endpoint)
      let prompt = Prompt(stage)
      let action = try await stage.feature.action(
        for: "notifications \(words)", knowing: known, now: ExampleFamily.now)
      let told = await prompt.send([action, action, action]) { gate.open() }
      #expect(stage.backend.hook.count(of: endpoint) == 1, "\(words)")
      #expect(told.done.count == 1)
    }
  }

  @Test("A newer load supersedes an older one, which comes too late to be seen")
  func supersedes() async throws {
    let stage = Stage()
    let events = try await stage.list { $0.type = .event }
    let store = stage.store()
    let slow = stage.backend.hook.hold("notifications.list")
    try await store.enter("notifications") { $0.loaded = .loading }
    try await store.enter("notifications filter events") { $0.filter = .only(.event) }
    await store.receive(.pageLoaded(.success(events))) {
      $0.loaded = .loaded(events)
      $0.unread = 3
    }
    slow.open()
    await store.finish()
  }

  @Test("Signing out in the middle of a load shows nothing of the person, and no badge")
  func signOut() async throws {
    let stage = Stage()
    let slow = stage.backend.hook.hold("notifications.list")
    let store = stage.store()
    try await store.enter("notifications") { $0.loaded = .loading }
    await store.send(event: .signedOut) { $0 = .init() }
    slow.open()
    await store.finish()
    #expect(stage.feature.badge(store.state) == nil)
  }

  @Test("Another viewer begins with no filter and no words of the one before")
  func otherViewer() async throws {
    let prompt = Prompt()
    try await prompt.enter("notifications filter events")
    await prompt.hear(.viewerChanged)
    #expect(prompt.state.filter == .all)
    #expect(prompt.page().rows.count == 7)
    let unopened = Prompt()
    await unopened.hear(.viewerChanged)
    #expect(
      unopened.stage.backend.hook.calls.isEmpty, "nothing is fetched for a page nobody saw")
  }

  @Test("No memory leaks")
  func released() async throws {
    weak var gone: Store<NotificationsFeature>?
    do {
      let store = Store(Stage().feature)
      gone = store
      await store.send(.listRequested(.init())).settled()
    }
    #expect(await isReleased { gone })
  }
}

@Suite("The badge of the prompt")
struct BadgeTests {
  @Test("It counts what is unread, before the page was ever opened and after every change")
  func counts() async throws {
    let prompt = Prompt()
    #expect(prompt.badge == nil)
    await prompt.send(try #require(prompt.stage.feature.badgeRefresh))
    #expect(prompt.badge == "3 unread")
    #expect(prompt.stage.backend.hook.calls == ["notifications.unreadCount"])
    try await prompt.enter("notifications read n7")
    #expect(prompt.badge == "2 unread")
    try await prompt.enter("notifications")
    try await prompt.enter("notifications delete n6")
    #expect(prompt.badge == "1 unread")
    try await prompt.enter("notifications read-all")
    #expect(prompt.badge == nil, "nothing unread, no badge")
    _ = try await prompt.stage.backend.undo.undo()
    await prompt.hear(.dataChanged)
    #expect(prompt.badge == "1 unread")
  }

  @Test(
    "Above nine it says 9+ (rule 4.11)",
    arguments: [(0, nil), (1, "1 unread"), (9, "9 unread"), (10, "9+ unread"), (120, "9+ unread")]
      as [(Int, String?)])
  func nine(unread: Int, words: String?) {
    let feature = Stage().feature
    var state = feature.initialState
    state.unread = unread
    #expect(feature.badge(state)?.text == words)
  }

  @Test("A count that cannot be had is left out, in silence")
  func failing() async throws {
    let prompt = Prompt()
    await prompt.send(.badgeRequested)
    #expect(prompt.badge == "3 unread")
    prompt.stage.backend.hook.fail(.offline)
    #expect(await prompt.send(.badgeRequested).isEmpty)
    #expect(prompt.badge == nil)
    #expect(NotificationsFeature.manifest.showsBadge)
  }
}

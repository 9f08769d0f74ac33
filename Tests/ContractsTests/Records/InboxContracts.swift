import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

@Suite struct InboxContracts {
  /// Returns a data file in which the athlete Sam has three notifications: of an event tomorrow, of
  /// an event in a week, and of an e-mail from a school that the parent Dana has logged. The last
  /// value is the backend with Sam signed in.
  private func inbox() async throws -> (Stage, Cast, SQLBackend) {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    for (name, start) in [("Showcase", "2026-02-11"), ("Camp", "2026-02-17")] {
      _ = try await sam.events.add(
        RecordChange<RecruitingEvent> {
          $0.type = .known(.camp)
          $0.name = name
          $0.startDate = day(start)
        }, for: cast.sam.id)
    }
    _ = try await sam.notifications.generate(now: stage.now, zone: .utc, .daily)
    stage.wait()
    let school = try await sam.schools.add(
      RecordChange<School> { $0.name = "Kenyon" }, for: cast.sam.id
    ).row
      .reference
    _ = try await sam.families.setHelp(
      of: cast.dana.id, inFamily: cast.family.id, to: [.records])
    _ = try await stage.acting(cast.dana).interactions.add(
      RecordChange<Interaction> {
        $0.schoolID = school.id
        $0.type = .known(.email)
        $0.direction = .known(.inbound)
        $0.occurredAt = stage.now
      },
      for: cast.sam.id)
    _ = try stage.acting(cast.sam)
    return (stage, cast, sam)
  }

  @Test(
    "What is due is written once, however often it is asked for, and is no step")
  func generation() async throws {
    let (stage, cast, sam) = try await inbox()
    let steps = try await sam.undo.history(limit: 99)
    let again = try await sam.notifications.generate(
      now: stage.now, zone: .utc, .daily)
    #expect(again.created.isEmpty)
    #expect(try await sam.notifications.list(InboxQuery()).listing.total == 3)
    #expect(try await sam.undo.history(limit: 99) == steps)
    // Notifications that the parent Dana generates are put into Dana's own inbox, so the inbox of
    // the athlete Sam stays as it is.
    _ = try await stage.acting(cast.dana).notifications.generate(
      now: stage.now, zone: .utc, .daily)
    #expect(try await stage.acting(cast.sam).notifications.list(InboxQuery()).listing.total == 3)
  }

  @Test(
    "What somebody asked for is one step: undo takes it back, and then it is written anew")
  func askedFor() async throws {
    let (stage, cast, sam) = try await inbox()
    _ = try await sam.events.add(
      RecordChange<RecruitingEvent> {
        $0.type = .known(.game)
        $0.name = "Friendly"
        $0.startDate = day("2026-02-11")
      }, for: cast.sam.id)
    let notifications = sam.notifications
    let generate = {
      try await notifications.generate(
        now: stage.now, zone: .utc, .asked
      ).created.map(\.related?.title)
    }
    #expect(try await generate() == ["Friendly"])
    #expect(try await sam.undo.history(limit: 1).map(\.summary) == ["Wrote 1 notification"])
    #expect(try await generate() == [])
    #expect(try await sam.undo.undo().operation == "generateNotifications")
    #expect(try await notifications.list(InboxQuery()).listing.total == 3)
    #expect(try await generate() == ["Friendly"])
  }

  @Test(
    "What was deleted is not written again, one by one or with all that were read")
  func deletedStaysDeleted() async throws {
    let (stage, _, sam) = try await inbox()
    let events = try await sam.notifications.list(InboxQuery { $0.type = .event }).listing.rows
    _ = try await sam.notifications.delete(events[0].reference.id)
    _ = try await sam.notifications.markRead(events[1].reference.id)
    #expect(try await sam.notifications.deleteAll((nil, true)) == 1)
    let again = try await sam.notifications.generate(
      now: stage.now, zone: .utc, .daily)
    #expect(again.created.isEmpty)
    // Six days later, another reminder of one of the events is due. Its notification is created
    // although the notification of the first reminder was deleted.
    let week = try await sam.notifications.generate(
      now: stage.now.adding(days: 6), zone: .utc, .daily)
    #expect(week.created.map(\.related?.title) == ["Camp"])
    // The undo restores the notification that `deleteAll` has deleted. The list then contains the
    // message and one notification of each event, and no event twice.
    _ = try await sam.undo.undo()
    let titles = try await sam.notifications.list(InboxQuery()).listing.rows.map(\.related?.title)
    #expect(titles.count == Set(titles).count)
  }

  @Test(
    "The newest come first; type, words and unread narrow together")
  func filters() async throws {
    let (_, _, sam) = try await inbox()
    let all = try await sam.notifications.list(InboxQuery())
    #expect(all.listing.rows.first?.notification.type == .inboundInteraction)
    #expect(all.unreadCount == 3)
    var query = InboxQuery()
    query.type = .event
    query.search = "CAMP"
    let camp = try await sam.notifications.list(query)
    #expect(camp.listing.rows.map(\.related?.title) == ["Camp"])
    #expect(camp.listing.matching == 1)
    #expect(camp.listing.total == 3)
    _ = try await sam.notifications.markRead(camp.listing.rows[0].reference.id)
    query.unreadOnly = true
    #expect(try await sam.notifications.list(query).listing.rows.isEmpty)
    #expect(try await sam.notifications.unreadCount() == 2)
  }

  @Test(
    "Marking all read keeps earlier times, and deleting the read ones leaves the others")
  func reading() async throws {
    let (stage, _, sam) = try await inbox()
    let first = try await sam.notifications.list(InboxQuery()).listing.rows[0].reference.id
    let read = try await sam.notifications.markRead(first)
    #expect(read.notification.readAt == stage.now)
    stage.wait()
    #expect(try await sam.notifications.markAllRead(nil) == 2)
    #expect(try await sam.notifications.show(first).notification.readAt == read.notification.readAt)
    #expect(try await sam.undo.undo().operation == "markAllRead")
    #expect(try await sam.notifications.deleteAll((nil, true)) == 1)
    #expect(try await sam.notifications.list(InboxQuery()).listing.total == 2)
  }

  @Test(
    "Nobody reads or touches another's inbox, not even in the family")
  func foreignInboxes() async throws {
    let (stage, cast, sam) = try await inbox()
    let id = try await sam.notifications.list(InboxQuery()).listing.rows[0].reference.id
    for person in [cast.dana, cast.mia] {
      let inbox = try stage.acting(person).notifications
      #expect(try await inbox.list(InboxQuery()).listing.isEmpty)
      #expect(await cause { _ = try await inbox.show(id) } == .notFound)
      #expect(await cause { _ = try await inbox.markRead(id) } == .notFound)
      #expect(await cause { _ = try await inbox.delete(id) } == .notFound)
      #expect(try await inbox.markAllRead(nil) == 0)
      #expect(try await inbox.deleteAll((nil, true)) == 0)
    }
    #expect(try await stage.acting(cast.sam).notifications.unreadCount() == 3)
  }

  @Test(
    "Several are read or deleted in one step, or none of them when one is not there")
  func several() async throws {
    let (_, _, sam) = try await inbox()
    let ids = try await sam.notifications.list(InboxQuery()).listing.rows.map(\.reference.id)
    let gone = RecordID.version4(high: 4, low: 4)
    #expect(await cause { _ = try await sam.notifications.markRead([ids[0], gone]) } == .notFound)
    #expect(await cause { _ = try await sam.notifications.delete([ids[0], gone]) } == .notFound)
    #expect(try await sam.notifications.unreadCount() == 3)
    #expect(
      try await sam.notifications.markRead([ids[2], ids[0]]).map(\.reference.id)
        == [ids[2], ids[0]])
    let steps = try await sam.undo.history(limit: 99).count
    #expect(try await sam.notifications.delete([ids[0], ids[1]]).count == 2)
    #expect(try await sam.undo.history(limit: 99).count == steps + 1)
    _ = try await sam.undo.undo()
    #expect(try await sam.notifications.list(InboxQuery()).listing.total == 3)
  }

  @Test("All of one type are read or deleted, and no others")
  func ofAType() async throws {
    let (_, _, sam) = try await inbox()
    #expect(try await sam.notifications.markAllRead(.event) == 2)
    #expect(try await sam.notifications.unreadCount() == 1)
    #expect(try await sam.notifications.deleteAll((.inboundInteraction, true)) == 0)
    #expect(try await sam.notifications.deleteAll((.inboundInteraction, false)) == 1)
    #expect(try await sam.notifications.deleteAll((.event, true)) == 2)
    #expect(try await sam.notifications.list(InboxQuery()).listing.isEmpty)
  }
}

import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

// What is settled or done, and so is no news any more.
extension NotificationWritingTests {
  @Test("A deadline that is settled, or moved away, is not announced; one that is open again is")
  func settled() async throws {
    let (sam, _, offer) = try await family()
    _ = try await backend.offers.edit(offer, of: sam) { $0.status = .known(.accepted) }
    for day in ["2026-02-13", "2026-02-20", "2026-02-21"] {
      #expect(try await generate(on: day) == [])
    }
    _ = try await backend.offers.edit(offer, of: sam) {
      $0.status = .known(.pending)
      $0.deadlineDate = day("2026-03-20")
    }
    #expect(try await generate(on: "2026-02-21") == [])
    #expect(try await generate(on: "2026-03-19") == ["Offer deadline in 1 day"])
  }

  func unread(_ person: RecordID) async throws -> Int {
    program.person = person
    return try await backend.notifications.unreadCount()
  }

  @Test("What is done is no news to the athlete or a parent, and is again once that is taken back")
  func doneIsRead() async throws {
    let (sam, dana, offer) = try await family()
    let school = try await backend.offers.show(offer, of: sam).offer.schoolID
    let coach = try await backend.coaches.add(for: sam) {
      $0.schoolID = school
      ($0.firstName, $0.lastName, $0.role) = ("Ana", "Ruiz", .known(.head))
    }.row.reference.id
    let before = program.now.adding(days: -5)
    _ = try await backend.interactions.add(for: sam) {
      ($0.schoolID, $0.coachID, $0.type) = (school, coach, .known(.text))
      ($0.direction, $0.occurredAt) = (.known(.outbound), before)
    }
    let event = try await backend.events.add(for: sam) {
      ($0.name, $0.type, $0.startDate) = ("Camp", .known(.camp), day("2026-02-19"))
    }.row.reference.id
    for key in ["9-01", "9-05"] {
      _ = try await backend.timeline.setDueDate(task(key), to: day("2026-02-20"), of: sam)
    }
    _ = try await generate(on: "2026-02-13")
    program.person = dana
    _ = try await generate(on: "2026-02-13")
    let now = program.now
    let (mine, hers) = (try await unread(sam), try await unread(dana))
    // Sam has four unread notifications: about an offer, an event, two tasks and a coach. Sam's
    // parent Dana has the first three.
    #expect("\(mine) \(hers)" == "4 3")

    let done: [(both: Bool, () async throws -> Void)] = [
      (
        true,
        { _ = try await backend.offers.edit(offer, of: sam) { $0.status = .known(.accepted) } }
      ),
      (true, { _ = try await backend.offers.edit(offer, of: sam) { $0.deadlineDate = nil } }),
      (true, { _ = try await backend.offers.delete(offer, of: sam) }),
      (true, { _ = try await backend.events.edit(event, of: sam) { $0.isAttended = true } }),
      (true, { _ = try await backend.events.delete(event, of: sam) }),
      (
        true,
        {
          _ = try await backend.timeline.setStatus(
            ([task("9-01"), task("9-05")], .completed, sam))
        }
      ),
      (
        false,
        {
          _ = try await backend.interactions.add(for: sam) {
            ($0.schoolID, $0.coachID, $0.type) = (school, coach, .known(.text))
            ($0.direction, $0.occurredAt) = (.known(.outbound), now)
          }
        }
      ),
    ]
    for (index, (both, act)) in done.enumerated() {
      program.person = sam
      try await act()
      #expect(try await unread(sam) == mine - 1, "\(index)")
      #expect(try await unread(dana) == (both ? hers - 1 : hers), "\(index)")
      program.person = sam
      _ = try await backend.undo.undo()
      #expect(try await unread(sam) == mine, "\(index)")
      #expect(try await unread(dana) == hers, "\(index)")
    }
    // A notification about two tasks counts as unread until neither task needs it any more. Here
    // the first task is completed, and the second gets a later date.
    program.person = sam
    _ = try await backend.timeline.completeTask(task("9-01"), of: sam)
    #expect(try await unread(sam) == mine)
    _ = try await backend.timeline.setDueDate(task("9-05"), to: day("2026-04-20"), of: sam)
    #expect(try await unread(sam) == mine - 1)
  }

  @Test("A notification of several tasks is news until the last of them is done")
  func lastOfSeveral() async throws {
    // The athlete has a graduation year, from which the due dates of the tasks are computed.
    let sam = try await backend.athlete("Sam Lee", graduationYear: 2027)
    program.person = sam
    let listed = try await backend.timeline.tasks((sam, 11, day("2026-02-10"))).tasks
    let due = try #require(
      listed.first { task in
        task.task.isRequired && !task.isLocked
          && task.deadline.map { $0 > day("2026-02-14") } == true
      }?.deadline)
    _ = try await backend.timeline.setDueDate(task("9-01"), to: due, of: sam)
    _ = try await generate(on: due.adding(days: -3).description)
    let rows = try await backend.notifications.list(InboxQuery()).listing.rows
    let several = rows.compactMap { $0.notification.occasion.flatMap { NotificationOccasion($0) } }
      .first { $0.source == .tasks && $0.items.count > 1 }
    let items = try #require(several, "\(rows.map(\.notification.title))").items
    _ = try await backend.schools.add(for: sam) { $0.name = "Elm" }
    #expect(try await unread(sam) == rows.count)
    for (index, item) in items.enumerated() {
      let status: TaskStatus = index.isMultiple(of: 2) ? .completed : .skipped
      _ = try await backend.timeline.setStatus(([item.id], status, sam))
      let isLast = index == items.count - 1
      #expect(try await unread(sam) == rows.count - (isLast ? 1 : 0), "\(index)")
    }
    _ = try await backend.timeline.setStatus(([items[0].id], .inProgress, sam))
    #expect(try await unread(sam) == rows.count - 1, "what was read stays read")
  }

  @Test("What another program has done is no news after the day's work either")
  func doneElsewhere() async throws {
    let (sam, dana, offer) = try await family()
    for person in [sam, dana] {
      program.person = person
      #expect(try await generate(on: "2026-02-13").count == 1)
    }
    try backend.dataFile.write { connection in
      try connection.execute("UPDATE offers SET status = 'declined' WHERE id = ?", offer)
    }
    for person in [sam, dana] {
      #expect(try await unread(person) == 1)
      _ = try await generate(on: "2026-02-14")
      #expect(try await unread(person) == 0)
      #expect(try await !backend.settleNotifications())
    }
  }
}

import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite
import Testing

@testable import SQLBackend

/// Tests the daily notifications that are stored for an athlete and a parent, over several days
/// (domain.md 10.2 to 10.5).
@Suite struct NotificationWritingTests {
  private let folder: TemporaryFolder
  let program = ActingProcess()
  let backend: SQLBackend

  init() throws {
    folder = try TemporaryFolder()
    backend = program.backend(folder.path + "/compass.sqlite")
  }

  /// Creates the athlete Sam, with an offer that ends on February 20, and the parent Dana in Sam's
  /// family.
  func family() async throws -> (sam: RecordID, dana: RecordID, offer: RecordID) {
    let sam = try await backend.athlete("Sam Lee", graduationYear: nil)
    program.person = sam
    let school = try await backend.schools.add(for: sam) { $0.name = "Elm" }.row.reference.id
    let id = try await backend.offers.add(for: sam) {
      $0.schoolID = school
      $0.type = .known(.partial)
      $0.offerDate = day("2026-02-01")
      $0.deadlineDate = day("2026-02-20")
    }.row.reference.id
    let code = try await backend.families.create(named: nil).family.code ?? ""
    let dana = try await backend.parent("Dana Lee")
    program.person = dana
    _ = try await backend.families.join(code: code)
    program.person = sam
    return (sam, dana, id)
  }

  func generate(
    on date: String, at time: String = "12:00:00", zone: Zone = .utc, with other: SQLBackend? = nil
  ) async throws -> [String] {
    let now = try #require(Instant("\(date)T\(time).000Z"))
    // The backend's clock has to show the same time, because titles such as "in 1 day" are computed
    // when they are read.
    program.now = now
    return try await (other ?? backend).notifications.generate(now: now, zone: zone, .daily)
      .created.map(\.notification.title)
  }

  @Test("A clock that goes forward and back again says nothing twice, and skips no lead it reaches")
  func movedClock() async throws {
    _ = try await family()
    #expect(try await generate(on: "2026-02-10") == ["Offer deadline in 10 days"])
    #expect(try await generate(on: "2026-02-14") == ["Offer deadline in 6 days"])
    for day in ["2026-02-10", "2026-02-13", "2026-01-01", "2030-01-01", "2026-02-14"] {
      #expect(try await generate(on: day) == [], "\(day)")
    }
    #expect(try await generate(on: "2026-02-21") == ["Offer deadline was due"])
    #expect(try await generate(on: "2026-02-20") == [])
  }

  @Test("What was deleted does not come again, not after its deletion under a wrong clock either")
  func deleted() async throws {
    _ = try await family()
    #expect(try await generate(on: "2026-02-14").count == 1)
    let row = try #require(
      try await backend.notifications.list(InboxQuery()).listing.rows.first)
    program.wait(seconds: 400 * 86_400)
    _ = try await backend.notifications.delete(row.reference.id)
    #expect(try await generate(on: "2026-02-14") == [])
    #expect(try await generate(on: "2026-02-15") == [])
    #expect(try await generate(on: "2026-02-17") == ["Offer deadline in 3 days"])
    _ = try await backend.undo.undo()
    // The undo restores a reminder about the offer, and today's reminder is about the same offer.
    // The list shows only the newer of the two.
    let listing = try await backend.notifications.list(InboxQuery()).listing
    #expect(listing.rows.map(\.notification.title) == ["Offer deadline in 3 days"])
    #expect(listing.total == 1 && listing.matching == 1)
    #expect(try await generate(on: "2026-02-17") == [])
  }

  @Test("Of several reminders of one deadline the newest is listed, and with it go the older ones")
  func newest() async throws {
    let (sam, _, _) = try await family()
    for date in ["2026-02-06", "2026-02-13", "2026-02-18"] {
      #expect(try await generate(on: date).count == 1)
    }
    func listed() async throws -> [String] {
      try await backend.notifications.list(InboxQuery()).listing.rows.map(\.notification.title)
    }
    #expect(try await listed() == ["Offer deadline in 2 days"])
    #expect(try await unread(sam) == 1)
    let row = try #require(try await backend.notifications.list(InboxQuery()).listing.rows.first)
    _ = try await backend.notifications.delete(row.reference.id)
    #expect(try await listed() == [])
    #expect(try await generate(on: "2026-02-18") == [])
    _ = try await backend.undo.undo()
    #expect(try await listed() == ["Offer deadline in 2 days"])
    // Deleting all notifications also deletes two older reminders that the list does not show. The
    // returned number counts only the notification that the list showed.
    #expect(try await backend.notifications.deleteAll((nil, false)) == 1)
    #expect(try await backend.notifications.list(InboxQuery()).listing.total == 0)
  }

  @Test("A reminder to contact coaches counts the days anew, and whom it names waits still")
  func followUps() async throws {
    let (sam, _, _) = try await family()
    let (school, coaches) = try await contacted(by: sam, [("Ruiz", 5), ("Webb", 3)])
    let (ruiz, webb) = (coaches[0], coaches[1])
    _ = try await generate(on: "2026-02-14")
    #expect(
      try await followUps(on: "2026-02-16") == [
        "2 coaches wait to hear from you",
        "The longest: Ana Ruiz at Oak (11 days), Ana Webb at Oak (9 days).",
      ])
    let now = program.now
    _ = try await backend.interactions.add(for: sam) {
      ($0.schoolID, $0.coachID, $0.type) = (school, ruiz, .known(.text))
      ($0.direction, $0.occurredAt) = (.known(.outbound), now)
    }
    #expect(
      try await followUps(on: "2026-02-18") == [
        "Follow up with Ana Webb", "Ana Webb at Oak: last contact 11 days ago.",
      ])
    // After seven more days, a new reminder names only the coach Ana Webb. It replaces the older
    // reminder, although that one also named another coach.
    _ = try await generate(on: "2026-02-21")
    #expect(
      try await followUps(on: "2026-02-22") == [
        "Follow up with Ana Webb", "Ana Webb at Oak: last contact 15 days ago.",
      ])
    let later = program.now
    _ = try await backend.interactions.add(for: sam) {
      ($0.schoolID, $0.coachID, $0.type) = (school, webb, .known(.text))
      ($0.direction, $0.occurredAt) = (.known(.outbound), later)
    }
    #expect(
      try await followUps(on: "2026-02-22") == [
        "Follow up with Ana Webb", "You have been in touch since.",
      ])
  }

  @Test("A reminder speaks of more coaches while those of an earlier one still wait")
  func moreFollowUps() async throws {
    let (sam, _, _) = try await family()
    let (school, coaches) = try await contacted(by: sam, [("Ruiz", 5), ("Webb", 2), ("Hall", 1)])
    _ = try await generate(on: "2026-02-14")
    _ = try await generate(on: "2026-02-17")
    #expect(
      try await followUps(on: "2026-02-17") == [
        "2 more coaches wait to hear from you",
        "The longest of these: Ana Webb at Oak (9 days), Ana Hall at Oak (8 days).",
        "Follow up with Ana Ruiz", "Ana Ruiz at Oak: last contact 12 days ago.",
      ])
    let now = program.now
    _ = try await backend.interactions.add(for: sam) {
      ($0.schoolID, $0.coachID, $0.type) = (school, coaches[0], .known(.text))
      ($0.direction, $0.occurredAt) = (.known(.outbound), now)
    }
    #expect(
      try await followUps(on: "2026-02-18") == [
        "2 coaches wait to hear from you",
        "The longest: Ana Webb at Oak (10 days), Ana Hall at Oak (9 days).",
        "Follow up with Ana Ruiz", "You have been in touch since.",
      ])
  }

  /// Adds a school with coaches of these last names, to whom the athlete wrote this number of days
  /// before February 10.
  private func contacted(
    by athlete: RecordID, _ names: [(last: String, ago: Int)]
  ) async throws -> (school: RecordID, coaches: [RecordID]) {
    let school = try await backend.schools.add(for: athlete) { $0.name = "Oak" }.row.reference.id
    var coaches: [RecordID] = []
    for (last, ago) in names {
      let coach = try await backend.coaches.add(for: athlete) {
        $0.schoolID = school
        ($0.firstName, $0.lastName, $0.role) = ("Ana", last, .known(.head))
      }.row.reference.id
      coaches.append(coach)
      let moment = try #require(Instant("2026-02-10T12:00:00.000Z")).adding(days: -ago)
      _ = try await backend.interactions.add(for: athlete) {
        ($0.schoolID, $0.coachID, $0.type) = (school, coach, .known(.text))
        ($0.direction, $0.occurredAt) = (.known(.outbound), moment)
      }
    }
    return (school, coaches)
  }

  /// Returns the titles and texts of the reminders to contact coaches, as a person reads them at
  /// noon of this day.
  private func followUps(on date: String) async throws -> [String] {
    program.now = try #require(Instant("\(date)T12:00:00.000Z"))
    return try await backend.notifications.list(InboxQuery { $0.type = .followUpReminder })
      .listing.rows.flatMap { [$0.notification.title, $0.notification.message ?? ""] }
  }

  @Test("The night on which clocks go back, and a move to another zone, make no second notice")
  func zones() async throws {
    let (sam, _, offer) = try await family()
    _ = try await backend.offers.edit(offer, of: sam) { $0.deadlineDate = day("2026-11-08") }
    let there = try Zone.named("America/New_York")
    // The clocks are set back on November 1, so 01:30 occurs twice. The reminder must be created
    // only at the first time.
    #expect(
      try await generate(on: "2026-11-01", at: "05:30:00", zone: there)
        == ["Offer deadline in 7 days"])
    #expect(try await generate(on: "2026-11-01", at: "06:30:00", zone: there) == [])
    #expect(try await generate(on: "2026-11-02", at: "04:59:00", zone: there) == [])
    for zone in ["Asia/Tokyo", "Pacific/Honolulu", "Europe/London"] {
      #expect(try await generate(on: "2026-11-02", zone: Zone.named(zone)) == [])
    }
  }

  @Test("Two programs that write a day's notifications at once write each once")
  func atOnce() async throws {
    let (sam, _, _) = try await family()
    for round in 0..<10 {
      let moment = ActingProcess.start.adding(days: round)
      let others = (2...5).map { process in
        ActingProcess(process: UInt64(process + round * 10), acting: sam)
          .backend(folder.path + "/compass.sqlite")
      }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for other in others {
          group.addTask {
            _ = try await other.notifications.generate(now: moment, zone: .utc, .daily)
          }
        }
        try await group.waitForAll()
      }
      for other in others { other.dataFile.close() }
    }
    // On each of ten days, four processes have generated notifications at the same time. There must
    // be only one notification for each of the offer's four lead times (days before the deadline).
    // The list shows the newest.
    program.now = ActingProcess.start.adding(days: 9)
    let rows = try await backend.notifications.list(InboxQuery()).listing.rows
    #expect(rows.map(\.notification.title) == ["Offer deadline in 1 day"])
    let written = try backend.dataFile.read { connection in
      try connection.one("SELECT count(*) FROM notifications") { row in try row.int(0) }
    }
    #expect(written == 4)
    #expect(try backend.dataFile.findings() == [])
  }

  @Test("Tasks are announced by the athlete's own dates, together where they reach a lead together")
  func tasks() async throws {
    let (sam, dana, _) = try await family()
    for (key, date) in [("9-01", "2026-03-06"), ("9-05", "2026-03-05"), ("9-06", "2026-03-20")] {
      _ = try await backend.timeline.setDueDate(task(key), to: day(date), of: sam)
    }
    let words = try await generate(on: "2026-02-28")
    #expect(words == ["2 tasks due by Mar 6"])
    _ = try await backend.timeline.completeTask(task("9-05"), of: sam)
    #expect(try await generate(on: "2026-03-04").map { $0.hasSuffix(" due in 2 days") } == [true])
    program.person = dana
    #expect(try await generate(on: "2026-03-04").map { $0.hasPrefix("Sam: ") } == [true])
  }

  @Test("A parent is told of deadlines in an inbox and by settings of their own")
  func parents() async throws {
    let (sam, dana, _) = try await family()
    _ = try await backend.events.add(for: sam) {
      $0.type = .known(.camp)
      $0.name = "Winter Camp"
      $0.startDate = day("2026-02-17")
    }
    program.person = dana
    let words = ["Sam's offer deadline in 7 days", "Sam: Winter Camp in 4 days"]
    #expect(try await generate(on: "2026-02-13") == words)
    #expect(try await generate(on: "2026-02-13") == [])
    program.person = sam
    #expect(try await backend.notifications.list(InboxQuery()).listing.total == 0)
    #expect(
      try await generate(on: "2026-02-13") == ["Offer deadline in 7 days", "Winter Camp in 4 days"])
    program.person = dana
    try await backend.preferences.save(as: .notifications, of: dana) { _ in
      ["enableDeadlineAlerts": false]
    }
    #expect(try await generate(on: "2026-02-17") == [])
    program.person = sam
    #expect(try await generate(on: "2026-02-17").count == 2)
  }

  @Test("A parent who has left, and one who follows nobody, are told nothing")
  func strangers() async throws {
    let (_, dana, _) = try await family()
    program.person = dana
    #expect(try await generate(on: "2026-02-10").count == 1)
    let family = try backend.dataFile.read { connection in
      try connection.one("SELECT id FROM family_units") { row in try row.recordID(0) }
    }
    _ = try await backend.families.leave(family: family)
    program.person = dana
    #expect(try await backend.notifications.list(InboxQuery()).listing.isEmpty, "nor are left any")
    #expect(try await generate(on: "2026-02-13") == [])
    _ = try await backend.undo.undo()
    #expect(try await backend.notifications.list(InboxQuery()).listing.total == 1)
    program.person = try await backend.parent("Kim")
    #expect(try await generate(on: "2026-02-13") == [])
  }

  @Test("With an athlete goes what a parent was told of them, and nothing of another's")
  func erased() async throws {
    let (sam, dana, offer) = try await family()
    let mia = try await backend.athlete("Mia Lee", graduationYear: nil)
    program.person = mia
    _ = try await backend.events.add(for: mia) {
      $0.type = .known(.camp)
      $0.name = "Camp"
      $0.startDate = day("2026-02-14")
    }
    let code = try await backend.families.create(named: nil).family.code ?? ""
    program.person = dana
    _ = try await backend.families.join(code: code)
    #expect(try await generate(on: "2026-02-13").count == 2)
    program.person = sam
    let family = try backend.dataFile.read { connection in
      try connection.one("SELECT id FROM family_units WHERE player_user_id = ?", sam) { row in
        try row.recordID(0)
      }
    }
    _ = try await backend.archive.erase(.family(family))
    program.person = dana
    #expect(
      try await backend.notifications.list(InboxQuery()).listing.rows.map(\.notification.title)
        == ["Mia: Camp in 1 day"])
    for id in [sam, offer] {
      let mentions = try backend.dataFile.read { connection in
        try connection.one(
          "SELECT count(*) FROM notifications WHERE instr(occasion, ?) > 0", id
        ) { row in try row.int(0) }
      }
      #expect(mentions == 0)
    }
  }

  @Test("The same occasion bears the same id whoever makes it, and another in another's inbox")
  func ids() async throws {
    let (sam, dana, _) = try await family()
    func onlyID(_ person: RecordID) async throws -> RecordID {
      program.person = person
      _ = try await generate(on: "2026-02-13")
      return try #require(
        try await backend.notifications.list(InboxQuery()).listing.rows.first
      ).reference.id
    }
    let first = try await onlyID(sam)
    #expect(try await onlyID(dana) != first)
    try backend.dataFile.write { connection in
      try connection.execute("DELETE FROM notifications")
    }
    #expect(try await onlyID(sam) == first)
    #expect(first.description.dropFirst(14).first == "5")
  }

  @Test("A damaged row of an occasion stops nobody from being told of the others")
  func damaged() async throws {
    let (sam, _, _) = try await family()
    #expect(try await generate(on: "2026-02-13").count == 1)
    try backend.dataFile.write { connection in
      try connection.execute("UPDATE notifications SET occasion = NULL, created_at = 'once'")
    }
    _ = try await backend.events.add(for: sam) {
      $0.type = .known(.camp)
      $0.name = "Camp"
      $0.startDate = day("2026-02-14")
    }
    #expect(try await generate(on: "2026-02-13") == ["Camp in 1 day"])
  }
}

import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Testing

/// Tests of the rows that the backend writes in addition to a change, such as an entry of a
/// school's status history.
@Suite struct DerivedContracts {
  private struct Set {
    let stage: Stage
    let cast: Cast
    let sam: SQLBackend
    let school: Reference
    let coach: Reference
  }

  private func set() async throws -> Set {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let school = try await sam.schools.add(
      RecordChange<School> { $0.name = "Ohio State" }, for: cast.sam.id)
    let coach = try await sam.coaches.add(
      RecordChange<Coach> {
        $0.schoolID = school.row.reference.id
        $0.firstName = "Ana"
        $0.lastName = "Rivera"
        $0.role = .known(.head)
      },
      for: cast.sam.id)
    return Set(
      stage: stage, cast: cast, sam: sam, school: school.row.reference, coach: coach.row.reference)
  }

  private func log(
    _ set: Set, _ at: String, _ direction: Direction = .outbound, by person: Reference? = nil
  ) async throws -> Saved<InteractionRow> {
    try await set.stage.acting(person ?? set.cast.sam).interactions.add(
      RecordChange<Interaction> {
        $0.meet(set.coach.id)
        $0.type = .known(.phoneCall)
        $0.direction = .known(direction)
        $0.occurredAt = Instant(at)!
      }, for: set.cast.sam.id)
  }

  private func lastContact(_ set: Set) async throws -> Instant? {
    try await set.sam.coaches.show(set.coach.id, of: set.cast.sam.id).row.coach.lastContactDate
  }

  @Test(
    "A coach's last contact is the newest interaction, through adding, changing and deleting")
  func lastContact() async throws {
    let set = try await set()
    let me = set.cast.sam.id
    let newer = try await log(set, "2026-02-05T12:00:00.000Z")
    #expect(newer.derived == [.lastContact(coach: set.coach, Instant("2026-02-05T12:00:00.000Z"))])
    #expect(newer.row.school == set.school)
    let older = try await log(set, "2026-02-01T12:00:00.000Z", .inbound)
    #expect(!older.derived.contains { if case .lastContact = $0 { true } else { false } })
    #expect(try await lastContact(set) == newer.row.interaction.occurredAt)
    let earlier = Instant("2026-01-01T12:00:00.000Z")!
    _ = try await set.sam.interactions.edit(
      newer.row.reference.id, changing { $0.occurredAt = earlier }, of: me)
    #expect(try await lastContact(set) == older.row.interaction.occurredAt)
    _ = try await set.sam.interactions.delete(older.row.reference.id, of: me)
    #expect(try await lastContact(set) == earlier)
    _ = try await set.sam.undo.undo()
    #expect(try await lastContact(set) == older.row.interaction.occurredAt)
    _ = try await set.sam.interactions.edit(
      older.row.reference.id, changing { $0.meet(nil) }, of: me)
    _ = try await set.sam.interactions.delete(newer.row.reference.id, of: me)
    #expect(try await lastContact(set) == nil)
  }

  @Test(
    "A coach's message that a parent logs is announced to the athlete, and undone with it")
  func announcements() async throws {
    let set = try await set()
    try await letDanaHelp(set)
    _ = try await log(set, "2026-02-05T12:00:00.000Z")
    #expect(try await set.sam.notifications.unreadCount() == 0)
    let own = try await log(set, "2026-02-05T13:00:00.000Z", .inbound)
    #expect(!own.derived.contains { if case .notificationCreated = $0 { true } else { false } })
    #expect(try await set.sam.notifications.unreadCount() == 0, "who logged it knows of it")
    let inbound = try await log(set, "2026-02-06T12:00:00.000Z", .inbound, by: set.cast.dana)
    let inbox = try await set.stage.acting(set.cast.sam).notifications.list(InboxQuery())
    #expect(inbox.listing.rows.map(\.related) == [inbound.row.reference])
    #expect(inbox.listing.rows.map(\.notification.effectivePriority) == [.high])
    #expect(inbound.derived.contains(.notificationCreated(inbox.listing.rows[0].reference)))
    _ = try await set.stage.acting(set.cast.dana).undo.undo()
    #expect(
      try await set.stage.acting(set.cast.sam).notifications.list(InboxQuery()).listing.isEmpty)
  }

  private func letDanaHelp(_ set: Set) async throws {
    _ = try await set.sam.families.setHelp(
      of: set.cast.dana.id, inFamily: set.cast.family.id, to: [.records])
  }

  @Test("Who wants no announcements gets none")
  func noAnnouncements() async throws {
    let set = try await set()
    try await set.sam.preferences.save(as: .notifications, of: set.cast.sam.id) { _ in
      ["enableInboundInteractionAlerts": false]
    }
    try await letDanaHelp(set)
    _ = try await log(set, "2026-02-06T12:00:00.000Z", .inbound, by: set.cast.dana)
    #expect(try await set.stage.acting(set.cast.sam).notifications.unreadCount() == 0)
  }

  @Test(
    "A note given with a new school begins its history, whatever the status")
  func firstNote() async throws {
    let set = try await set()
    let me = set.cast.sam.id
    let plain = try await set.sam.schools.add(RecordChange<School> { $0.name = "Plain" }, for: me)
    #expect(plain.derived.isEmpty)
    let noted = RecordChange<School>(note: "A teammate goes there") {
      $0.name = "Noted"
    }
    let saved = try await set.sam.schools.add(noted, for: me)
    #expect(saved.derived == [.statusRecorded(from: nil, to: .known(.researching))])
    let history = try await set.sam.schools.show(saved.row.reference.id, of: me).statusHistory
    #expect(history.map(\.change.notes) == ["A teammate goes there"])
  }

  @Test(
    "A school's page has the letters that were submitted to it, for the athlete alone")
  func lettersOfSchool() async throws {
    let set = try await set()
    let me = set.cast.sam.id
    let submitted = RecordChange<RecommendationLetter> {
      $0.writerName = "Joel Vance"
      $0.schoolsSubmittedTo = [set.school.id]
    }
    _ = try await set.sam.letters.add(submitted, for: me)
    _ = try await set.sam.letters.add(
      RecordChange<RecommendationLetter> { $0.writerName = "Elena Brandt" }, for: me)
    let page = try await set.sam.schools.show(set.school.id, of: me)
    #expect(page.letters.rows.map(\.record.writerName) == ["Joel Vance"])
    let listed = try await set.sam.letters.list(
      ListQuery { $0.filter.narrow("schools_submitted_to", to: .id(set.school.id)) }, of: me)
    #expect(listed.rows.map(\.record.writerName) == ["Joel Vance"])
  }

  @Test(
    "A change of status goes into the school's history with its note")
  func statusHistory() async throws {
    let set = try await set()
    let me = set.cast.sam.id
    let saved = try await set.sam.schools.edit(
      set.school.id,
      RecordChange(note: "Sent the questionnaire") { $0.status = .known(.contacted) }, of: me)
    #expect(
      saved.derived == [.statusRecorded(from: .known(.researching), to: .known(.contacted))])
    #expect(saved.row.school.statusChangedAt == set.stage.now)
    set.stage.wait()
    _ = try await set.sam.schools.edit(
      set.school.id, changing { $0.status = .known(.contacted) }, of: me)
    _ = try await set.sam.schools.edit(
      set.school.id, changing { $0.status = .known(.interested) }, of: me)
    let history = try await set.sam.schools.show(set.school.id, of: me).statusHistory
    #expect(history.map(\.change.newStatus) == [.known(.interested), .known(.contacted)])
    #expect(history.map(\.change.notes) == [nil, "Sent the questionnaire"])
    #expect(history.map(\.changedBy) == [set.cast.sam, set.cast.sam])
  }

  @Test(
    "A school takes its coaches, interactions and offers along, and undo brings all of them back")
  func cascades() async throws {
    let set = try await set()
    let me = set.cast.sam.id
    _ = try await log(set, "2026-02-05T12:00:00.000Z")
    _ = try await set.sam.offers.add(
      RecordChange<Offer> {
        $0.schoolID = set.school.id
        $0.type = .known(.partial)
        $0.offerDate = day("2026-02-01")
      }, for: me)
    let new = RecordChange<RecruitingEvent> {
      $0.type = .known(.camp)
      $0.name = "Camp"
      $0.startDate = day("2026-03-01")
      $0.schoolID = set.school.id
    }
    let event = try await set.sam.events.add(new, for: me).row
    let before = try await set.sam.schools.show(set.school.id, of: me)
    let deleted = try await set.sam.schools.delete(set.school.id, of: me)
    #expect(
      deleted.alsoDeleted == [
        KindCount(.coach, 1), KindCount(.interaction, 1), KindCount(.offer, 1),
      ])
    #expect(deleted.unlinked == [KindCount(.event, 1)])
    #expect(try await set.sam.coaches.list(of: me).isEmpty)
    #expect(try await set.sam.interactions.list(of: me).isEmpty)
    #expect(try await set.sam.events.show(event.reference.id, of: me).row.school == nil)
    _ = try await set.sam.undo.undo()
    #expect(try await set.sam.schools.show(set.school.id, of: me) == before)
    _ = try await set.sam.undo.redo()
    #expect(try await set.sam.coaches.list(of: me).isEmpty)
  }

  @Test(
    "A private note is read by its author alone and survives everybody's edits")
  func privateNotes() async throws {
    let set = try await set()
    let me = set.cast.sam.id
    _ = try await set.sam.schools.edit(
      set.school.id, changing { $0.setPrivateNote("My favourite", of: me) }, of: me)
    _ = try await set.sam.coaches.edit(
      set.coach.id, changing { $0.setPrivateNote("Talks fast", of: me) }, of: me)
    let own = try await set.sam.schools.show(set.school.id, of: me).row.school
    #expect(own.privateNote(of: me) == "My favourite")
    let dana = try set.stage.acting(set.cast.dana)
    #expect(try await dana.schools.show(set.school.id, of: me).row.school.privateNotes == [:])
    #expect(try await dana.coaches.show(set.coach.id, of: me).row.coach.privateNotes == [:])
    let sam = try set.stage.acting(set.cast.sam)
    _ = try await sam.schools.edit(set.school.id, changing { $0.city = "Columbus" }, of: me)
    #expect(
      try await sam.schools.show(set.school.id, of: me).row.school.privateNote(of: me)
        == "My favourite")
  }

  @Test("An edit that changes nothing is no step")
  func nothingChanged() async throws {
    let set = try await set()
    let steps = try await set.sam.undo.history(limit: 99)
    let saved = try await set.sam.schools.edit(
      set.school.id, changing { $0.name = "Ohio State" }, of: set.cast.sam.id)
    #expect(saved.row.reference == set.school)
    #expect(try await set.sam.undo.history(limit: 99) == steps)
  }

  @Test(
    "A change on what a form showed is refused when somebody else wrote that column since")
  func conflicts() async throws {
    let set = try await set()
    let me = set.cast.sam.id
    let shown = try await set.sam.schools.show(set.school.id, of: me).row.school
    _ = try await set.sam.schools.edit(set.school.id, of: me) { $0.notes = "Newer" }
    let steps = try await set.sam.undo.history(limit: 99)
    let stale = RecordChange<School>(shown: shown) { $0.notes = "Mine" }
    let refused = await #expect(throws: Problem.self) {
      try await set.sam.schools.edit(set.school.id, stale, of: me)
    }
    #expect(refused?.cause == .conflict)
    #expect(refused?.title == "s1 Ohio State was changed after the page had shown it.")
    #expect(refused?.details == ["Notes: “Newer” now, “Mine” wanted", "Nothing was changed."])
    #expect(try await set.sam.undo.history(limit: 99) == steps)
    // After the page was shown, another column of the record than `city` was changed. That is no
    // conflict with the edit of `city`, and both changes are kept.
    let other = RecordChange<School>(shown: shown) { $0.city = "Columbus" }
    let saved = try await set.sam.schools.edit(set.school.id, other, of: me).row.school
    #expect(saved.notes == "Newer" && saved.city == "Columbus")
  }
}

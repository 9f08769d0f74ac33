import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLBackend
import SQLite
import SharingTesting
import Testing

@testable import Sharing

/// Tests conflicting changes of two devices: how a conflict is shown, and what each decision does.
@Suite(.serialized)
struct ConflictTests {
  private func keep(
    _ device: FamilyDevice, _ side: KeptSide
  ) async throws {
    let conflict = try #require(try await device.sharing().conflicts().first)
    _ = try await device.sharing().keep(conflict.number, side, journal: device.backend.stepJournal)
  }

  private func sync(_ devices: FamilyDevice...) async throws {
    for device in devices + devices { try await device.sync() }
  }

  private func isAlike(_ first: FamilyDevice, _ second: FamilyDevice) throws {
    for table in TwoDevicesTests.shared where table != "handles" {
      #expect(try second.rows(table) == first.rows(table), "\(table)")
    }
  }

  @Test("One device completes a task and the other skips it: keep mine ends it")
  func taskTwice() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let task = TaskCatalogue.templates[1].id
      _ = try await first.backend.timeline.completeTask(task, of: sam)
      second.wait()
      _ = try await second.backend.timeline.skipTask(task, of: sam)
      try await first.sync()
      #expect(try await second.sync().held == 1)
      let conflict = try #require(try await second.sharing().conflicts().first)
      #expect(conflict.differences.map(\.record) == ["Task “\(TaskCatalogue.templates[1].title)”"])
      #expect(conflict.differences.map(\.field) == ["status"])
      #expect(conflict.differences.map(\.mine) == ["skipped"])
      #expect(conflict.differences.map(\.theirs) == ["completed"])
      try await keep(second, .mine)
      let outcome = try await second.sync()
      #expect(outcome.held == 0 && outcome.sent == 1)
      #expect(try await second.sharing().conflicts().isEmpty)
      try await first.sync()
      #expect(
        try first.value("SELECT status FROM athlete_task WHERE task_id = '\(task)'") == "skipped")
      try isAlike(first, second)
    }
  }

  @Test("A held change names the other person who wrote meanwhile, and not one's own devices")
  func overtakers() async throws {
    try await RunningServer.with { server in
      let (athlete, parent, _) = try await withHelper(server)
      let sam = try await athlete.id()
      let school = try await athlete.backend.schools.add(for: sam) { $0.name = "Elm" }.row.reference
        .id
      try await sync(athlete, parent)
      _ = try await parent.backend.schools.edit(school, of: sam) { $0.notes = "the parent's" }
      athlete.wait()
      _ = try await athlete.backend.schools.edit(school, of: sam) { $0.notes = "my own" }
      try await parent.sync()
      let outcome = try await athlete.sync()
      #expect(outcome.held == 1 && outcome.overtakenBy.count == 1)
      #expect(
        try await athlete.sharing().conflicts().first?.differences.map(\.by)
          == outcome.overtakenBy.map(Optional.some))
    }
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      for device in [first, second] {
        device.wait(seconds: device === first ? 60 : 600)
        _ = try await device.backend.schools.edit(school, of: sam) {
          $0.notes = device === first ? "here" : "there"
        }
      }
      try await first.sync()
      let outcome = try await second.sync()
      #expect(outcome.held == 1 && outcome.overtaker == "Another device")
    }
  }

  @Test("Rows of one kind under two ids, as an earlier program made them: keep mine ends it too")
  func rowsOfEarlierPrograms() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      for (device, days) in [(first, 9), (second, 20)] {
        let act = Act(
          person: sam, athlete: sam, operation: "settings", summary: "Changed settings",
          at: device.account.clock.now)
        try device.backend.stepJournal.step(act) { step in
          try step.connection.execute(
            """
            INSERT INTO user_preferences (id, user_id, category, data, created_at, updated_at)
            VALUES (?1, ?2, 'notifications', ?3, ?4, ?4)
            """, FamilyDevice.ids.next(), sam, "{\"followUpReminderDays\":\(days)}",
            device.account.clock.now)
        }
      }
      try await first.sync()
      #expect(try await second.sync().held == 1)
      let shown = try #require(try await second.sharing().conflicts().first).differences
      #expect(shown.contains { $0.mine == "follow up reminder days: 20" })
      try await keep(second, .mine)
      #expect(try await second.sync().held == 0)
      #expect(try await second.sharing().conflicts().isEmpty)
      try await sync(first, second)
      #expect(
        try first.value("SELECT data FROM user_preferences WHERE category = 'notifications'")
          == "{\"followUpReminderDays\":20}")
      try isAlike(first, second)
    }
  }

  @Test("Two who do the same contradict each other in nothing")
  func same() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      for device in [first, second] {
        device.wait(seconds: device === first ? 60 : 600)
        _ = try await device.backend.timeline.completeTask(TaskCatalogue.templates[1].id, of: sam)
        _ = try await device.backend.schools.edit(school, of: sam) { $0.notes = "the same" }
        _ = try await device.backend.preferences.save(as: .notifications, of: sam) { _ in
          ["followUpReminderDays": 20]
        }
      }
      try await first.sync()
      let outcome = try await second.sync()
      #expect(outcome.held == 0 && outcome.refused == 0)
      try await sync(first, second)
      try isAlike(first, second)
    }
  }

  @Test("Two who change settings apart have both, and one setting is decided by itself")
  func settings() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      _ = try await first.backend.preferences.save(as: .player, of: sam) { _ in
        ["gpa": 3.5, "sat_score": 1200]
      }
      try await sync(first, second)
      _ = try await first.backend.preferences.save(as: .player, of: sam) { _ in
        ["gpa": 3.6, "sat_score": 1200, "act_score": 30]
      }
      _ = try await second.backend.preferences.save(as: .player, of: sam) { _ in
        ["gpa": 3.7, "sat_score": 1300]
      }
      try await first.sync()
      #expect(try await second.sync().held == 1)
      let shown = try #require(try await second.sharing().conflicts().first).differences
      #expect(shown.map(\.record) == ["Settings"] && shown.map(\.field) == ["GPA"])
      #expect(shown.map(\.mine) == ["3.7"] && shown.map(\.theirs) == ["3.6"])
      try await keep(second, .mine)
      try await sync(second, first)
      let data = try #require(
        try first.value("SELECT data FROM user_preferences WHERE category = 'player'"))
      let values = try JSONValue.parse(data)
      #expect(values["gpa"]?.double == 3.7 && values["sat_score"]?.int == 1300)
      #expect(values["act_score"]?.int == 30)
    }
  }

  @Test("Keep both loses no text: of one word, of a private note, and not of a name or a tier")
  func both() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      let coach = RecordID(try #require(try second.value("SELECT id FROM coaches")))!
      for (device, word) in [(first, "Excellent"), (second, "Awful")] {
        _ = try await device.backend.schools.edit(school, of: sam) { $0.notes = word }
        _ = try await device.backend.coaches.edit(coach, of: sam) {
          $0.setPrivateNote("private \(word)", of: sam)
        }
        _ = try await device.backend.schools.edit(school, of: sam) { $0.name = "\(word) College" }
        _ = try await device.backend.schools.edit(school, of: sam) {
          $0.priorityTier = .known(word == "Awful" ? .c : .b)
        }
      }
      try await first.sync()
      #expect(try await second.sync().held == 4)
      let sharing = try await second.sharing()
      for conflict in try sharing.conflicts() {
        let field = conflict.differences.first?.field
        #expect(conflict.joinsTexts == ["notes", "note"].contains(field), "\(conflict)")
        let record = field == "note" ? "Private note on c1" : "s1"
        #expect(conflict.differences.map(\.record) == [record], "\(conflict)")
        let side: KeptSide = conflict.joinsTexts ? .both : .theirs
        if !conflict.joinsTexts {
          let fault = #expect(throws: Problem.self) {
            _ = try sharing.keep(conflict.number, .both, journal: second.backend.stepJournal)
          }
          let number = conflict.number
          #expect(
            fault?.fix
              == "Decide for one:  sync keep mine \(number)  or  sync keep theirs \(number)")
        }
        _ = try sharing.keep(conflict.number, side, journal: second.backend.stepJournal)
      }
      try await sync(second, first)
      #expect(try first.value("SELECT notes FROM schools") == "Excellent\n\nAwful")
      #expect(try first.value("SELECT name FROM schools") == "Excellent College")
      #expect(try first.value("SELECT priority_tier FROM schools") == "B")
      #expect(
        try first.value("SELECT private_notes FROM coaches")?.contains(
          #"private Excellent\n\nprivate Awful"#) == true)
      try isAlike(first, second)
    }
  }

  /// Changes rows with SQL in one undo step of the person.
  private func step(_ device: FamilyDevice, _ sam: RecordID, _ statements: String...) throws {
    let act = Act(
      person: sam, athlete: sam, operation: "import", summary: "Imported schools",
      at: device.account.clock.now)
    try device.backend.stepJournal.step(act) { step in
      for statement in statements { try step.connection.execute(statement) }
    }
  }

  @Test("Keep both joins the text of a step and keeps one's own of its other values, by name")
  func bothInPart() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let oak = try await first.backend.schools.add(for: sam) { $0.name = "Oak" }.row.reference.id
      try await sync(first, second)
      for (device, word) in [(first, "Excellent"), (second, "Awful")] {
        let tier = word == "Awful" ? "C" : "B"
        try step(
          device, sam, "UPDATE schools SET name = '\(word) ' || name, priority_tier = '\(tier)'",
          "UPDATE schools SET notes = '\(word)' WHERE id <> '\(oak)'")
      }
      try await first.sync()
      #expect(try await second.sync().held == 1)
      let sharing = try await second.sharing()
      let conflict = try #require(try sharing.conflicts().first)
      #expect(conflict.joinsTexts && conflict.notJoined == ["name", "priority tier"])
      _ = try sharing.keep(conflict.number, .both, journal: second.backend.stepJournal)
      try await sync(second, first)
      #expect(
        try first.value("SELECT notes FROM schools WHERE id <> '\(oak)'") == "Excellent\n\nAwful")
      #expect(
        try first.value("SELECT group_concat(name) FROM (SELECT name FROM schools ORDER BY name)")
          == "Awful Oak,Awful São École")
      #expect(try first.value("SELECT group_concat(DISTINCT priority_tier) FROM schools") == "C")
      try isAlike(first, second)
    }
  }

  @Test("A step that deletes what another device has changed keeps no both")
  func bothWithDeletion() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let fir = try await first.backend.schools.add(for: sam) { $0.name = "Fir" }.row.reference.id
      try await sync(first, second)
      try step(first, sam, "UPDATE schools SET notes = 'first'")
      try step(
        second, sam, "UPDATE schools SET notes = 'second' WHERE id <> '\(fir)'",
        "DELETE FROM schools WHERE id = '\(fir)'")
      try await first.sync()
      #expect(try await second.sync().held == 1)
      let sharing = try await second.sharing()
      let conflict = try #require(try sharing.conflicts().first)
      #expect(conflict.differences.contains { $0.mine == "deleted" && $0.theirs == "first" })
      #expect(!conflict.joinsTexts && conflict.notJoined.isEmpty)
      #expect(throws: Problem.self) {
        _ = try sharing.keep(conflict.number, .both, journal: second.backend.stepJournal)
      }
      #expect(try second.value("SELECT notes FROM schools WHERE id = '\(fir)'") == "first")
    }
  }

  @Test("Keep both joins a text that both have changed, and no other text of the step")
  func bothOfOneText() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let event = try await first.backend.events.add(for: sam) {
        $0.name = "Spring camp"
        $0.type = .known(.camp)
        $0.startDate = CalendarDay("2026-04-03")!
        $0.description = "before"
        $0.performanceNotes = "before"
      }.row.reference.id
      try await sync(first, second)
      _ = try await first.backend.events.edit(event, of: sam) { $0.description = "first" }
      _ = try await second.backend.events.edit(event, of: sam) {
        $0.description = "second"
        $0.performanceNotes = "second"
      }
      try await first.sync()
      #expect(try await second.sync().held == 1)
      try await keep(second, .both)
      try await sync(second, first)
      #expect(try first.value("SELECT description FROM events") == "first\n\nsecond")
      #expect(try first.value("SELECT performance_notes FROM events") == "second")
      try isAlike(first, second)
    }
  }

  @Test("What was added here and deleted on another device cannot be undone, and is named")
  func undoOfDeleted() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = try await second.backend.schools.add(for: sam) { $0.name = "Oak" }.row
      try await sync(second, first)
      _ = try await first.backend.schools.delete(school.reference.id, of: sam)
      try await sync(first, second)
      let fault = await #expect(throws: Problem.self) { _ = try await second.backend.undo.undo() }
      #expect(
        fault?.title == "This cannot be taken back: the school “Oak” was deleted since."
      )
    }
  }

  @Test("A record of any table has a name for people, and so has a setting")
  func names() async throws {
    try await RunningServer.with { server in
      let (first, _, sam) = try await pair(server)
      try first.file.read { connection in
        let words = try ConflictWords(connection, of: sam)
        for table in SharedTable.all {
          let name = try words.record(table.name, FamilyDevice.ids.next(), nil)
          #expect(name != "A record" && !name.contains("_"), "\(table.name): \(name)")
        }
      }
    }
    let words = ["data", "followUpReminderDays", "sat_score"].map(ConflictWords.words)
    #expect(words == ["data", "follow up reminder days", "SAT score"])
  }

  @Test("A coach added to a school that was deleted meanwhile is read, and kept with the school")
  func deletedParent() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      _ = try await first.backend.schools.delete(school, of: sam)
      _ = try await second.backend.coaches.add(for: sam) {
        $0.schoolID = school
        $0.firstName = "Jo"
        $0.lastName = "March"
        $0.role = .known(.head)
        $0.notes = "met at the camp"
      }
      try await first.sync()
      #expect(try await second.sync().held == 1)
      #expect(try second.count("schools") == 0 && second.count("coaches") == 0)
      let conflict = try #require(try await second.sharing().conflicts().first)
      #expect(conflict.differences.contains { $0.field == "last name" && $0.mine == "March" })
      #expect(conflict.differences.contains { $0.mine == "met at the camp" })
      try await keep(second, .mine)
      #expect(try await second.sync().held == 0)
      try await sync(first, second)
      #expect(try first.value("SELECT name FROM schools") == "São École")
      #expect(try first.value("SELECT last_name FROM coaches") == "March")
      try isAlike(first, second)
    }
  }

  @Test("A change of what was deleted meanwhile is read, and kept with the record")
  func deletedRecord() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let metric = RecordID(try #require(try second.value("SELECT id FROM performance_metrics")))!
      _ = try await first.backend.metrics.delete(metric, of: sam)
      _ = try await second.backend.metrics.edit(metric, of: sam) { $0.notes = "with a headwind" }
      try await first.sync()
      #expect(try await second.sync().held == 1)
      let conflict = try #require(try await second.sharing().conflicts().first)
      #expect(conflict.differences.contains { $0.mine == "with a headwind" })
      try await keep(second, .mine)
      #expect(try await second.sync().held == 0)
      try await sync(first, second)
      #expect(try first.value("SELECT notes FROM performance_metrics") == "with a headwind")
      try isAlike(first, second)
    }
  }

  @Test("What a right stands against is read with its values")
  func refused() async throws {
    try await RunningServer.with { server in
      let (first, parent, family) = try await withHelper(server)
      let sam = try await first.id()
      _ = try await first.backend.families.setHelp(
        of: try await parent.id(), inFamily: family, to: [])
      try await first.sync()
      _ = try await parent.backend.schools.add(for: sam) {
        $0.name = "Elm"
        $0.notes = "near the lake"
      }
      #expect(try await parent.sync().refused == 1)
      let conflict = try #require(try await parent.sharing().conflicts().first)
      #expect(conflict.differences.first?.reason == .notAllowed)
      #expect(conflict.differences.contains { $0.field == "name" && $0.mine == "Elm" })
      #expect(conflict.differences.contains { $0.mine == "near the lake" })
    }
  }

  @Test("What a rule of the server stands against is read in the server's sentence")
  func refusedName() async throws {
    try await RunningServer.with { server in
      let (first, _, sam) = try await pair(server)
      var edit = ProfileEdit()
      // The first word of the name looks Latin, but its letters are Cyrillic. The server refuses
      // such names.
      edit.fullName = .set("\u{41C}\u{430}\u{445} Stone")
      _ = try await first.backend.people.updateProfile(of: sam, edit)
      #expect(try await first.sync().refused == 1)
      let conflict = try #require(try await first.sharing().conflicts().last)
      #expect(conflict.differences.first?.reason == .rule)
      #expect(conflict.differences.first?.field == "full name")
      #expect(conflict.differences.first?.parameters == ["name"])
      #expect(
        conflict.differences.compactMap(\.rule) == [
          "A name has no invisible characters and no letters that only look like others: write it in letters of one alphabet."
        ])
    }
  }

  @Test("The value there is the one that is there now")
  func currentValue() async throws {
    try await RunningServer.with { server in
      let (first, second, sam) = try await pair(server)
      let school = RecordID(try #require(try second.value("SELECT id FROM schools")))!
      _ = try await first.backend.schools.edit(school, of: sam) { $0.notes = "one" }
      _ = try await second.backend.schools.edit(school, of: sam) { $0.notes = "mine" }
      try await first.sync()
      try await second.sync()
      _ = try await first.backend.schools.edit(school, of: sam) { $0.notes = "two" }
      try await sync(first, second)
      let shown = try #require(try await second.sharing().conflicts().first).differences
      #expect(shown.map(\.theirs) == ["two"] && shown.map(\.mine) == ["mine"])
    }
  }

  @Test("A private note that goes with a row which may not be changed any more is read")
  func refusedNote() async throws {
    try await RunningServer.with { server in
      let (first, parent, family) = try await withHelper(server)
      let dana = try await parent.id()
      let school = RecordID(try #require(try parent.value("SELECT id FROM schools")))!
      _ = try await parent.backend.schools.edit(school, of: try await first.id()) {
        $0.setPrivateNote("kind people", of: dana)
      }
      _ = try await first.backend.families.setHelp(of: dana, inFamily: family, to: [])
      try await first.sync()
      #expect(try await parent.sync().refused == 1)
      let shown = try #require(try await parent.sharing().conflicts().first).differences
      #expect(shown.compactMap(\.mine) == ["kind people"])
    }
  }
}

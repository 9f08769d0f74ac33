import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Adding, changing and deleting records")
struct WriteTests {
  @Test("What is added is in the file as it was meant, in one step")
  func add() async throws {
    let stage = Stage()
    let told = try await stage.say(
      #"schools add "Harbor College" --status contacted --tier B --student-size 3600"#
        + #" --pros "near; green" --favorite yes --private-note mine"#)
    let new = try #require(try await stage.stored(stage.backend.schools).last)
    #expect(new.name == "Harbor College")
    #expect(new.status == .contacted && new.priorityTier == .b)
    #expect(new.studentSize == 3600 && new.isFavorite)
    #expect(new.pros == ["near", "green"] && new.privateNote(of: ExampleFamily.sam) == "mine")
    #expect(new.website == nil)
    let done = try #require(told.done.first)
    #expect(done.sentence == "Added s3 Harbor College.")
    #expect(done.references == [try await stage.reference("s3")])
    #expect(done.brief == Done.Brief("Added Harbor College."))
    #expect(done.details.last == "noted in the status history · undo takes it back")
    #expect(try await stage.backend.undo.history(10).count == 1)
  }

  @Test("A school of the same name is allowed and said")
  func namesakes() async throws {
    let stage = Stage { $0.schools[1].name = "GRANITE Ford  University" }
    let told = try await stage.say("schools add 'Granite Ford University'")
    #expect(
      told.done.first?.details.last == "There is also s2 GRANITE Ford  University; both stay.")
    #expect(
      told.done.first?.brief
        == Done.Brief(
          "Added Granite Ford University.",
          warnings: ["There is also s2 GRANITE Ford  University; both stay."]))
  }

  @Test("Several of the same name are all named")
  func manyNamesakes() async throws {
    let stage = Stage { $0.schools[1].name = "Cedar Valley University" }
    let told = try await stage.say("schools add 'Cedar Valley University'")
    #expect(
      told.done.first?.details.last
        == "There are also s1 Cedar Valley University and s2 Cedar Valley University; all stay.")
  }

  @Test(
    "What happened with a letter tells how far it is, unless that was said",
    arguments: [
      ("--requested today", LetterStatus.requested),
      ("--requested 2026-02-01 --received 2026-02-09", .received),
      ("--submitted-to s1", .submitted), ("--requested today --status received", .received),
      ("--requested tomorrow", nil), ("--due 2026-03-01", nil),
    ])
  func letterStatus(options: String, status: LetterStatus?) async throws {
    let stage = Stage()
    _ = try await stage.say("letters add 'Rosa Diaz' \(options)")
    let stored = try await stage.stored(stage.backend.letters)
    #expect(stored.map(\.status.known) == [.requested, status ?? .notRequested])
  }

  @Test("A letter that came in is received, which is said; one that is further stays there")
  func letterMovesOn() async throws {
    let stage = Stage()
    let told = try await stage.say("letters edit l1 --received today")
    #expect(try await stage.stored(stage.backend.letters).map(\.status.known) == [.received])
    #expect(told.done.first?.details.first?.hasPrefix("Status Received") == true)
    _ = try await stage.say("letters edit l1 --requested 2026-02-01")
    let letter = try #require(try await stage.stored(stage.backend.letters).first)
    #expect(letter.status == .received && letter.requestedDate == Sample.day(2026, 2, 1))
  }

  @Test("A note without a change of status is refused, not lost")
  func noteAlone() async throws {
    let stage = Stage()
    let refused = Problem(
      .usage,
      "s1 Cedar Valley University is Contacted already, and this note goes with a change of status.",
      fix: "Choose the new status too, or put this into the notes. Nothing was saved."
    ).about(["status-note", "note"])
    let same = try await stage.say("schools status s1 contacted --note Again")
    #expect(same.problems.first == refused)
    let alone = try await stage.say("schools edit s1 --status-note Again")
    #expect(alone.problems.first == refused)
    #expect(stage.backend.hook.count(of: "schools.edit") == 0)
  }

  @Test("A field cannot be given and emptied at once")
  func givenAndCleared() async throws {
    let stage = Stage()
    let told = try await stage.say("schools edit s1 --tier B --clear tier")
    #expect(
      told.problems.first
        == Problem(
          .usage, "`--tier` and `--clear tier` cannot both be used.",
          fix: "Choose one of them. Nothing was saved."))
    #expect(stage.backend.hook.count(of: "schools.edit") == 0)
  }

  @Test(
    "A coach's name is parted as people write it",
    arguments: [
      ("Ana Maria Rivera", "Ana Maria", "Rivera"), ("Rivera, Ana", "Ana", "Rivera"),
      ("Rivera", "", "Rivera"), ("Coach Rivera", "", "Rivera"), ("Rivera, Coach", "", "Rivera"),
      ("Dr. Ana Rivera", "Ana", "Rivera"), ("coach prof. Rivera", "", "Rivera"),
      ("Mrs Rivera", "", "Rivera"), ("Coach", "", "Coach"), ("Drew Rivera", "Drew", "Rivera"),
    ])
  func coachName(typed: String, first: String, last: String) async throws {
    let stage = Stage()
    _ = try await stage.say("coaches add '\(typed)' s1 head --email Ana@Example.edu")
    let new = try #require(try await stage.stored(stage.backend.coaches).last)
    #expect(new.firstName == first && new.lastName == last)
    #expect(new.schoolID == Sample.school.id && new.role == .head)
  }

  @Test("Every kind is added with what it needs")
  func needs() async throws {
    let stage = Stage()
    _ = try await stage.say("offers add s1 partial --percentage 40% --deadline fri")
    let offer = try #require(try await stage.stored(stage.backend.offers).last)
    #expect(offer.offerDate == Sample.day(2026, 2, 10) && offer.schoolID == Sample.school.id)
    #expect(offer.scholarshipPercentage == 40)
    #expect(offer.deadlineDate == Sample.day(2026, 2, 13))
    _ = try await stage.say(
      "events add 'Summer Showcase' showcase 2026-04-18 --starts-at 9:00 --cost $1,250"
        + " --coach c1 --school s1")
    let event = try #require(try await stage.stored(stage.backend.events).last)
    #expect(event.startDate == Sample.day(2026, 4, 18) && event.type == .showcase)
    #expect(event.startTime == TimeOfDay(hour: 9, minute: 0))
    #expect(event.cost == 1250 && event.coachesPresent == [Sample.coach.id])
    _ = try await stage.say(
      "documents add Film highlight-video https://example.com/f --shared-with s1 --shared-with s2")
    let document = try #require(try await stage.stored(stage.backend.documents).last)
    #expect(document.fileURL == "https://example.com/f")
    #expect(document.sharedWithSchools == [Sample.school.id, Sample.other.id])
    _ = try await stage.say("letters add 'Rosa Diaz' --due 2026-03-01 --document d1")
    let letter = try #require(try await stage.stored(stage.backend.letters).last)
    #expect(letter.writerName == "Rosa Diaz")
    #expect(letter.documentID == Sample.document.id)
  }

  @Test(
    "The last day of an event is read from its first day, and a year that is written counts",
    arguments: [
      ("'dec 11'", "'dec 13'", "2026-12-11", "2026-12-13"),
      ("2025-12-05", "'dec 7'", "2025-12-05", "2025-12-07"),
      ("2025-12-30", "'jan 2'", "2025-12-30", "2026-01-02"),
      ("2026-04-18", "sun", "2026-04-18", "2026-04-19"),
      ("2026-04-18", "2026-04-20", "2026-04-18", "2026-04-20"),
      ("2026-04-18", "today", "2026-04-18", nil),
      ("2026-04-18", "'apr 17'", "2026-04-18", nil),
    ] as [(String, String, String, String?)])
  func lastDay(on: String, until: String, first: String, last: String?) async throws {
    let stage = Stage()
    let told = try await stage.say("events add Camp camp \(on) --until \(until)")
    guard let last else {
      #expect(told.problems.first?.title.hasPrefix("The end, ") == true)
      return
    }
    let event = try #require(try await stage.stored(stage.backend.events).last)
    #expect(event.startDate == CalendarDay(first) && event.endDate == CalendarDay(last))
    _ = try await stage.say("events edit e2 --until \(until)")
    #expect(try await stage.stored(stage.backend.events).last?.endDate == CalendarDay(last))
  }

  @Test("A change says what is now so, and what was emptied")
  func edit() async throws {
    let stage = Stage()
    let told = try await stage.say(
      "schools edit s1 --division 'Division I' --clear location --notes Long")
    #expect(
      told.done.first
        == Done(
          "Changed s1 Cedar Valley University.",
          details: ["Location emptied · Division D1", "undo takes it back"],
          references: [try await stage.reference("s1")],
          brief: Done.Brief(
            "Changed Cedar Valley University: Location emptied · Division D1.")))
    let edit = try #require(try await stage.stored(stage.backend.schools).first)
    #expect(edit.division == .d1 && edit.location == nil && edit.notes == "Long")
    #expect(edit.conference == "Prairie Crown" && edit.name == "Cedar Valley University")
  }

  @Test("A change to what is already so says so")
  func same() async throws {
    let told = try await Stage().say("schools tier s1 A")
    #expect(told.done.first?.sentence == "s1 Cedar Valley University was already so.")
  }

  @Test("A change that names nothing is refused before anything is asked of the file")
  func nothing() async throws {
    let stage = Stage()
    let told = try await stage.say("schools edit s1")
    #expect(
      told.problems.first
        == Problem(
          .usage, "Say what to change of s1 Cedar Valley University.",
          fix: "What can be changed:  help schools edit"))
    #expect(!stage.backend.hook.calls.contains { $0.hasPrefix("schools.") })
  }

  @Test("Status and tier have short ways, and the status tells its history")
  func shortWays() async throws {
    let stage = Stage()
    let told = try await stage.say("schools status s1 interested --note 'Good talk'")
    #expect(
      told.done.first?.details == [
        "Status Interested · Note Good talk",
        "was Contacted, noted in the status history · undo takes it back",
      ])
    _ = try await stage.say("schools tier s1 none")
    let details = try await stage.backend.schools.show(Sample.school.id, of: ExampleFamily.sam)
    #expect(details.row.school.status == .interested && details.row.school.priorityTier == nil)
    #expect(details.statusHistory.map(\.change.notes) == ["Good talk", "First mail"])
  }

  @Test("Deleting asks first and names what goes along; yes deletes")
  func delete() async throws {
    let stage = Stage { $0.addContacts(6) }
    let school = try await stage.reference("s1")
    let deletion = DeletedRecord(
      reference: school,
      alsoDeleted: [KindCount(.coach, 1), KindCount(.interaction, 7), KindCount(.offer, 1)],
      unlinked: [KindCount(.event, 1), KindCount(.document, 1)])
    let store = stage.store()
    try await store.enter("schools delete s1", knowing: [school])
    await store.receive(.deletionPreviewed(.school, .success([deletion])))
    await store.expect(
      .question(
        Question(
          "Delete s1 Cedar Valley University?",
          details: [
            "Deleted with it: 1 coach, 7 interactions and 1 offer.",
            "Kept, without the link: 1 event and 1 document.",
          ], agree: .takingAway("Delete"), yes: .deletionConfirmed([school]))))
    #expect(try await stage.stored(stage.backend.schools).count == 2)
    await store.answerYes()
    await store.receive(.recordsDeleted(.school, .success([deletion]))) {
      $0.wanted = .list(RecordsFeature.ListRequest(.school))
    }
    await store.expect(
      .done(
        Done(
          "Deleted s1 Cedar Valley University with 1 coach, 7 interactions and 1 offer.",
          details: ["undo brings it back"], references: [school])))
    await store.finish()
    #expect(try await stage.stored(stage.backend.schools).map(\.id) == [Sample.other.id])
  }

  @Test("After a deletion the page of what is gone makes way for the list")
  func deletedFromItsPage() async throws {
    let prompt = Prompt()
    try await prompt.enter("schools show s1")
    try await prompt.enter("schools delete s1", agrees: true)
    #expect(prompt.state.wanted == .list(RecordsFeature.ListRequest(.school)))
    #expect(prompt.page().title == "Schools" && prompt.page().handles == ["s2"])
  }

  @Test("A write on an open page loads it again; on none it loads nothing")
  func reload() async throws {
    let prompt = Prompt()
    let hook = prompt.stage.backend.hook
    try await prompt.enter("schools edit s1 --name X")
    #expect(hook.count(of: "schools.list") == 0)
    #expect(prompt.state.wanted == .list(RecordsFeature.ListRequest(.school)))
    try await prompt.enter("schools")
    try await prompt.enter("schools edit s1 --name Y")
    #expect(hook.count(of: "schools.list") == 2)
    #expect(prompt.page().row("s1")?.title == "Y")
  }

  @Test("The same said twice at once is one request; another change is another")
  func repeats() async throws {
    let stage = Stage()
    let (store, school) = (Store(stage.feature), try await stage.reference("s1"))
    func tier(_ tier: String) -> RecordsFeature.Action {
      .editRequested([school], FieldChanges(["tier": .choice(raw: tier, words: tier)]))
    }
    let gate = stage.backend.hook.hold("schools.edit")
    let first = store.send(tier("B"))
    let again = store.send(tier("B"))
    let other = store.send(tier("C"))
    gate.open()
    for sent in [first, again, other] { await sent.settled() }
    #expect(stage.backend.hook.count(of: "schools.edit") == 2)
    #expect(
      FieldChanges(["a": .flag(true), "b": .flag(false)]).signature
        == "a=flag(true) b=flag(false)")
  }

  @Test("A change on a record's own page builds on what it showed; elsewhere on what is stored")
  func shown() async throws {
    let prompt = Prompt()
    func writeElsewhere(_ word: String) throws {
      try prompt.stage.backend.change("UPDATE schools SET name = '\(word)'")
      try prompt.stage.backend.change("UPDATE coaches SET phone = '\(word)'")
    }
    try await prompt.enter("schools")
    try writeElsewhere("Once")
    #expect(try await prompt.enter("schools edit s1 --name X").done.first != nil)
    try await prompt.enter("schools show s1")
    try writeElsewhere("Twice")
    let refused = try await prompt.enter("schools edit s1 --name Y")
    #expect(refused.problems.map(\.cause) == [.conflict] && refused.done.isEmpty)
    #expect(try await prompt.enter("coaches edit c1 --phone 555-0105").done.first != nil)
  }

  @Test("What another process wrote is fetched when a page is drawn again, and not behind its back")
  func writtenElsewhere() {
    let feature = Stage().feature
    #expect(feature.action(for: .changedElsewhere) == nil)
    #expect(feature.action(for: .dataChanged) == .reloadRequested)
  }
}

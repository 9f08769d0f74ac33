import CivilTime
import Domain
import FeatureKit
import FeatureTesting
import Testing

@testable import Records

@Suite("Adding, changing and deleting records")
struct WriteTests {
  @Test("What is added reaches the gateway as it was meant, in one step")
  func add() async throws {
    let stage = SpyStage.filled()
    let told = try await stage.say(
      #"schools add "Cedar Valley University" --status contacted --tier B --student-size 3600"#
        + #" --pros "near; green" --favorite yes --private-note mine"#)
    let new = try #require(stage.schools.asked.added.first)
    #expect(new.name == "Cedar Valley University")
    #expect(new.status == .contacted && new.priorityTier == .b)
    #expect(new.studentSize == 3600 && new.isFavorite)
    #expect(new.pros == ["near", "green"] && new.privateNote(of: SpyStage.casey) == "mine")
    #expect(new.website == nil)
    let done = try #require(told.done.first)
    #expect(done.sentence == "Added s3 Cedar Valley University.")
    #expect(done.references == [SpySample.school])
    #expect(done.details.last == "undo takes it back")
  }

  @Test("A school of the same name is allowed and said")
  func namesakes() async throws {
    let stage = SpyStage.filled()
    var other = SpySample.otherRow
    other.reference = SpySample.reference(.school, 12, "s9", "CEDAR Valley  University")
    stage.schools.answer { [other] in $0.rows = [SpySample.schoolRow, SpySample.otherRow, other] }
    let told = try await stage.say("schools add 'Cedar Valley University'")
    #expect(
      told.done.first?.details.last == "There is also s9 CEDAR Valley  University; both stay.")
  }

  @Test("Several of the same name are all named")
  func manyNamesakes() async throws {
    let stage = SpyStage.filled()
    var second = SpySample.otherRow
    second.reference = SpySample.reference(.school, 12, "s8", "Cedar Valley University")
    var third = SpySample.otherRow
    third.reference = SpySample.reference(.school, 13, "s9", "Cedar Valley University")
    stage.schools.answer { [second, third] in $0.rows = [SpySample.schoolRow, second, third] }
    let told = try await stage.say("schools add 'Cedar Valley University'")
    #expect(
      told.done.first?.details.last
        == "There are also s8 Cedar Valley University and s9 Cedar Valley University; all stay.")
  }

  @Test(
    "What happened with a letter tells how far it is, unless that was said",
    arguments: [
      ("--requested today", LetterStatus.requested),
      ("--requested 2026-02-01 --received 2026-02-09", .received),
      ("--submitted-to s3", .submitted), ("--requested today --status received", .received),
      ("--requested tomorrow", nil), ("--due 2026-03-01", nil),
    ])
  func letterStatus(options: String, status: LetterStatus?) async throws {
    let stage = SpyStage.filled()
    _ = try await stage.say("letters add 'Rosa Diaz' \(options)")
    #expect(stage.letters.asked.added.first?.status == status ?? .notRequested)
  }

  @Test("A letter that came in is received, which is said; one that is further stays there")
  func letterMovesOn() async throws {
    let stage = SpyStage.filled()
    var after = SpySample.letterRow
    after.record.status = .known(.received)
    stage.letters.answer { [after] in $0.saved = Saved(after) }
    let told = try await stage.say("letters edit l8 --received today")
    #expect(stage.letters.asked.edited.last?.status == .received)
    #expect(told.done.first?.details.first?.hasPrefix("Status Received") == true)
    stage.letters.answer { [after] in
      $0.rows = [after]; $0.details = after
    }
    _ = try await stage.say("letters edit l8 --requested 2026-02-01")
    #expect(stage.letters.asked.edited.last?.status == .received)
  }

  @Test("A note without a change of status is refused, not lost")
  func noteAlone() async throws {
    let stage = SpyStage.filled()
    let refused = Problem(
      .usage,
      "s3 Cedar Valley University is Contacted already, and this note goes with a change of status.",
      fix: "Nothing was saved. To keep it:  schools edit s3 --notes TEXT")
    let same = try await stage.say("schools status s3 contacted --note Again")
    #expect(same.problems.first == refused)
    let alone = try await stage.say("schools edit s3 --status-note Again")
    #expect(alone.problems.first == refused)
    #expect(stage.schools.asked.edited.isEmpty)
  }

  @Test("A field cannot be given and emptied at once")
  func givenAndCleared() async throws {
    let stage = SpyStage.filled()
    let told = try await stage.say("schools edit s3 --tier B --clear tier")
    #expect(
      told.problems.first
        == Problem(
          .usage, "`--tier` and `--clear tier` cannot both be used.",
          fix: "Choose one of them. Nothing was saved."))
    #expect(stage.schools.asked.edited.isEmpty)
  }

  @Test(
    "A coach's name is parted as people write it",
    arguments: [
      ("Ana Maria Rivera", "Ana Maria", "Rivera"), ("Rivera, Ana", "Ana", "Rivera"),
      ("Rivera", "", "Rivera"),
    ])
  func coachName(typed: String, first: String, last: String) async throws {
    let stage = SpyStage.filled()
    _ = try await stage.say("coaches add '\(typed)' s3 head --email Ana@Example.edu")
    let new = try #require(stage.coaches.asked.added.first)
    #expect(new.firstName == first && new.lastName == last)
    #expect(new.schoolID == SpySample.school.id && new.role == .head)
  }

  @Test("Every kind is added with what it needs")
  func needs() async throws {
    let stage = SpyStage.filled()
    _ = try await stage.say("offers add s3 partial --percentage 40% --deadline fri")
    let offer = try #require(stage.offers.asked.added.first)
    #expect(offer.offerDate == SpySample.day(2026, 2, 10) && offer.schoolID == SpySample.school.id)
    #expect(offer.scholarshipPercentage == 40)
    #expect(offer.deadlineDate == SpySample.day(2026, 2, 13))
    _ = try await stage.say(
      "events add 'Spring Showcase' showcase 2026-04-18 --starts-at 9:00 --cost $1,250"
        + " --coach c4 --school s3")
    let event = try #require(stage.events.asked.added.first)
    #expect(event.startDate == SpySample.day(2026, 4, 18) && event.type == .showcase)
    #expect(event.startTime == TimeOfDay(hour: 9, minute: 0))
    #expect(event.cost == 1250 && event.coachesPresent == [SpySample.coach.id])
    _ = try await stage.say(
      "documents add Film highlight-video https://example.com/f --shared-with s3 --shared-with s4")
    let document = try #require(stage.documents.asked.added.first)
    #expect(document.fileURL == "https://example.com/f")
    #expect(document.sharedWithSchools == [SpySample.school.id, SpySample.other.id])
    _ = try await stage.say("letters add 'Joel Vance' --due 2026-03-01 --document d6")
    let letter = try #require(stage.letters.asked.added.first)
    #expect(letter.writerName == "Joel Vance")
    #expect(letter.documentID == SpySample.document.id)
  }

  @Test("A change says what is now so, and what was emptied")
  func edit() async throws {
    let stage = SpyStage.filled()
    var after = SpySample.schoolRow
    after.school.division = .known(.d1)
    after.school.location = nil
    stage.schools.answer { [after] in $0.saved = Saved(after) }
    let told = try await stage.say(
      "schools edit s3 --division 'Division I' --clear location --notes Long")
    #expect(
      told.done.first
        == Done(
          "Changed s3 Cedar Valley University.",
          details: ["Location emptied · Division D1", "undo takes it back"],
          references: [SpySample.school]))
    let edit = try #require(stage.schools.asked.edited.first)
    #expect(edit.division == .d1 && edit.location == nil && edit.notes == "Long")
    #expect(edit.conference == "Prairie Crown" && edit.name == "Cedar Valley University")
  }

  @Test("A change to what is already so says so")
  func same() async throws {
    let told = try await SpyStage.filled().say("schools tier s3 A")
    #expect(told.done.first?.sentence == "s3 Cedar Valley University was already so.")
  }

  @Test("A change that names nothing is refused before anything is asked of the file")
  func nothing() async throws {
    let stage = SpyStage.filled()
    let told = try await stage.say("schools edit s3")
    #expect(
      told.problems.first
        == Problem(
          .usage, "Say what to change of s3 Cedar Valley University.",
          fix: "What can be changed:  help schools edit"))
    #expect(stage.schools.asked.edited.isEmpty && stage.schools.asked.shown.isEmpty)
  }

  @Test("Status and tier have short ways, and the status tells its history")
  func shortWays() async throws {
    let stage = SpyStage.filled()
    var after = SpySample.schoolRow
    after.school.status = .known(.interested)
    stage.schools.answer { [after] in
      $0.saved = Saved(
        after, derived: [.statusRecorded(from: .known(.contacted), to: .known(.interested))])
    }
    let told = try await stage.say("schools status s3 interested --note 'Good talk'")
    #expect(
      told.done.first?.details == [
        "Status Interested · Note Good talk",
        "was Contacted, noted in the status history · undo takes it back",
      ])
    #expect(stage.schools.asked.edited.first?.status == .interested)
    #expect(stage.schools.asked.changes.first?.note == "Good talk")
    _ = try await stage.say("schools tier s3 none")
    #expect(stage.schools.asked.edited.last?.priorityTier == nil)
  }

  @Test("Deleting asks first and names what goes along; yes deletes")
  func delete() async throws {
    let stage = SpyStage.filled()
    let deletion = DeletedRecord(
      reference: SpySample.school,
      alsoDeleted: [
        KindCount(.coach, 2), KindCount(.interaction, 7), KindCount(.offer, 1),
      ], unlinked: [KindCount(.event, 1)])
    stage.schools.answer { $0.deletion = deletion }
    let store = stage.store()
    try await store.enter("schools delete s3", knowing: SpySample.references)
    await store.receive(.deletionPreviewed(.school, .success([deletion])))
    await store.expect(
      .question(
        Question(
          "Delete s3 Cedar Valley University?",
          details: [
            "Deleted with it: 2 coaches, 7 interactions and 1 offer.",
            "Kept, without the link: 1 event.",
          ], agree: "Delete", yes: .deletionConfirmed([SpySample.school]))))
    #expect(stage.schools.asked.deleted.isEmpty)
    await store.answerYes()
    await store.receive(.recordsDeleted(.school, .success([deletion]))) {
      $0.wanted = .list(RecordsFeature.ListRequest(.school))
    }
    await store.expect(
      .done(
        Done(
          "Deleted s3 Cedar Valley University with 2 coaches, 7 interactions and 1 offer.",
          details: ["undo brings it back"], references: [SpySample.school])))
    await store.finish()
    #expect(stage.schools.asked.deleted == [SpySample.school.id])
  }

  @Test("After a deletion the page of what is gone makes way for the list")
  func deletedFromItsPage() async throws {
    let stage = SpyStage.filled()
    stage.schools.answer { $0.deletion = DeletedRecord(reference: SpySample.school) }
    let prompt = StagedPrompt(stage)
    await prompt.send(.recordRequested(SpySample.school))
    await prompt.send(.deletionConfirmed([SpySample.school]))
    #expect(prompt.state.wanted == .list(RecordsFeature.ListRequest(.school)))
    #expect(prompt.page().title == "Schools")
  }

  @Test("A write on an open page loads it again; on none it loads nothing")
  func reload() async throws {
    let stage = SpyStage.filled()
    let prompt = StagedPrompt(stage)
    await prompt.send(.editRequested([SpySample.school], Given(["name": .text("X")])))
    #expect(stage.schools.asked.queries.isEmpty)
    await prompt.send(.listRequested(RecordsFeature.ListRequest(.school)))
    await prompt.send(.editRequested([SpySample.school], Given(["name": .text("Y")])))
    #expect(stage.schools.asked.queries.count == 2)
  }

  @Test("The same said twice at once is one request; another change is another")
  func repeats() async throws {
    let stage = SpyStage.filled()
    let store = stage.store()
    let given = Given(["tier": .choice(raw: "B", words: "B")])
    await store.send(.editRequested([SpySample.school], given))
    #expect(stage.schools.asked.edited.count <= 1)
    await store.receive(
      .recordSaved(
        .school,
        .success(
          Done("s3 Cedar Valley University was already so.", references: [SpySample.school])))
    ) { $0.wanted = .list(RecordsFeature.ListRequest(.school)) }
    await store.expect(
      .done(Done("s3 Cedar Valley University was already so.", references: [SpySample.school])))
    await store.finish()
    #expect(Given(["a": .flag(true), "b": .flag(false)]).signature == "a=flag(true) b=flag(false)")
  }

  @Test("A change on a record's own page builds on what it showed; elsewhere on what is stored")
  func shown() async throws {
    let stage = SpyStage.filled()
    let prompt = StagedPrompt(stage)
    let given = Given(["name": .text("X")])
    await prompt.send(.editRequested([SpySample.school], given))
    #expect(stage.schools.asked.changes.last?.shown == nil)
    await prompt.send(.recordRequested(SpySample.school))
    await prompt.send(.editRequested([SpySample.school], given))
    #expect(stage.schools.asked.changes.last?.shown == SpySample.schoolRow.school)
    await prompt.send(.editRequested([SpySample.coach], Given(["phone": .text("5")])))
    #expect(stage.coaches.asked.changes.last?.shown == nil)
  }

  @Test("What another process wrote is fetched when a page is drawn again, and not behind its back")
  func writtenElsewhere() {
    let feature = SpyStage.filled().feature
    #expect(feature.action(for: .changedElsewhere) == nil)
    #expect(feature.action(for: .dataChanged) == .reloadRequested)
  }
}

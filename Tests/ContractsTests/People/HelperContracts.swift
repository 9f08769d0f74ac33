import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Testing

/// Tests of what a parent may write for an athlete who has permitted the parent to help, and of
/// what people without this permission may not write (domain.md 10.10).
@Suite struct HelperContracts {
  @Test("Nothing is allowed by default", arguments: HelperVerb.all)
  func byDefault(verb: HelperVerb) async throws {
    let world = try await HelperWorld()
    let dana = try world.stage.acting(world.cast.dana)
    #expect(await cause { try await verb.perform(dana, world) } == .refused)
    #expect(
      try await dana.undo.history(limit: 100).filter { $0.person == world.cast.dana }.count == 2)
  }

  @Test("A right opens what it covers and nothing else", arguments: HelperVerb.all)
  func withEachRight(verb: HelperVerb) async throws {
    for area in HelpArea.allCases {
      let world = try await HelperWorld()
      try await world.allow([area])
      let dana = try world.stage.acting(world.cast.dana)
      let found = await cause { try await verb.perform(dana, world) }
      #expect(found == (verb.area == area ? nil : .refused), "\(area)")
    }
  }

  @Test(
    "With every right, what is nobody else's stays so, and taken back it is all as before",
    arguments: HelperVerb.all)
  func withAllAndNone(verb: HelperVerb) async throws {
    let world = try await HelperWorld()
    try await world.allow(Set(HelpArea.allCases))
    let dana = try world.stage.acting(world.cast.dana)
    #expect(
      await cause { try await verb.perform(dana, world) } == (verb.area == nil ? .refused : nil))
    try await world.allow([])
    let again = try world.stage.acting(world.cast.dana)
    #expect(await cause { try await verb.perform(again, world) } == .refused)
    // After the athlete has withdrawn the permission, the parent may not even undo a change that
    // the parent has made before.
    if verb.area != nil {
      #expect(await cause { _ = try await again.undo.undo() } == .refused)
    }
  }

  @Test("A right in one family is none in another, and none of a stranger's")
  func elsewhere() async throws {
    let world = try await HelperWorld()
    try await world.allow(Set(HelpArea.allCases))
    for person in [world.cast.lee, world.cast.mia] {
      let backend = try world.stage.acting(person)
      for verb in HelperVerb.all {
        let found = await cause { try await verb.perform(backend, world) }
        #expect(found == .refused || found == .notFound, "\(person.title): \(verb.name)")
      }
    }
    let dana = try world.stage.acting(world.cast.dana)
    let mia = world.cast.mia.id
    #expect(
      await cause { _ = try await dana.schools.add(for: mia) { $0.name = "Oak" } } == .refused)
    #expect(
      await cause { _ = try await dana.timeline.completeTask(task("9-01"), of: mia) } == .refused)
  }

  @Test("What a parent writes bears their name, and is the athlete's")
  func names() async throws {
    let world = try await HelperWorld()
    try await world.allow(Set(HelpArea.allCases))
    let (sam, dana) = (world.cast.sam.id, world.cast.dana.id)
    let backend = try world.stage.acting(dana)
    let school = try await backend.schools.add(for: sam) { $0.name = "Oak" }.row.school
    #expect(
      school.athleteID == sam && school.createdBy == dana && school.familyID == world.cast.family.id
    )
    let logged = try await backend.interactions.add(for: sam) {
      ($0.schoolID, $0.type, $0.occurredAt) = (
        school.id, .known(.email), .init(seconds: 1_770_000_000)
      )
    }.row.interaction
    #expect(logged.loggedBy == dana)
    let metric = try await backend.metrics.add(for: sam) {
      ($0.type, $0.value, $0.recordedDate) = (.known(.velocity), 82, world.stage.today)
    }.row.metric
    #expect(metric.athleteID == sam && metric.createdBy == dana)
    let edited = try await backend.metrics.edit(world.metric, of: sam) { $0.value = 81 }.row.metric
    #expect(edited.createdBy == sam && edited.updatedBy == dana)
    let document = try await backend.documents.add(for: sam) {
      ($0.title, $0.type, $0.fileURL) = (
        "Grades", .known(.transcript), "https://example.org/grades"
      )
    }.row.document
    #expect(document.uploadedBy == dana && document.createdBy == dana && document.athleteID == sam)
    let done = try await backend.timeline.completeTask(task("9-01"), of: sam).task.athleteTask
    #expect(done?.athleteID == sam && done?.createdBy == dana)
    // The athlete's history names the helper as the author of the step.
    let history = try await world.stage.acting(sam).undo.history(limit: 5)
    #expect(history.allSatisfy { $0.person == world.cast.dana && $0.athlete == world.cast.sam })
    #expect(history.first?.summary.hasPrefix("Completed t1") == true)
  }

  @Test("A helper deletes what they made, and nothing that others made or that would go with it")
  func deleting() async throws {
    let world = try await HelperWorld()
    try await world.allow([.records, .metrics])
    let sam = world.cast.sam.id
    var dana = try world.stage.acting(world.cast.dana)
    #expect(await cause { _ = try await dana.schools.delete(world.school, of: sam) } == .refused)
    #expect(await cause { _ = try await dana.metrics.delete(world.metric, of: sam) } == .refused)
    #expect(
      await cause { _ = try await dana.interactions.delete(world.interaction, of: sam) } == .refused
    )
    #expect(
      await cause { _ = try await dana.schools.deletionPreview(([world.school], sam)) } == .refused)
    let own = try await dana.schools.add(for: sam) { $0.name = "Oak" }.row.reference.id
    _ = try await world.stage.acting(sam).coaches.add(for: sam) {
      $0.schoolID = own
      ($0.firstName, $0.lastName) = ("Joe", "Stone")
      $0.role = .known(.assistant)
    }
    dana = try world.stage.acting(world.cast.dana)
    let problem = await #expect(throws: Problem.self) {
      _ = try await dana.schools.delete(own, of: sam)
    }
    #expect(
      problem?.title == "s2 Oak has coaches that another person wrote in, which would go with it.")
    let alone = try await dana.schools.add(for: sam) { $0.name = "Ash" }.row.reference.id
    #expect(try await dana.schools.delete(alone, of: sam).reference.title == "Ash")
    // The parent has added this school but could not delete it, because the athlete has added
    // coaches to it. The athlete may delete it.
    let athlete = try world.stage.acting(sam)
    #expect(try await athlete.schools.delete(own, of: sam).reference.title == "Oak")
  }

  enum AthletesWord: String, CaseIterable {
    case note, privateNote, status, noteUnderLaterEdit, coach, interactionOfCoach, eventOfSchool
  }

  @Test(
    "A helper's delete takes along nothing that the athlete wrote, and the athlete's undo stays possible",
    arguments: AthletesWord.allCases)
  func othersWords(word: AthletesWord) async throws {
    let world = try await HelperWorld()
    try await world.allow([.records])
    let sam = world.cast.sam.id
    var dana = try world.stage.acting(world.cast.dana)
    let school = try await dana.schools.add(for: sam) { $0.name = "Oak" }.row.reference.id
    let coach = try await dana.coaches.add(for: sam) {
      ($0.firstName, $0.lastName, $0.role) = ("Joe", "Stone", .known(.assistant))
      $0.schoolID = word == .interactionOfCoach ? world.school : school
    }.row.reference.id
    let athlete = try world.stage.acting(world.cast.sam)
    switch word {
    case .note, .noteUnderLaterEdit:
      _ = try await athlete.schools.edit(school, of: sam) { $0.notes = "I liked it there" }
    case .privateNote:
      _ = try await athlete.schools.edit(school, of: sam) {
        $0.privateNotes = .object([sam.description: .string("My first choice")])
      }
    case .status:
      _ = try await athlete.schools.edit(school, of: sam) { $0.status = .known(.interested) }
    case .coach:
      _ = try await athlete.coaches.edit(coach, of: sam) { $0.phone = "555 0100" }
    case .interactionOfCoach:
      _ = try await athlete.interactions.edit(world.interaction, of: sam) { $0.coachID = coach }
    case .eventOfSchool:
      _ = try await athlete.events.edit(world.event, of: sam) { $0.schoolID = school }
    }
    dana = try world.stage.acting(world.cast.dana)
    if word == .noteUnderLaterEdit {
      // After this edit, the parent is the last person who edited the school. The parent must still
      // not be allowed to delete the school, because it contains a note of the athlete.
      _ = try await dana.schools.edit(school, of: sam) { $0.city = "Lima" }
    }
    let isCoach = word == .interactionOfCoach
    let preview = await cause {
      if isCoach {
        _ = try await dana.coaches.deletionPreview(([coach], sam))
      } else {
        _ = try await dana.schools.deletionPreview(([school], sam))
      }
    }
    #expect(preview == .refused)
    let problem = await #expect(throws: Problem.self) {
      if isCoach {
        _ = try await dana.coaches.delete(coach, of: sam)
      } else {
        _ = try await dana.schools.delete(school, of: sam)
      }
    }
    #expect(
      problem?.title
        == "\(isCoach ? "c2 Stone, Joe" : "s2 Oak") \(Self.refusal(word))"
        || problem?.title == "Another person has written in s2 Oak, which would go with it.")
    let again = try world.stage.acting(world.cast.sam)
    if word != .noteUnderLaterEdit { _ = try await again.undo.undo() }
  }

  private static func refusal(_ word: AthletesWord) -> String {
    switch word {
    case .note, .privateNote, .noteUnderLaterEdit: "is told by its own sentence"
    case .status: "has changes of status that another person made, which would go with it."
    case .coach: "has coaches that another person wrote in, which would go with it."
    case .interactionOfCoach:
      "is named by interactions that another person wrote in, which would lose it."
    case .eventOfSchool: "is named by events that another person wrote in, which would lose it."
    }
  }

  @Test("A coach is not written in by an interaction that came and went")
  func derivedColumns() async throws {
    let world = try await HelperWorld()
    try await world.allow([.records])
    let sam = world.cast.sam.id
    let coach = try await world.stage.acting(world.cast.dana).coaches.add(for: sam) {
      ($0.firstName, $0.lastName, $0.role) = ("Joe", "Stone", .known(.assistant))
      $0.schoolID = world.school
    }.row.reference.id
    let athlete = try world.stage.acting(world.cast.sam)
    let logged = try await athlete.interactions.add(for: sam) {
      ($0.schoolID, $0.coachID, $0.type) = (world.school, coach, .known(.email))
      $0.occurredAt = .init(seconds: 1_770_000_000)
    }.row.reference.id
    _ = try await athlete.interactions.delete(logged, of: sam)
    let dana = try world.stage.acting(world.cast.dana)
    #expect(try await dana.coaches.delete(coach, of: sam).reference.title == "Stone, Joe")
  }

  @Test("What the athlete took back keeps a helper from nothing")
  func takenBackWords() async throws {
    let world = try await HelperWorld()
    try await world.allow([.records])
    let sam = world.cast.sam.id
    let school = try await world.stage.acting(world.cast.dana).schools.add(for: sam) {
      $0.name = "Oak"
    }.row.reference.id
    let athlete = try world.stage.acting(world.cast.sam)
    _ = try await athlete.schools.edit(school, of: sam) { $0.status = .known(.interested) }
    _ = try await athlete.undo.undo()
    let dana = try world.stage.acting(world.cast.dana)
    // The preview runs the deletion in a transaction and rolls it back, so it must change nothing.
    #expect(
      try await dana.schools.deletionPreview(of: [school], of: sam).map(\.reference.title) == [
        "Oak"
      ])
    #expect(try await dana.schools.show(school, of: sam).row.school.name == "Oak")
    #expect(try await dana.undo.history(limit: 9).allSatisfy { $0.operation != "deleteSchool" })
    #expect(try await dana.schools.delete(school, of: sam).reference.title == "Oak")
  }

  @Test("The athlete changes and deletes an interaction that a parent logged")
  func athleteHasTheLastWord() async throws {
    let world = try await HelperWorld()
    try await world.allow([.records])
    let sam = world.cast.sam.id
    let id = try await world.stage.acting(world.cast.dana).interactions.add(for: sam) {
      ($0.schoolID, $0.type, $0.occurredAt) = (
        world.school, .known(.email), .init(seconds: 1_770_000_000)
      )
    }.row.reference.id
    let athlete = try world.stage.acting(sam)
    let edited = try await athlete.interactions.edit(id, of: sam) { $0.subject = "Mine" }.row
    #expect(edited.interaction.loggedBy == world.cast.dana.id)
    #expect(try await athlete.interactions.delete(id, of: sam).reference.id == id)
  }

  @Test("Only the athlete gives and takes rights, and only to parents of the family")
  func giving() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let given = try await sam.families.setHelp(
      of: cast.dana.id, inFamily: cast.family.id, to: [.tasks, .records])
    #expect(given == HelpChange(person: cast.dana, before: [], after: [.records, .tasks]))
    #expect(
      try await sam.families.families().first?.members.map(\.helps) == [[], [.records, .tasks]])
    for (person, cause) in [(cast.sam, Cause.usage), (cast.lee, .notFound), (cast.mia, .notFound)] {
      #expect(
        await ContractsTests.cause {
          _ = try await sam.families.setHelp(
            of: person.id, inFamily: cast.family.id, to: [.tasks])
        } == cause, "\(person.title)")
    }
    let choices = try await stage.acting(cast.dana).families.accessibleAthletes()
    #expect(choices.map(\.athlete.helps) == [[.records, .tasks]])
    let mia = try stage.acting(cast.mia)
    #expect(
      await cause {
        _ = try await mia.families.setHelp(
          of: cast.dana.id, inFamily: cast.family.id, to: [.tasks])
      } == .notFound)
    // Giving the permission is one step in the athlete's history, which the athlete can undo.
    let athlete = try stage.acting(cast.sam)
    #expect(
      try await athlete.undo.undo().summary == "Lets Dana Lee help with schools and contacts, tasks"
    )
    #expect(
      try await athlete.families.families().first?.members.allSatisfy(\.helps.isEmpty) == true)
  }

  @Test("Leaving ends every right, and coming back by undo or by code gives none")
  func leaving() async throws {
    let world = try await HelperWorld()
    try await world.allow(Set(HelpArea.allCases))
    let dana = try world.stage.acting(world.cast.dana)
    _ = try await dana.families.leave(family: world.cast.family.id)
    _ = try await dana.undo.undo()
    #expect(try await dana.families.accessibleAthletes().map(\.athlete.helps) == [[]])
    #expect(
      await cause { _ = try await dana.schools.add(for: world.cast.sam.id) { $0.name = "Oak" } }
        == .refused)
    _ = try await dana.families.leave(family: world.cast.family.id)
    _ = try await dana.families.join(code: world.cast.family.code ?? "")
    #expect(try await dana.families.accessibleAthletes().map(\.athlete.helps) == [[]])
  }
}

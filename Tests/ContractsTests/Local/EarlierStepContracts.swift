import CivilTime
import Domain
import FeatureKit
import JSON
import SQLBackend
import Testing

/// Tests of `undo N`, which undoes the step with the number N (a change in a person's history),
/// also if it is not the newest step.
@Suite struct EarlierStepContracts {
  @Test("The athlete takes a helper's step back as a step of their own, once")
  func helpersStep() async throws {
    let (stage, cast) = try await Stage.cast()
    _ = try await stage.acting(cast.sam).families.setHelp(
      of: cast.dana.id, inFamily: cast.family.id, to: [.tasks])
    let dana = try stage.acting(cast.dana)
    _ = try await dana.timeline.completeTask(task("9-01"), of: cast.sam.id)
    _ = try await dana.timeline.completeTask(task("9-02"), of: cast.sam.id)
    let sam = try stage.acting(cast.sam)
    let steps = try await sam.undo.history(limit: 2)
    let first = try #require(steps.last)
    let taken = try await sam.undo.undoStep(first.id)
    #expect(taken.person == cast.sam)
    #expect(taken.summary == "Took back \(first.id): \(first.summary)")
    #expect(!taken.isUndone)
    #expect(try await sam.timeline.task(task("9-01"), of: cast.sam.id).task.status == .notStarted)
    #expect(try await sam.timeline.task(task("9-02"), of: cast.sam.id).task.status == .completed)
    let told = try await sam.undo.history(limit: 9).first { $0.id == first.id }
    #expect(told?.takenBackBy == taken.id)
    #expect(await cause { _ = try await sam.undo.undoStep(first.id) } == .conflict)
    // The parent Dana made two steps, and the athlete has undone the first. Dana's `undo` undoes
    // the second, her newest step.
    let again = try stage.acting(cast.dana)
    #expect(try await again.undo.undo().id == steps.first?.id)
    // Dana's next `undo` skips the step that the athlete has undone, and tries to undo that she
    // joined the family. It is refused, because the athlete has changed her membership since.
    #expect(await cause { _ = try await again.undo.undo() } == .conflict)
    // The athlete's `undo` takes back the athlete's own undo. The parent's step is in effect again.
    let athlete = try stage.acting(cast.sam)
    #expect(try await athlete.undo.undo().id == taken.id)
    #expect(
      try await athlete.timeline.task(task("9-01"), of: cast.sam.id).task.status == .completed)
    #expect(
      try await athlete.undo.history(limit: 9).first { $0.id == first.id }?.takenBackBy == nil)
  }

  @Test("One's own earlier step is taken back if nothing was built on it")
  func ownEarlier() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let athlete = cast.sam.id
    let school = try await sam.schools.add(for: athlete) { $0.name = "Elm" }.row.reference.id
    let added = try #require(try await sam.undo.history(limit: 1).first)
    _ = try await sam.schools.edit(school, of: athlete) { $0.city = "Lima" }
    let edit = try #require(try await sam.undo.history(limit: 1).first)
    _ = try await sam.schools.edit(school, of: athlete) { $0.state = "PE" }
    // The first step added the school, and later steps have changed it. Undoing the first step
    // would delete these changes with the school, so it is refused.
    #expect(await cause { _ = try await sam.undo.undoStep(added.id) } == .conflict)
    _ = try await sam.undo.undoStep(edit.id)
    let after = try await sam.schools.show(school, of: athlete).row.school
    #expect(after.city == nil && after.state == "PE")
    #expect(await cause { _ = try await sam.undo.undoStep(9999) } == .notFound)
  }

  @Test("The newest by its number is the usual undo, and can be done again")
  func newest() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    _ = try await sam.timeline.completeTask(task("9-01"), of: cast.sam.id)
    let step = try #require(try await sam.undo.history(limit: 1).first)
    #expect(try await sam.undo.undoStep(step.id).isUndone)
    #expect(try await sam.undo.redo().id == step.id)
  }

  @Test("Nobody takes back what is not theirs: a parent's own steps, an athlete's, a stranger's")
  func notTheirs() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let steps = try await sam.undo.history(limit: 20)
    let joined = try #require(steps.first { $0.operation == "joinFamily" })
    #expect(await cause { _ = try await sam.undo.undoStep(joined.id) } == .refused)
    _ = try await sam.timeline.completeTask(task("9-01"), of: cast.sam.id)
    let own = try #require(try await sam.undo.history(limit: 1).first)
    _ = try await sam.families.setHelp(
      of: cast.dana.id, inFamily: cast.family.id, to: Set(HelpArea.allCases))
    // The history shows the change to the parent, but she may not undo it. The message tells her
    // who can. To people of other families, the message says that there is no such change.
    let dana = try stage.acting(cast.dana)
    await #expect(
      throws: Problem(.refused, "Only Sam Lee can take this back.", details: [own.summary])
    ) { _ = try await dana.undo.undoStep(own.id) }
    for person in [cast.lee, cast.mia] {
      let backend = try stage.acting(person)
      #expect(await cause { _ = try await backend.undo.undoStep(own.id) } == .notFound)
    }
    #expect(
      try await stage.acting(cast.sam).timeline.task(task("9-01"), of: cast.sam.id).task.status
        == .completed)
  }

  @Test("Who reads another parent's step reads that its author and the athlete can take it back")
  func otherParents() async throws {
    let (stage, cast) = try await Stage.cast()
    func allow(_ areas: Set<HelpArea>) async throws {
      _ = try await stage.acting(cast.sam).families.setHelp(
        of: cast.dana.id, inFamily: cast.family.id, to: areas)
    }
    try await allow([.tasks])
    let dana = try stage.acting(cast.dana)
    _ = try await dana.timeline.completeTask(task("9-01"), of: cast.sam.id)
    let step = try #require(try await dana.undo.history(limit: 1).first)
    _ = try await stage.acting(cast.lee).families.join(code: cast.family.code ?? "")
    await #expect(
      throws: Problem(
        .refused, "Only Dana Lee and Sam Lee can take this back.", details: [step.summary])
    ) { _ = try await stage.acting(cast.lee).undo.undoStep(step.id) }
    try await allow([])
    await #expect(
      throws: Problem(.refused, "Only Sam Lee can take this back.", details: [step.summary])
    ) { _ = try await stage.acting(cast.lee).undo.undoStep(step.id) }
  }

  @Test("The history says which steps its reader may take back")
  func mayTakeBack() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    _ = try await sam.families.setHelp(
      of: cast.dana.id, inFamily: cast.family.id, to: [.tasks])
    _ = try await sam.timeline.completeTask(task("9-01"), of: cast.sam.id)
    let dana = try stage.acting(cast.dana)
    _ = try await dana.timeline.completeTask(task("9-02"), of: cast.sam.id)
    func steps(readBy person: Reference) async throws -> [String: Bool] {
      let steps = try await stage.acting(person).undo.history(limit: 20)
      return Dictionary(
        steps.map { ("\($0.person.title) \($0.operation)", $0.mayTakeBack) },
        uniquingKeysWith: { first, _ in first })
    }
    let bySam = try await steps(readBy: cast.sam)
    #expect(bySam["Sam Lee completeTask"] == true && bySam["Dana Lee completeTask"] == true)
    #expect(bySam["Dana Lee joinFamily"] == false)
    let byDana = try await steps(readBy: cast.dana)
    #expect(byDana["Sam Lee completeTask"] == false && byDana["Dana Lee completeTask"] == true)
    // She has made a newer change since she joined, so `undo` with a number cannot restore her
    // membership.
    #expect(byDana["Dana Lee joinFamily"] == false)
  }

  @Test("A membership that was left comes back by no number")
  func membership() async throws {
    let (stage, cast) = try await Stage.cast()
    let dana = try stage.acting(cast.dana)
    _ = try await dana.families.leave(family: cast.family.id)
    let left = try #require(
      try await dana.undo.history(limit: 9).first { $0.operation == "leaveFamily" })
    try await dana.preferences.save(as: .location, of: cast.dana.id) { _ in ["zip": "1"] }
    #expect(await cause { _ = try await dana.undo.undoStep(left.id) } == .refused)
  }
}

import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Testing

@Suite struct SuggestionContracts {
  /// Returns Sam, in grade 10, with one school of priority tier A that was contacted 40 days ago.
  ///
  /// The rules have made more than three suggestions for Sam, and three of them are visible.
  private func suggested() async throws -> (
    Stage, Cast, SQLBackend, Reference
  ) {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let new = RecordChange<School> {
      $0.name = "Kenyon"
      $0.priorityTier = .known(.a)
      $0.status = .known(.contacted)
      $0.fitScore = 30
    }
    let school = try await sam.schools.add(new, for: cast.sam.id).row.reference
    _ = try await sam.interactions.add(
      RecordChange<Interaction> {
        $0.schoolID = school.id
        $0.type = .known(.email)
        $0.occurredAt = stage.now.adding(days: -40)
      },
      for: cast.sam.id)
    let made = try await sam.suggestions.evaluate(for: cast.sam.id, now: stage.now, zone: .utc)
    #expect(made.created.count > 3)
    #expect(made.surfaced == 3)
    return (stage, cast, sam, school)
  }

  @Test(
    "The most urgent come first, three at a time, and no step is made of it")
  func surfacing() async throws {
    let (_, cast, sam, school) = try await suggested()
    let shown = try await sam.suggestions.visible(of: cast.sam.id)
    #expect(shown.rows.map(\.suggestion.urgency) == [.known(.high), .known(.high), .known(.high)])
    #expect(shown.moreCount > 0)
    #expect(shown.rows.contains { $0.school == school })
    #expect(try await sam.undo.history(limit: 1).first?.operation == "logInteraction")
    #expect(try await sam.suggestions.surface(of: cast.sam.id) == min(3, shown.moreCount))
    let all = try await sam.suggestions.visible(of: cast.sam.id, limit: 99)
    #expect(all.rows.count > 3)
    #expect(all.pendingCount == shown.pendingCount)
    #expect(Set(all.rows.map(\.suggestion.createdAt)).count == all.rows.count)
  }

  @Test(
    "Asked again, the rules write nothing twice and change what changed")
  func again() async throws {
    let (stage, cast, sam, school) = try await suggested()
    let before = try await sam.suggestions.visible(of: cast.sam.id, limit: 99)
    let same = try await sam.suggestions.evaluate(for: cast.sam.id, now: stage.now, zone: .utc)
    #expect(same == EvaluatedSuggestions())
    let later = stage.now.adding(days: 1)
    let changed = try await sam.suggestions.evaluate(for: cast.sam.id, now: later, zone: .utc)
    #expect(changed.created.isEmpty)
    #expect(changed.updated > 0)
    #expect(
      try await sam.suggestions.visible(of: cast.sam.id, limit: 99).rows.map(\.reference.handle)
        == before.rows.map(\.reference.handle))
    _ = try await sam.schools.delete(school.id, of: cast.sam.id)
    let gone = try await sam.suggestions.evaluate(for: cast.sam.id, now: later, zone: .utc)
    #expect(gone.retired > 0)
  }

  @Test(
    "Writing to a school completes what asked for it, and undo opens it again")
  func completedByLogging() async throws {
    let (stage, cast, sam, school) = try await suggested()
    let open = try await sam.suggestions.visible(of: cast.sam.id, school: school.id, limit: 9)
    #expect(!open.rows.isEmpty)
    let saved = try await sam.interactions.add(
      RecordChange<Interaction> {
        $0.schoolID = school.id
        $0.type = .known(.text)
        $0.occurredAt = stage.now
      },
      for: cast.sam.id)
    let completed = saved.derived.compactMap { write -> Reference? in
      if case .suggestionCompleted(let reference) = write { reference } else { nil }
    }
    #expect(Set(open.rows.map(\.reference)).isSubset(of: completed))
    #expect(try await sam.suggestions.visible(of: cast.sam.id, school: school.id).rows.isEmpty)
    _ = try await sam.undo.undo()
    #expect(
      try await sam.suggestions.visible(of: cast.sam.id, school: school.id, limit: 9) == open)
  }

  @Test(
    "What is urgent does not wait behind three that are not")
  func urgentFirst() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    _ = try await sam.suggestions.evaluate(for: cast.sam.id, now: stage.now, zone: .utc)
    let calm = try await sam.suggestions.visible(of: cast.sam.id)
    #expect(
      calm.rows.map(\.suggestion.urgency) == [.known(.medium), .known(.medium), .known(.medium)])
    let new = RecordChange<School> {
      $0.name = "Kenyon"
      $0.priorityTier = .known(.a)
    }
    _ = try await sam.schools.add(new, for: cast.sam.id)
    let made = try await sam.suggestions.evaluate(for: cast.sam.id, now: stage.now, zone: .utc)
    #expect(made.created.contains { $0.suggestion.urgency == .high && $0.suggestion.isVisible })
    let shown = try await sam.suggestions.visible(of: cast.sam.id)
    #expect(shown.rows.first?.suggestion.urgency == .known(.high))
    #expect(shown.rows.count == 3 && made.surfaced > 0)
    // A new suggestion becomes visible only if it is among the three most urgent ones, but
    // suggestions that were visible before stay visible. So more than three can be visible now: the
    // page shows three of them, and `limit: 99` returns all.
    let all = try await sam.suggestions.visible(of: cast.sam.id, limit: 99)
    #expect(Set(shown.rows.map(\.reference)).isSubset(of: all.rows.map(\.reference)))
    #expect(all.rows.count == calm.rows.count + made.surfaced)
  }

  @Test(
    "What the rules came up with keeps no school from being taken back")
  func undoneSchool() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let new = RecordChange<School> {
      $0.name = "Kenyon"
      $0.priorityTier = .known(.a)
    }
    let school = try await sam.schools.add(new, for: cast.sam.id).row.reference
    _ = try await sam.suggestions.evaluate(for: cast.sam.id, now: stage.now, zone: .utc)
    let made = try await sam.suggestions.visible(of: cast.sam.id, school: school.id)
    #expect(!made.rows.isEmpty)
    #expect(try await sam.undo.undo().operation.hasPrefix("add"))
    let left = try await sam.suggestions.visible(of: cast.sam.id, limit: 99)
    #expect(left.rows.allSatisfy { $0.school == nil })
    _ = try await sam.undo.redo()
    #expect(try await sam.schools.show(school.id, of: cast.sam.id).row.reference == school)
  }

  @Test(
    "A dismissal whose school was taken back and made again is not forced on a row that is gone")
  func redoneDismissal() async throws {
    let (stage, cast) = try await Stage.cast()
    let sam = try stage.acting(cast.sam)
    let new = RecordChange<School> {
      $0.name = "Kenyon"
      $0.priorityTier = .known(.a)
    }
    let school = try await sam.schools.add(new, for: cast.sam.id).row.reference
    _ = try await sam.suggestions.evaluate(for: cast.sam.id, now: stage.now, zone: .utc)
    let about = try #require(
      try await sam.suggestions.visible(of: cast.sam.id, school: school.id).rows.first)
    _ = try await sam.suggestions.dismiss(about.reference.id, of: cast.sam.id)
    _ = try await sam.undo.undo()
    _ = try await sam.undo.undo()
    #expect(try await sam.undo.redo().operation.hasPrefix("add"))
    #expect(await cause { _ = try await sam.undo.redo() } == .conflict)
    // The redo has added the deleted school again, so the rules make the same suggestion for the
    // school again.
    #expect(try await sam.schools.show(school.id, of: cast.sam.id).row.reference == school)
    _ = try await sam.suggestions.evaluate(for: cast.sam.id, now: stage.now, zone: .utc)
    let again = try await sam.suggestions.visible(of: cast.sam.id, school: school.id)
    #expect(again.rows.map(\.suggestion.message).contains(about.suggestion.message))
  }

  @Test("Dismissing and completing twice is doing it once")
  func twice() async throws {
    let (stage, cast, sam, _) = try await suggested()
    let rows = try await sam.suggestions.visible(of: cast.sam.id).rows
    let dismissed = try await sam.suggestions.dismiss(rows[0].reference.id, of: cast.sam.id)
    #expect(dismissed.suggestion.dismissedAt == stage.now)
    stage.wait()
    #expect(try await sam.suggestions.dismiss(rows[0].reference.id, of: cast.sam.id) == dismissed)
    let done = try await sam.suggestions.complete(rows[1].reference.id, of: cast.sam.id)
    #expect(done.suggestion.isCompleted)
    #expect(try await sam.undo.undo().operation == "completeSuggestion")
    #expect(try await sam.suggestions.show(rows[1].reference.id, of: cast.sam.id).row == rows[1])
  }

  @Test(
    "A parent reads them and touches none, and strangers find none")
  func others() async throws {
    let (stage, cast, sam, _) = try await suggested()
    let me = cast.sam.id
    let shown = try await sam.suggestions.visible(of: me)
    let id = shown.rows[0].reference.id
    let dana = try stage.acting(cast.dana)
    // A parent reads the same open items, in sentences that name the athlete.
    let read = try await dana.suggestions.visible(of: me)
    #expect(read.rows.map(\.reference.id) == shown.rows.map(\.reference.id))
    #expect(await cause { _ = try await dana.suggestions.dismiss(id, of: me) } == .refused)
    #expect(await cause { _ = try await dana.suggestions.complete(id, of: me) } == .refused)
    #expect(await cause { _ = try await dana.suggestions.surface(of: me) } == .refused)
    #expect(
      await cause {
        _ = try await dana.suggestions.evaluate(for: me, now: stage.now, zone: .utc)
      } == .refused)
    let mia = try stage.acting(cast.mia)
    #expect(await cause { _ = try await mia.suggestions.visible(of: me) } == .notFound)
    #expect(await cause { _ = try await mia.suggestions.show(id, of: cast.mia.id) } == .notFound)
    #expect(await cause { _ = try await mia.suggestions.dismiss(id, of: cast.mia.id) } == .notFound)
  }
}

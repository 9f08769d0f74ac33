import CivilTime
import Domain
import FeatureKit
import InMemoryBackend
import JSON
import Testing

@Suite("Preferences, quick tasks, undo and names in memory")
struct LocalTests {
  private let backend = InMemoryBackend.example()
  private let sam = ExampleFamily.sam
  private let dana = ExampleFamily.dana

  @Test("Saving keeps what it was given and notes what changed")
  func saving() async throws {
    let saved = try await backend.preferences.save(
      ["enableDailyDigest": false, "colour": "blue"], as: .notifications, of: sam)
    #expect(saved.changedFields == ["enableDailyDigest", "colour"])
    let stored = try await backend.preferences.preference(.notifications, of: sam)
    #expect(stored.data == ["enableDailyDigest": false, "colour": "blue"])
    #expect(!NotificationSettings(reading: stored.data).enableDailyDigest)
    let same = try await backend.preferences.save(
      ["enableDailyDigest": false, "colour": "blue"], as: .notifications, of: sam)
    #expect(same.changedFields.isEmpty)
    let history = try await backend.preferences.history(of: .notifications, of: sam, limit: 9)
    #expect(history.count == 1)
    #expect(history.first?.oldValue == nil && history.first?.changedBy.title == "Sam Lee")
  }

  @Test("Clearing goes back to nothing, once")
  func clearing() async throws {
    let cleared = try await backend.preferences.clear(.player, of: sam)
    #expect(cleared.preference.data == nil)
    #expect(cleared.changedFields == ["primary_sport", "primary_position", "graduation_year"])
    #expect(try await backend.preferences.clear(.player, of: sam).changedFields.isEmpty)
    #expect(try await backend.undo.history(limit: 9).count == 1)
  }

  @Test(
    "A parent reads how the athlete describes themselves and nothing else",
    arguments: [
      (PreferenceCategory.player, true), (.notifications, false), (.location, false),
      (.school, false), (.dashboard, false),
    ])
  func parents(category: PreferenceCategory, isReadable: Bool) async throws {
    backend.signIn(dana)
    let read = try? await backend.preferences.preference(category, of: sam)
    #expect((read != nil) == isReadable)
    await #expect(throws: Problem.readOnly) {
      try await backend.preferences.save([:], as: category, of: sam)
    }
    await #expect(throws: Problem.readOnly) {
      try await backend.preferences.clear(category, of: sam)
    }
  }

  @Test("What is remembered on this machine is each person's own, and no step")
  func devicePreferences() async throws {
    try await backend.devicePreferences.set("completed", for: "filter")
    backend.signIn(dana)
    #expect(try await backend.devicePreferences.value(of: "filter") == nil)
    backend.signIn(sam)
    #expect(try await backend.devicePreferences.value(of: "filter") == "completed")
    try await backend.devicePreferences.set(nil, for: "filter")
    #expect(try await backend.devicePreferences.value(of: "filter") == nil)
    #expect(try await backend.undo.history(limit: 9).isEmpty)
  }

  @Test("Quick tasks are added at the end, ticked, taken off and cleared")
  func quickTasks() async throws {
    let call = try await backend.quickTasks.add("  Call Coach Smith ")
    let send = try await backend.quickTasks.add("Send transcript")
    #expect(call.reference.handle == "q1" && call.task.text == "Call Coach Smith")
    let ticked = try await backend.quickTasks.toggle(call.task.id)
    #expect(ticked.task.isCompleted && ticked.task.completedAt == ExampleFamily.now)
    #expect(try await backend.quickTasks.list().map(\.task.isCompleted) == [true, false])
    #expect(try await backend.quickTasks.toggle(call.task.id).task.completedAt == nil)
    _ = try await backend.quickTasks.toggle(send.task.id)
    #expect(try await backend.quickTasks.clearCompleted().map(\.reference.handle) == ["q2"])
    #expect(try await backend.quickTasks.delete(call.task.id).reference.handle == "q1")
    #expect(try await backend.quickTasks.list().isEmpty)
    #expect(try await backend.quickTasks.add("Again").reference.handle == "q3")
  }

  @Test("A parent keeps a list of their own, and nobody touches another's")
  func ownLists() async throws {
    let mine = try await backend.quickTasks.add("Mine")
    backend.signIn(dana)
    #expect(try await backend.quickTasks.list().isEmpty)
    await #expect(throws: Problem.noSuch(.quickTask)) {
      try await backend.quickTasks.toggle(mine.task.id)
    }
    await #expect(throws: Problem.noSuch(.quickTask)) {
      try await backend.quickTasks.delete(mine.task.id)
    }
  }

  @Test("A list that cannot be read is an empty one")
  func unreadableList() async throws {
    backend.change {
      $0.setDevicePreference(
        DevicePreferenceKey.quickTasks(user: ExampleFamily.sam), of: ExampleFamily.sam, to: "{{")
    }
    #expect(try await backend.quickTasks.list().isEmpty)
  }

  @Test("Steps go back and forth, and a new one ends what could be done again")
  func undoing() async throws {
    let task = try #require(
      TaskCatalogue.templates.first { $0.dependencyIDs.isEmpty && !$0.isRequired })
    let before = backend.snapshot.progress(task: task.id, athlete: sam)
    _ = try await backend.timeline.completeTask(task.id, of: sam)
    let after = backend.snapshot.progress(task: task.id, athlete: sam)
    let undone = try await backend.undo.undo()
    #expect(undone.operation == "completeTask" && undone.isUndone)
    #expect(undone.summary.hasPrefix("Completed t"))
    #expect(backend.snapshot.progress(task: task.id, athlete: sam) == before)
    #expect(try await !backend.undo.redo().isUndone)
    #expect(backend.snapshot.progress(task: task.id, athlete: sam) == after)
    _ = try await backend.undo.undo()
    _ = try await backend.timeline.skipTask(task.id, of: sam)
    await #expect(throws: Problem.nothingToRedo) { try await backend.undo.redo() }
    _ = try await backend.undo.undo()
    await #expect(throws: Problem.nothingToUndo) { try await backend.undo.undo() }
  }

  @Test("Undo takes back one's own last step and leaves what others did since")
  func perPerson() async throws {
    _ = try await backend.preferences.save(
      ["enableDailyDigest": false], as: .notifications, of: sam)
    backend.signIn(dana)
    _ = try await backend.preferences.save(
      ["enableDailyDigest": false], as: .notifications, of: dana)
    #expect(try await backend.undo.history(limit: 9).map(\.person.title) == ["Dana Lee"])
    backend.signIn(sam)
    #expect(try await backend.undo.undo().person.title == "Sam Lee")
    backend.signIn(dana)
    #expect(try await backend.preferences.preference(.notifications, of: dana).data != nil)
  }

  @Test("A row somebody changed since is a conflict, and nothing is forced")
  func conflict() async throws {
    _ = try await backend.preferences.save(
      ["enableDailyDigest": false], as: .notifications, of: sam)
    backend.change { $0.setPreference(.notifications, of: ExampleFamily.sam, to: ["other": 1]) }
    let problem = await #expect(throws: Problem.self) { try await backend.undo.undo() }
    #expect(problem?.cause == .conflict)
    #expect(try await backend.preferences.preference(.notifications, of: sam).data == ["other": 1])
  }

  @Test(
    "Names, handles and ids find what the viewer may see",
    arguments: [
      ("dana", [ReferenceKind.person], "p2"), ("p1", [.person], "p1"), ("1", [.person], "p1"),
      ("Understand Recruiting Reality", [.task], "t16"), ("t16", [.task, .person], "t16"),
    ])
  func finding(text: String, kinds: [ReferenceKind], handle: String) async throws {
    let resolver = backend.recordIndex.resolver { ExampleFamily.sam }
    #expect(try await resolver.resolve(text, as: kinds).handle == handle)
  }

  @Test(
    "Somebody of another family is nowhere to be found", arguments: ["mia", "p3", "p4", "alex"])
  func hidden(text: String) async throws {
    let resolver = backend.recordIndex.resolver { ExampleFamily.sam }
    let problem = await #expect(throws: Problem.self) {
      try await resolver.resolve(text, as: [.person])
    }
    #expect(problem?.cause == .notFound)
  }

  @Test("The athlete looked at is asked for at each lookup")
  func switching() async throws {
    backend.signIn(dana)
    let stranger = backend.recordIndex.resolver { ExampleFamily.stranger }
    await #expect(throws: Problem.noSuch(.person)) {
      try await stranger.resolve("t1", as: [.task])
    }
  }
}

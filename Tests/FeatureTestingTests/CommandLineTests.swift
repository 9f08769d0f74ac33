import CivilTime
import FeatureKit
import FeatureTesting
import Testing

/// A feature with two commands, which together have every kind of parameter that a command line can
/// fill.
private struct Chores: FeatureModule {
  struct State: Equatable, Sendable { var done: [String] = [] }
  enum Action: Equatable, Sendable {
    case listed(all: Bool)
    case doneOn(Reference, CalendarDay?)
  }

  static let chore = ReferenceKind(letter: "h", singular: "chore", plural: "chores")

  static let manifest = FeatureManifest(
    id: "Chores", title: "Chores", summary: "", order: 1,
    nouns: [Noun("chores", summary: "", opens: "list")])

  init(_ dependencies: Dependencies) {}

  var initialState: State { State() }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    if case .doneOn(let reference, _) = action { state.done.append(reference.handle) }
    return .none
  }

  func page(_ state: State, in context: PageContext) -> Page { Page(title: "Chores") {} }

  func action(for event: HostEvent) -> Action? { nil }

  var commands: Commands<Chores> {
    Command("list", "", .reads, Flag("all")) { .listed(all: $0) }
    Command("done", "", .writes, Argument("chore", .reference(Chores.chore)), Option("on", .day)) {
      .doneOn($0, $1)
    }
  }
}

@Suite("A line becomes the action a host would make of it")
struct CommandLineTests {
  let dishes = Reference(kind: Chores.chore, id: .numbered(1), handle: "h1", title: "Wash dishes")
  private let feature = Chores(.testing())

  @Test(
    "By handle, number, uuid or words",
    arguments: ["h1", "1", "wash", "\"dishes\"", "00000000-0000-4000-8000-000000000001"])
  func references(words: String) async throws {
    let action = try await feature.action(for: "chores done \(words)", knowing: [dishes])
    #expect(action == .doneOn(dishes, nil))
  }

  @Test("Dates are read from the given now")
  func day() async throws {
    let now = Instant(milliseconds: 0)
    let action = try await feature.action(
      for: "chores done 1 --on tomorrow", knowing: [dishes], now: now)
    #expect(action == .doneOn(dishes, CalendarDay("1970-01-02")))
  }

  @Test("The noun alone is what it opens")
  func noun() async throws {
    #expect(try await feature.action(for: "chores") == .listed(all: false))
    #expect(try await feature.action(for: "chores --all") == .listed(all: true))
  }

  @Test(
    "What does not fit is the problem a user would see",
    arguments: [
      ("chores done", "`chore` is missing."),
      ("chores done h2", "There is no chore h2."),
      ("chores done 1 --on never", "`never` is not a date."),
      ("chores don 1", "There is no command `chores don`. Did you mean `chores done`?"),
    ])
  func problems(line: String, title: String) async {
    await #expect {
      try await feature.action(for: line, knowing: [dishes])
    } throws: {
      ($0 as? Problem)?.title == title
    }
  }

  @Test("A test store takes lines, too")
  func store() async throws {
    let store = TestStore(feature)
    try await store.enter("chores done wash", knowing: [dishes]) { $0.done = ["h1"] }
    await store.finish()
  }
}

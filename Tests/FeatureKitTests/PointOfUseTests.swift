import CivilTime
import FeatureKit
import Testing

/// The smallest feature that uses each part of the kit, as an example for new features.
struct Counter: FeatureModule {
  struct State: Equatable, Sendable { var count = 0 }

  enum Action: Equatable, Sendable {
    case added(Int)
    case loadRequested
    case loaded(Result<Int, Problem>)
  }

  static let kind = ReferenceKind(letter: "t", singular: "task", plural: "tasks")

  static let manifest = FeatureManifest(
    id: "Counter", title: "Counter", summary: "Counts.", order: 1,
    nouns: [Noun("counter", summary: "Counts.", opens: "show")])

  init(_ dependencies: Dependencies) {}

  var initialState: State { State() }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .added(let amount):
      state.count += amount
      return .tell(.done(Done("Added \(amount).")))
    case .loadRequested:
      return .load("count") {
        40
      } into: {
        .loaded($0)
      }
    case .loaded(.success(let count)):
      state.count = count
      return .none
    case .loaded(.failure(let problem)):
      return .tell(.problem(problem))
    }
  }

  func page(_ state: State, in context: PageContext) -> Page {
    Page(title: "Counter") {
      StatGrid([Stat("Count", "\(state.count)")])
      if state.count == 0 { EmptyState("Nothing counted yet") }
    }
  }

  func action(for event: HostEvent) -> Action? {
    event == .opened ? .loadRequested : nil
  }
}

extension Counter {
  @CommandBuilder<Self>
  var commands: Commands<Self> {
    Command("add", "Add to the count.", .writes, Argument("amount", .integer(1...9))) {
      .added($0)
    }
    Command(
      "move", "Move.", .writes, Argument("task", .reference(Counter.kind)).optional,
      Option("on", .day), Flag("all"), examples: [CommandExample("counter move", prints: "")]
    ) { task, day, all in
      .added((task == nil ? 0 : 1) + (day == nil ? 0 : 10) + (all ? 100 : 0))
    }
  }
}

@Suite struct PointOfUseTests {
  @Test("A command line becomes an action, and its effects can be awaited")
  func commandBecomesAction() async throws {
    let box = FeatureBox(Counter.self, dependencies: Dependencies()) { _ in }
    let context = ParseContext(now: Instant(milliseconds: 0), zone: .utc)
    await box.send(.opened)?.settled()
    let words = try CommandText.words("--all --on 2026-02-10")
    let draft = try CommandDraft(box.commands[1], words: words)
    _ = try box.perform(draft, in: context)
    let page = box.page(in: PageContext(now: context.now, zone: .utc, viewer: Viewer(name: "Sam")))
    #expect(page.blocks == [.stats(StatGrid([Stat("Count", "150")]))])
  }
}

import FeatureKit

// The complete feature of docs/kit.md. `KitPageTests` compares the page with this file.

struct Notes: FeatureModule {
  struct State: Equatable, Sendable { var lines = Loading<[String]>.idle }

  enum Action: Equatable, Sendable {
    case listRequested, linesLoaded(Result<[String], Problem>)
    case lineTyped(String), lineAdded(Result<[String], Problem>)
  }

  static let manifest = FeatureManifest(
    id: "Notes", title: "Notes", summary: "Lines to remember.", order: 1,
    nouns: [Noun("notes", summary: "Lines to remember.", opens: "list")])

  let notebook: Notebook
  init(_ dependencies: Dependencies) { notebook = dependencies[Notebook.self] }
  var initialState: State { State() }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .listRequested:
      if state.lines.value == nil { state.lines = .loading }
      return .load("lines", notebook.lines) { .linesLoaded($0) }
    case .linesLoaded(let result):
      state.lines = Loading(result)
      return .none
    case .lineTyped(let line):
      return .save("add", notebook.add, line) { .lineAdded($0) }
    case .lineAdded(.success(let lines)):
      state.lines = .loaded(lines)
      return .tell(.done(Done("Added line \(lines.count).")))
    case .lineAdded(.failure(let problem)):
      return .tell(.problem(problem))
    }
  }

  var commands: Commands<Notes> {
    Command("list", "Show the lines.", .reads) { .listRequested }
    Command("add", "Add a line.", .writes, Argument.rest("line")) { .lineTyped($0) }
  }

  func page(_ state: State, in context: PageContext) -> Page {
    Page(title: "Notes", problem: state.lines.problem) {
      if let problem = state.lines.problem { Message(problem) }
      if let lines = state.lines.value { RowList(lines.map { Row($0, spoken: $0) }) }
    }
  }

  func action(for event: HostEvent) -> Action? { event == .signedOut ? nil : .listRequested }
}

/// Stores the lines. The feature knows the capability, and not its implementation.
struct Notebook: Gateway {
  var lines = Endpoint<Void, [String]>("lines")
  var add = Endpoint<String, [String]>("add")
}

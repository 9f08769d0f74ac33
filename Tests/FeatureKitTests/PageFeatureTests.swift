import FeatureKit
import FeatureTesting
import Testing

@Suite("A page that is loaded as one value")
struct PageFeatureTests {
  @Test("A page is loaded, keeps its data while it is loaded again, and says whether it is a visit")
  func loading() async {
    let store = TestStore(CounterFeature(Dependencies()))
    await store.send(.opened) { $0.loaded = .loading }
    await store.receive(.pageLoaded(.success("1 visited"))) { $0.loaded = .loaded("1 visited") }
    await store.send(.counted) { $0.count = 2 }
    await store.receive(.pageLoaded(.success("2 reloaded"))) { $0.loaded = .loaded("2 reloaded") }
    await store.finish()
  }

  @Test("A page that was never opened is not loaded after a write")
  func neverOpened() async {
    let store = TestStore(CounterFeature(Dependencies()))
    await store.send(.counted) { $0.count = 2 }
    await store.finish()
  }

  @Test("A page that failed is loaded again after a write")
  func failed() async {
    let store = TestStore(CounterFeature(Dependencies()))
    await store.send(.pageLoaded(.failure(Problem(.offline)))) {
      $0.loaded = .failed(Problem(.offline))
    }
    await store.send(.counted) {
      $0.count = 2
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success("2 reloaded"))) { $0.loaded = .loaded("2 reloaded") }
    await store.finish()
  }

  @Test("Another viewer begins with nothing of the one before, and after signing out nothing stays")
  func viewers() async {
    let store = TestStore(CounterFeature(Dependencies()))
    await store.send(.counted) { $0.count = 2 }
    await store.send(.viewerChanged) {
      $0.count = 1
      $0.loaded = .loading
    }
    await store.receive(.pageLoaded(.success("1 reloaded"))) { $0.loaded = .loaded("1 reloaded") }
    await store.send(.signedOut) { $0.loaded = .idle }
    await store.finish()
  }
}

private struct CounterFeature: PageFeature {
  struct State: PageState {
    var loaded = Loading<String>.idle
    var count = 1
  }

  enum Action: PageAction {
    case opened, counted, viewerChanged, signedOut
    case pageLoaded(Result<String, Problem>)
  }

  static let manifest = FeatureManifest(
    id: "Counter", title: "Counter", summary: "A count.", order: 1, nouns: [])

  init(_ dependencies: Dependencies) {}

  var initialState: State { State() }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .opened:
      return load(&state, isVisit: true)
    case .counted:
      state.count += 1
      return reload(&state)
    case .viewerChanged:
      return startOver(&state)
    case .signedOut:
      return dropPage(&state)
    case .pageLoaded(let result):
      state.loaded = Loading(result)
      return .none
    }
  }

  func content(for state: State, isVisit: Bool) async throws(Problem) -> String {
    "\(state.count) \(isVisit ? "visited" : "reloaded")"
  }

  var commands: Commands<CounterFeature> {}

  func page(_ state: State, in context: PageContext) -> Page { Page(title: "Counter") {} }

  func action(for event: HostEvent) -> Action? { nil }
}

import FeatureKit
import FeatureTesting
import Testing

@Suite("A page that is loaded in parts")
struct PartedFeatureTests {
  @Test("Each part is loaded by itself, and a failed one does not hide the other")
  func loading() async {
    let store = TestStore(PairFeature(Dependencies()))
    await store.send(.opened) {
      $0.name = .loading
      $0.size = .loading
    }
    await store.receive(.nameLoaded(.success("visited"))) { $0.name = .loaded("visited") }
    await store.receive(.sizeLoaded(.failure(Problem(.offline)))) {
      $0.size = .failed(Problem(.offline))
    }
    await store.finish()
  }

  @Test("A page that was never opened is not loaded after a write")
  func neverOpened() async {
    let store = TestStore(PairFeature(Dependencies()))
    await store.send(.written)
    await store.finish()
  }

  @Test("A page of which one part is there is loaded again, and keeps that part meanwhile")
  func reloading() async {
    let store = TestStore(PairFeature(Dependencies()))
    await store.send(.nameLoaded(.success("old"))) { $0.name = .loaded("old") }
    await store.send(.written) { $0.size = .loading }
    await store.receive(.nameLoaded(.success("reloaded"))) { $0.name = .loaded("reloaded") }
    await store.receive(.sizeLoaded(.failure(Problem(.offline)))) {
      $0.size = .failed(Problem(.offline))
    }
    await store.finish()
  }

  @Test("Another viewer begins with nothing of the one before, and after signing out nothing stays")
  func viewers() async {
    let store = TestStore(PairFeature(Dependencies()))
    await store.send(.nameLoaded(.success("hers"))) { $0.name = .loaded("hers") }
    await store.send(.viewerChanged) {
      $0.name = .loading
      $0.size = .loading
    }
    await store.receive(.nameLoaded(.success("reloaded"))) { $0.name = .loaded("reloaded") }
    await store.receive(.sizeLoaded(.failure(Problem(.offline)))) {
      $0.size = .failed(Problem(.offline))
    }
    await store.send(.signedOut) { $0 = PairFeature.State() }
    await store.finish()
  }

  @Test("Every part that is still being loaded is cancelled with the page")
  func cancelling() async {
    let store = Store(PairFeature(Dependencies(), isEndless: true))
    let sent = store.send(.opened)
    #expect(store.runningEffects.count == 2)
    store.send(.signedOut)
    await sent.settled()
    #expect(store.state == PairFeature.State())
  }

  @Test(
    "A part says whether it was asked for, and whether it has an end yet",
    arguments: [
      (.idle, true, true), (.loading, false, true), (.loaded(1), false, false),
      (.failed(Problem(.offline)), false, false),
    ] as [(Loading<Int>, Bool, Bool)])
  func parts(part: Loading<Int>, isIdle: Bool, isUnderWay: Bool) {
    #expect(part.isIdle == isIdle)
    #expect(part.isUnderWay == isUnderWay)
    var expected = part
    expected.expect()
    #expect(expected == (part.value == nil ? .loading : part))
  }
}

private struct PairFeature: PartedFeature {
  struct State: Equatable, Sendable {
    var name = Loading<String>.idle
    var size = Loading<Int>.idle
  }

  enum Action: Equatable, Sendable {
    case opened, written, viewerChanged, signedOut
    case nameLoaded(Result<String, Problem>)
    case sizeLoaded(Result<Int, Problem>)
  }

  static let manifest = FeatureManifest(
    id: "Pair", title: "Pair", summary: "A name and a size.", order: 1, nouns: [])

  /// Whether a load ends only when it is cancelled.
  let isEndless: Bool

  init(_ dependencies: Dependencies) { self.init(dependencies, isEndless: false) }

  init(_ dependencies: Dependencies, isEndless: Bool) { self.isEndless = isEndless }

  var initialState: State { State() }

  func pageParts(of state: State) -> [EffectID: any PagePart] {
    ["name": state.name, "size": state.size]
  }

  func load(_ state: inout State, isVisit: Bool) -> Effect<Action> {
    state.name.expect()
    state.size.expect()
    return .merge(
      .load("name") { [self] () throws(Problem) -> String in
        await wait()
        return isVisit ? "visited" : "reloaded"
      } into: {
        .nameLoaded($0)
      },
      .load("size") { [self] () throws(Problem) -> Int in
        await wait()
        throw Problem(.offline)
      } into: {
        .sizeLoaded($0)
      })
  }

  private func wait() async {
    while isEndless, !_Concurrency.Task.isCancelled { await _Concurrency.Task.yield() }
  }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .opened: return load(&state, isVisit: true)
    case .written: return reload(&state)
    case .viewerChanged: return startOver(&state)
    case .signedOut: return dropPage(&state)
    case .nameLoaded(let result): state.name = Loading(result)
    case .sizeLoaded(let result): state.size = Loading(result)
    }
    return .none
  }

  var commands: Commands<PairFeature> {}

  func page(_ state: State, in context: PageContext) -> Page { Page(title: "Pair") {} }

  func action(for event: HostEvent) -> Action? { nil }
}

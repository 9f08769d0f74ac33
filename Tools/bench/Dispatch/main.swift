// Measures how many actions per second pass through a feature's store with an observer, and through
// the type-erased box in which the program keeps a feature.
//
// For comparison it measures the least that any store must do: lock, call a closure that reduces
// the state, and call one that observes it.
//
//     Tools/bench/run dispatch
import CivilTime
import FeatureKit
import Synchronization

// The number of actions that each round sends. `Tools/bench/run --short` passes a smaller number.
let actions = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 4_000_000
let rounds = 5

struct Counter: FeatureModule {
  struct State: Equatable, Sendable {
    var count = 0
    var names = ["Sam", "Dana"]
  }

  enum Action: Equatable, Sendable {
    case added(Int)
    case reset
  }

  static let manifest = FeatureManifest(
    id: "Counter", title: "Counter", summary: "Counts.", order: 1,
    nouns: [Noun("counter", summary: "Counts.", opens: "show")])

  init(_ dependencies: Dependencies) {}

  var initialState: State { State() }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    switch action {
    case .added(let amount): state.count += amount
    case .reset: state.count = 0
    }
    return .none
  }

  var commands: Commands<Counter> { Command("show", "Show the count.", .reads) { .reset } }

  func page(_ state: State, in context: PageContext) -> Page {
    Page(title: "Counter") { Paragraph("\(state.count)") }
  }

  func action(for event: HostEvent) -> Action? {
    event == .refreshed ? .added(1) : nil
  }
}

/// The fastest possible store, for comparison: it only locks, reduces and observes.
final class RawStore: Sendable {
  typealias Reduce = @Sendable (inout Counter.State, Counter.Action) -> Void
  typealias Observe = @Sendable (Counter.State, Counter.Action) -> Void

  private let state = Mutex(Counter.State())
  private let reduce: Reduce
  private let observe: Observe

  init(reduce: @escaping Reduce, observe: @escaping Observe) {
    self.reduce = reduce
    self.observe = observe
  }

  @inline(never)
  func send(_ action: Counter.Action) {
    state.withLock { state in
      reduce(&state, action)
      observe(state, action)
    }
  }
}

/// Runs `body` in several rounds and returns the actions per second of the fastest round.
func rate(_ body: () -> Void) -> Double {
  var best = Double.infinity
  for _ in 0..<rounds {
    let duration = ContinuousClock().measure(body)
    let seconds =
      Double(duration.components.seconds) + Double(duration.components.attoseconds) * 1e-18
    best = min(best, seconds)
  }
  return Double(actions) / best
}

func millions(_ rate: Double) -> String {
  let hundredths = Int((rate / 10_000).rounded())
  let rest = hundredths % 100
  return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) million/s"
}

func line(_ name: String, _ rate: Double, target: Double? = nil, raw: Double) {
  let percent = Int((rate / raw * 100).rounded())
  let verdict =
    target.map { rate >= $0 ? "  at least \(millions($0)): yes" : "  at least \(millions($0)): NO" }
  print(name + "  " + millions(rate) + "  \(percent) % of raw" + (verdict ?? ""))
}

let seen = Atomic<Int>(0)

let counter = Counter(Dependencies())
let rawStore = RawStore(
  reduce: { state, action in _ = counter.reduce(&state, action) },
  observe: { state, _ in seen.store(state.count, ordering: .relaxed) })
let raw = rate { for _ in 0..<actions { rawStore.send(.added(1)) } }
precondition(seen.load(ordering: .relaxed) == actions * rounds, "the raw store lost actions")

let store = Store(counter)
store.observe { state, _ in seen.store(state.count, ordering: .relaxed) }
let stored = rate { for _ in 0..<actions { store.send(.added(1)) } }
precondition(seen.load(ordering: .relaxed) == actions * rounds, "the store lost actions")

let box = FeatureBox(Counter.self, dependencies: Dependencies()) { _ in }
let boxed = rate { for _ in 0..<actions { box.send(.refreshed) } }
let page = box.page(
  in: PageContext(now: Instant(milliseconds: 0), zone: .utc, viewer: Viewer(name: "Sam")))
precondition(
  page.blocks == [.paragraph(Paragraph("\(actions * rounds)"))], "the box lost actions")

print("\(actions) actions, the best of \(rounds) rounds, one thread")
line("lock and reduce (raw)   ", raw, raw: raw)
line("store with an observer  ", stored, target: 2_000_000, raw: raw)
line("feature box, by event   ", boxed, target: 1_500_000, raw: raw)

import FeatureKit
import FeatureTesting
import Glibc
import Synchronization
import Testing

extension Tag {
  /// Marks tests that run many threads at once; `Tools/stress` runs them under the thread
  /// sanitizer.
  @Tag static var stress: Self
}

/// A counter that the stress test drives: the real store, or one with a deliberate race.
private protocol Counting: Sendable {
  func add()
  var count: Int { get }
  /// Returns when all additions have been counted.
  func settle() async
}

@Suite("Stress", .tags(.stress))
struct StressTests {
  /// `Tools/stress --prove` sets this variable, to prove that the sanitizer reports a store that
  /// does not lock.
  static let isRacePlanted = getenv("COMPASS_PLANT_RACE") != nil
  static let threads = 8
  static let sends = 20_000

  @Test("Many threads send, read, observe and leave, and every action is counted once")
  func senders() async {
    let counting: any Counting = Self.isRacePlanted ? UnlockedStore() : LockedStore()
    await withTaskGroup { group in
      for _ in 0..<Self.threads {
        group.addTask {
          for _ in 0..<Self.sends {
            counting.add()
            _ = counting.count
          }
        }
      }
    }
    await counting.settle()
    // In a run with the deliberate data race, two threads can overwrite each other's addition, so
    // the count may be wrong. The proof needs only the sanitizer's report.
    if !Self.isRacePlanted { #expect(counting.count == Self.threads * Self.sends) }
  }

  @Test("Effects begin, supersede, join and are cancelled from many threads, and all settle")
  func effects() async {
    let store = Store(
      ScriptedFeature { action in
        switch action.first {
        case "l": .run("load") { send in send("x") }
        case "s": .run("save", repeats: .join) { send in send("x") }
        case "q": .sequence(.run { $0("x") }, .tell(.notice(Notice("x"))), .run { $0("x") })
        case "c": .cancel("load")
        default: .none
        }
      })
    let told = Atomic<Int>(0)
    store.onOutcome { _ in told.add(1, ordering: .relaxed) }
    await withTaskGroup { group in
      for thread in 0..<Self.threads {
        group.addTask {
          let actions = ["load", "save", "queue", "cancel", "quiet"]
          for number in 0..<500 {
            let end = store.observe { _, action in
              if action == "quiet", store.state.heard.count < 200 { store.send("observed") }
            }
            let sent = store.send(actions[(thread + number) % actions.count])
            if number % 3 == 0 { await sent.settled() }
            if number % 40 == 39 { store.cancelEffects() }
            end()
          }
        }
      }
    }
    store.cancelEffects()
    await store.send("queue").settled()
    #expect(store.runningEffects.isEmpty)
    #expect(store.state.heard.suffix(3) == ["queue", "x", "x"])
    #expect(told.load(ordering: .relaxed) > 0)
  }

  @Test("A box is used from many threads at its first moment")
  func box() async {
    let heard = Atomic<Int>(0)
    let box = FeatureBox(
      ScriptedFeature.self,
      dependencies: ScriptedFeature.dependencies { _ in .tell(.notice(Notice("heard"))) }
    ) { _ in heard.add(1, ordering: .relaxed) }
    await withTaskGroup { group in
      for _ in 0..<Self.threads {
        group.addTask { for _ in 0..<200 { await box.send(.opened)?.settled() } }
      }
    }
    #expect(heard.load(ordering: .relaxed) == Self.threads * 200)
  }
}

/// A counter in a `Store` as every feature uses it: the store changes its state under a lock. An
/// effect of the feature adds to the count too.
private struct LockedStore: Counting {
  let store = Store(AddingFeature(Dependencies()))

  var count: Int { store.state.count }

  func add() { store.send(.added) }

  func settle() async { await store.send(.settled).settled() }
}

/// A store that changes its state without a lock.
///
/// It proves that the thread sanitizer reports such a race.
private final class UnlockedStore: Counting {
  private let feature = AddingFeature(Dependencies())
  // The deliberate race: several threads write this property without synchronization.
  nonisolated(unsafe) private var state = AddingFeature.State()

  var count: Int { state.count }

  func add() { _ = feature.reduce(&state, .added) }

  func settle() async {}
}

private struct AddingFeature: FeatureModule {
  struct State: Equatable, Sendable { var count = 0 }
  enum Action: Equatable, Sendable { case added, settled }

  static let manifest = FeatureManifest(id: "Adding", title: "", summary: "", order: 1, nouns: [])

  init(_ dependencies: Dependencies) {}

  var initialState: State { State() }

  func reduce(_ state: inout State, _ action: Action) -> Effect<Action> {
    if action == .added { state.count += 1 }
    return .none
  }

  var commands: Commands<AddingFeature> {}

  func page(_ state: State, in context: PageContext) -> Page { Page(title: "") {} }

  func action(for event: HostEvent) -> Action? { nil }
}

import Synchronization

/// A point at which effects (a feature's asynchronous work) wait until a test opens it.
///
/// A waiting effect does not end when it is cancelled, as an effect in a slow system call does not.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals = 0
    var expecting: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, met) = state.withLock { state in
        state.arrivals += 1
        let met = state.expecting.filter { $0.count <= state.arrivals }.map(\.1)
        state.expecting.removeAll { $0.count <= state.arrivals }
        if !state.isOpen { state.waiting.append(continuation) }
        return (state.isOpen, met)
      }
      for waiter in met { waiter.resume() }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when at least this many effects have arrived at the gate, including the effects that
  /// have passed it since.
  func arrived(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        if state.arrivals >= count { return true }
        state.expecting.append((count, continuation))
        return false
      }
      if isMet { continuation.resume() }
    }
  }

  var arrivals: Int { state.withLock(\.arrivals) }
}

/// Records entries in order, from any thread.
final class Journal<Entry: Sendable>: Sendable {
  private let written = Mutex<[Entry]>([])

  var entries: [Entry] { written.withLock { $0 } }

  func write(_ entry: Entry) {
    written.withLock { $0.append(entry) }
  }
}

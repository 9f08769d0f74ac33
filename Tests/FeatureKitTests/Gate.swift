import Synchronization

/// A point at which effects (a feature's asynchronous work) wait until a test opens it.
///
/// A waiting effect does not end when it is cancelled, as an effect in a slow system call does not.
final class Gate: Sendable {
  private struct Door {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var arrivals = 0
    var expecting: [(count: Int, CheckedContinuation<Void, Never>)] = []
  }

  private let door = Mutex(Door())

  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, met) = door.withLock { door in
        door.arrivals += 1
        let met = door.expecting.filter { $0.count <= door.arrivals }.map(\.1)
        door.expecting.removeAll { $0.count <= door.arrivals }
        if !door.isOpen { door.waiting.append(continuation) }
        return (door.isOpen, met)
      }
      for waiter in met { waiter.resume() }
      if isOpen { continuation.resume() }
    }
  }

  func open() {
    let waiting = door.withLock { door in
      door.isOpen = true
      defer { door.waiting = [] }
      return door.waiting
    }
    for continuation in waiting { continuation.resume() }
  }

  /// Returns when at least this many effects have arrived at the gate, including the effects that
  /// have passed it since.
  func arrived(_ count: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isMet = door.withLock { door in
        if door.arrivals >= count { return true }
        door.expecting.append((count, continuation))
        return false
      }
      if isMet { continuation.resume() }
    }
  }

  var arrivals: Int { door.withLock(\.arrivals) }
}

/// Records entries in order, from any thread.
final class Journal<Entry: Sendable>: Sendable {
  private let written = Mutex<[Entry]>([])

  var entries: [Entry] { written.withLock { $0 } }

  func write(_ entry: Entry) {
    written.withLock { $0.append(entry) }
  }
}

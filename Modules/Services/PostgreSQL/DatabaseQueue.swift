import CPostgreSQL
import Glibc
import Synchronization

/// Something a connection is to do, and who waits for it.
struct DatabaseJob: Sendable {
  enum Work: Sendable {
    case statements([Statement])
    case script(String)
  }

  let work: Work
  /// Nil for the server's own.
  let caller: String?
  /// When it is too late to begin.
  let until: ContinuousClock.Instant
  let done: @Sendable (Result<[DatabaseRows], DatabaseFailure>) -> Void
}

/// What waits for a connection: in its order, but of one caller only a few at once. Without that, one caller's requests that wait
/// for the same lock would take all connections.
final class DatabaseQueue: Sendable {
  private struct State {
    /// What the next free thread may take.
    var ready: [DatabaseJob] = []
    /// How many of each caller's are ready or at work.
    var taken: [String: Int] = [:]
    /// What waits until one of the same caller's is done.
    var behind: [String: [DatabaseJob]] = [:]
    var waiting = 0
    var idle = 0
    var isClosed = false
  }

  private let settings: DatabaseSettings
  /// Counts what is ready, for the threads that wait for it.
  private let bell = compass_pq_bell_make()
  private let state = Mutex(State())

  init(_ settings: DatabaseSettings) { self.settings = settings }

  deinit { if bell >= 0 { Glibc.close(bell) } }

  /// Whether more is ready than threads are free to take it.
  var isBehind: Bool { state.withLock { $0.ready.count > $0.idle } }

  /// Nil when it was taken.
  func add(_ job: DatabaseJob) -> DatabaseFailure? {
    guard bell >= 0 else { return .busy }
    let (failure, isReady): (DatabaseFailure?, Bool) = state.withLock { state in
      if state.isClosed { return (.closed, false) }
      if state.waiting >= settings.waiting { return (.busy, false) }
      if let caller = job.caller {
        guard state.taken[caller, default: 0] < settings.connectionsOfCaller else {
          guard state.behind[caller, default: []].count < settings.waitingOfCaller else {
            return (.busy, false)
          }
          state.behind[caller, default: []].append(job)
          state.waiting += 1
          return (nil, false)
        }
        state.taken[caller, default: 0] += 1
      }
      state.ready.append(job)
      state.waiting += 1
      return (nil, true)
    }
    if isReady { compass_pq_bell_ring(bell) }
    return failure
  }

  /// The next one; nil when nothing more will come. It waits.
  func next() -> DatabaseJob? {
    state.withLock { $0.idle += 1 }
    compass_pq_bell_wait(bell)
    let (job, isClosed): (DatabaseJob?, Bool) = state.withLock { state in
      state.idle -= 1
      guard !state.ready.isEmpty else { return (nil, state.isClosed) }
      state.waiting -= 1
      return (state.ready.removeFirst(), state.isClosed)
    }
    // Who finds nothing was rung to go; the next one is to hear it too.
    if job == nil, isClosed { compass_pq_bell_ring(bell) }
    return job
  }

  /// It is done: the same caller's next one is ready.
  func finish(_ job: DatabaseJob) {
    guard let caller = job.caller else { return }
    let isReady = state.withLock { state in
      guard var behind = state.behind[caller] else {
        let left = state.taken[caller, default: 1] - 1
        state.taken[caller] = left > 0 ? left : nil
        return false
      }
      state.ready.append(behind.removeFirst())
      state.behind[caller] = behind.isEmpty ? nil : behind
      return true
    }
    if isReady { compass_pq_bell_ring(bell) }
  }

  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if isFirst, bell >= 0 { compass_pq_bell_ring(bell) }
  }

  func failAll(_ failure: DatabaseFailure) {
    let (ready, behind) = state.withLock { state in
      defer {
        state.ready = []
        state.behind = [:]
        state.taken = [:]
        state.waiting = 0
      }
      return (state.ready, state.behind.values.flatMap { $0 })
    }
    for job in ready {
      compass_pq_bell_wait(bell)
      job.done(.failure(failure))
    }
    for job in behind { job.done(.failure(failure)) }
  }
}

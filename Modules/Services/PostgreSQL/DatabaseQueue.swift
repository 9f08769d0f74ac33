import CPostgreSQL
import Glibc
import Synchronization

/// Work for a connection, and the callback of the task that waits for it.
struct DatabaseJob: Sendable {
  enum Work: Sendable {
    case statements([Statement])
    case script(String)
  }

  let work: Work
  /// Nil for the server's own work.
  let caller: String?
  /// The latest time at which the work may start.
  let until: ContinuousClock.Instant
  let done: @Sendable (Result<[DatabaseRows], DatabaseFailure>) -> Void
}

/// The queue of jobs that wait for a connection. Only a few jobs of one caller run at once: otherwise one caller's requests
/// that wait for the same lock would occupy all connections.
final class DatabaseQueue: Sendable {
  private struct State {
    /// Jobs that the next free thread may take.
    var ready: [DatabaseJob] = []
    /// How many jobs of each caller are ready or running.
    var taken: [String: Int] = [:]
    /// Jobs that wait until another job of the same caller ends.
    var behind: [String: [DatabaseJob]] = [:]
    var waiting = 0
    var idle = 0
    var isClosed = false
  }

  private let settings: DatabaseSettings
  /// Counts the ready jobs, for the threads that wait for them.
  private let bell = compass_pq_bell_make()
  private let state = Mutex(State())

  init(_ settings: DatabaseSettings) { self.settings = settings }

  deinit { if bell >= 0 { Glibc.close(bell) } }

  /// Whether more jobs are ready than threads are idle.
  var isBehind: Bool { state.withLock { $0.ready.count > $0.idle } }

  /// Nil when the queue accepted the job.
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

  /// Waits for the next job; nil after the queue was closed.
  func next() -> DatabaseJob? {
    state.withLock { $0.idle += 1 }
    compass_pq_bell_wait(bell)
    let (job, isClosed): (DatabaseJob?, Bool) = state.withLock { state in
      state.idle -= 1
      guard !state.ready.isEmpty else { return (nil, state.isClosed) }
      state.waiting -= 1
      return (state.ready.removeFirst(), state.isClosed)
    }
    // A wake-up without a job means that the queue is closed; pass it on to the next thread.
    if job == nil, isClosed { compass_pq_bell_ring(bell) }
    return job
  }

  /// Ends a job and makes the next job of the same caller ready.
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

import Synchronization
import Threads

/// Work for a connection, and the callback of the task that waits for it.
struct DatabaseJob: Sendable {
  enum Work: Sendable {
    case statements([Statement])
    case script(String)
  }

  let work: Work
  /// The account that the work is done for; nil for the server's own work.
  let caller: String?
  /// The latest time at which the work may start.
  let until: ContinuousClock.Instant
  let done: @Sendable (Result<[DatabaseRows], DatabaseFailure>) -> Void
}

/// The queue of jobs that wait for a connection. Only a few jobs of one caller run at once: otherwise one caller's requests
/// that wait for the same lock would occupy all connections.
final class DatabaseQueue: Sendable {
  fileprivate struct State {
    /// Jobs that the next free thread may take.
    var ready: [DatabaseJob] = []
    /// How many jobs of each caller are ready or running.
    var taken: [String: Int] = [:]
    /// Jobs that wait until another job of the same caller ends.
    var behind: [String: [DatabaseJob]] = [:]
    var waiting = 0
    /// Threads that wait for a job and were not woken yet.
    var idle = 0
    var isClosed = false
  }

  /// The answer of the queue when a job is added.
  enum Adding: Equatable {
    case refused(DatabaseFailure)
    /// A thread takes the job, or an earlier job of the same caller has to end first.
    case taken
    /// All threads are busy. The first thread that ends its job takes the new one.
    case allBusy
  }

  private let settings: DatabaseSettings
  private let bell = Bell()
  private let state = Mutex(State())

  init(_ settings: DatabaseSettings) { self.settings = settings }

  func add(_ job: DatabaseJob) -> Adding {
    let (adding, isToWake): (Adding, Bool) = state.withLock { state in
      if state.isClosed { return (.refused(.closed), false) }
      if state.waiting >= settings.waiting { return (.refused(.busy), false) }
      if let caller = job.caller {
        guard state.taken[caller, default: 0] < settings.connectionsOfCaller else {
          guard state.behind[caller, default: []].count < settings.waitingOfCaller else {
            return (.refused(.busy), false)
          }
          state.behind[caller, default: []].append(job)
          state.waiting += 1
          return (.taken, false)
        }
        state.taken[caller, default: 0] += 1
      }
      state.waiting += 1
      let isToWake = state.makeReady(job)
      return (isToWake ? .taken : .allBusy, isToWake)
    }
    if isToWake { bell.ring() }
    return adding
  }

  /// Waits for the next job; nil after the queue was closed.
  func next() -> DatabaseJob? {
    while true {
      let (job, isClosed): (DatabaseJob?, Bool) = state.withLock { state in
        guard state.ready.isEmpty else {
          state.waiting -= 1
          return (state.ready.removeFirst(), false)
        }
        if !state.isClosed { state.idle += 1 }
        return (nil, state.isClosed)
      }
      if let job { return job }
      if isClosed { return nil }
      bell.wait()
    }
  }

  /// Ends a job and makes the next job of the same caller ready.
  func finish(_ job: DatabaseJob) {
    guard let caller = job.caller else { return }
    let isToWake = state.withLock { state in
      guard var behind = state.behind[caller] else {
        let left = state.taken[caller, default: 1] - 1
        state.taken[caller] = left > 0 ? left : nil
        return false
      }
      let isToWake = state.makeReady(behind.removeFirst())
      state.behind[caller] = behind.isEmpty ? nil : behind
      return isToWake
    }
    if isToWake { bell.ring() }
  }

  func close() {
    let idle = state.withLock { state in
      defer { state.idle = 0 }
      state.isClosed = true
      return state.idle
    }
    for _ in 0..<idle { bell.ring() }
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
    for job in ready + behind { job.done(.failure(failure)) }
  }
}

extension DatabaseQueue.State {
  /// Makes a job ready. Returns whether an idle thread has to be woken for it: a busy thread looks
  /// for its next job by itself.
  fileprivate mutating func makeReady(_ job: DatabaseJob) -> Bool {
    ready.append(job)
    guard idle > 0 else { return false }
    idle -= 1
    return true
  }
}

import Synchronization
import Threads

/// A request to the database that waits for a connection. `done` gets its result.
struct DatabaseJob: Sendable {
  enum Work: Sendable {
    case statements([Statement])
    case script(String)
  }

  let work: Work
  /// The account for which the request runs; nil for requests of the server itself.
  let caller: String?
  /// The latest time at which the request may start.
  let until: ContinuousClock.Instant
  let done: @Sendable (Result<[DatabaseRows], DatabaseFailure>) -> Void
}

/// The queue of requests that wait for a connection to the database.
///
/// Only a few requests of one caller run at once. Otherwise requests of one caller that wait for
/// the same database lock would occupy all connections.
final class DatabaseQueue: Sendable {
  fileprivate struct State {
    /// The requests that the next free thread may take, in the order in which they came.
    var ready: [DatabaseJob] = []
    /// The number of each caller's requests that are ready to be taken by a thread or are running.
    var taken: [String: Int] = [:]
    /// The requests of each caller that wait until an earlier request of the same caller ends.
    var behind: [String: [DatabaseJob]] = [:]
    var waiting = 0
    /// The number of requests that a thread has taken and not finished.
    var running = 0
    /// The number of threads that wait for a request and have not been woken yet.
    var idle = 0
    var isClosed = false
  }

  /// The result of adding a job (a request to the database) to the queue.
  enum Adding: Equatable {
    case refused(DatabaseFailure)
    /// The job (a request to the database) is in the queue: an idle thread was woken for it, or it
    /// waits for an earlier job of the same caller.
    case taken
    /// The job (a request to the database) is in the queue and all threads are busy, so the caller
    /// of `add` may start another thread. If it starts none, the next thread that becomes free
    /// takes the job.
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

  /// Waits for the next job and returns it; returns nil after the queue was closed.
  func next() -> DatabaseJob? {
    while true {
      let (job, isClosed): (DatabaseJob?, Bool) = state.withLock { state in
        guard state.ready.isEmpty else {
          state.waiting -= 1
          state.running += 1
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

  /// Marks a request as ended, so that the next waiting request of the same caller may run.
  func finish(_ job: DatabaseJob) {
    let isToWake = state.withLock { state in
      state.running -= 1
      guard let caller = job.caller else { return false }
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

  var load: DatabaseLoad {
    state.withLock {
      DatabaseLoad(limit: settings.connections, inUse: $0.running, waiting: $0.waiting)
    }
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
  /// Lets a thread take the job (a request to the database). Returns whether the caller has to wake
  /// an idle thread for it; if all threads are busy, the next free one takes the job without being
  /// woken.
  fileprivate mutating func makeReady(_ job: DatabaseJob) -> Bool {
    ready.append(job)
    guard idle > 0 else { return false }
    idle -= 1
    return true
  }
}

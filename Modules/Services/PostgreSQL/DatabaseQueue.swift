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
  let done: @Sendable (Result<[DatabaseRows], DatabaseFailure>) -> Void
}

/// What waits for a connection, in its order.
final class DatabaseQueue: Sendable {
  private struct State {
    var jobs: [DatabaseJob] = []
    var idle = 0
    var isClosed = false
  }

  private let most: Int
  /// Counts what lies here, for the threads that wait for it.
  private let bell = compass_pq_bell_make()
  private let state = Mutex(State())

  init(most: Int) { self.most = most }

  deinit { if bell >= 0 { Glibc.close(bell) } }

  /// Whether more lies here than threads are free to take it.
  var isBehind: Bool { state.withLock { $0.jobs.count > $0.idle } }

  /// Nil when it was taken.
  func add(_ job: DatabaseJob) -> DatabaseFailure? {
    guard bell >= 0 else { return .busy }
    let failure: DatabaseFailure? = state.withLock { state in
      if state.isClosed { return .closed }
      if state.jobs.count >= most { return .busy }
      state.jobs.append(job)
      return nil
    }
    if failure == nil { compass_pq_bell_ring(bell) }
    return failure
  }

  /// The next one; nil when nothing more will come. It waits.
  func next() -> DatabaseJob? {
    state.withLock { $0.idle += 1 }
    compass_pq_bell_wait(bell)
    let (job, isClosed): (DatabaseJob?, Bool) = state.withLock { state in
      state.idle -= 1
      return (state.jobs.isEmpty ? nil : state.jobs.removeFirst(), state.isClosed)
    }
    // Who finds nothing was rung to go; the next one is to hear it too.
    if job == nil, isClosed { compass_pq_bell_ring(bell) }
    return job
  }

  func close() {
    let isFirst = state.withLock { state in
      defer { state.isClosed = true }
      return !state.isClosed
    }
    if isFirst, bell >= 0 { compass_pq_bell_ring(bell) }
  }

  func failAll(_ failure: DatabaseFailure) {
    let jobs = state.withLock { state in
      defer { state.jobs = [] }
      return state.jobs
    }
    for job in jobs {
      compass_pq_bell_wait(bell)
      job.done(.failure(failure))
    }
  }
}

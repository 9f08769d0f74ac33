import Synchronization
import Threads

/// A request to the database that waits for a connection. `done` gets its result.
struct DatabaseJob: Sendable {
  enum Work: Sendable {
    case statements(CTexts)
    case script(String)
  }

  let work: Work
  /// The account for which the request runs; nil for requests of the server itself.
  let caller: String?
  /// The latest time at which the request may start.
  let until: ContinuousClock.Instant
  let done: @Sendable (Result<[DatabaseRows], DatabaseFailure>) -> Void
}

/// The queue of requests that wait for a connection to the database, and what wakes the thread that
/// runs them.
///
/// Only a few requests of one caller run at once. Otherwise requests of one caller that wait for
/// the same database lock would occupy all connections.
final class DatabaseQueue: Sendable {
  fileprivate struct State {
    /// The requests that the next free connection may take, in the order in which they came.
    var ready: [DatabaseJob] = []
    /// The number of each caller's requests that are ready to be taken or are running.
    var taken: [String: Int] = [:]
    /// The requests of each caller that wait until an earlier request of the same caller ends.
    var behind: [String: [DatabaseJob]] = [:]
    var waiting = 0
    /// The number of requests that were taken and have not ended.
    var running = 0
    /// The places whose thread of their own has ended, and the result of the request; nil if the
    /// statements of the request are still to be sent.
    var back: [(DatabasePlace, Result<[DatabaseRows], DatabaseFailure>?)] = []
    /// The jobs of tasks that run on the thread of the loop.
    var tasks: [UnownedJob] = []
    /// Whether the loop waits, and whether it has a free connection for a further request.
    var isAsleep = false
    var wantsRequests = false
    var isClosed = false
    var hasEnded = false
  }

  private let settings: DatabaseSettings
  private let state = Mutex(State())
  /// Wakes the loop; nil if the process has too many open files.
  let bell: PollBell?

  init(_ settings: DatabaseSettings) {
    self.settings = settings
    bell = PollBell()
  }

  /// Adds a request. Returns the reason if it was refused.
  func add(_ job: DatabaseJob) -> DatabaseFailure? {
    guard let bell else { return .unreachable("The process has too many open files.") }
    let (failure, isToWake): (DatabaseFailure?, Bool) = state.withLock { state in
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
      state.waiting += 1
      state.ready.append(job)
      return (nil, state.wantsRequests && state.stopsSleeping())
    }
    if isToWake { bell.ring() }
    return failure
  }

  /// Takes the next request that may run.
  func take() -> DatabaseJob? {
    state.withLock { state in
      guard !state.ready.isEmpty else { return nil }
      state.waiting -= 1
      state.running += 1
      return state.ready.removeFirst()
    }
  }

  /// Puts a request that was taken back to the first place.
  func putBack(_ job: DatabaseJob) {
    state.withLock { state in
      state.waiting += 1
      state.running -= 1
      state.ready.insert(job, at: 0)
    }
  }

  /// Whether the loop can be woken and takes requests.
  var isOpen: Bool { bell != nil && state.withLock { !$0.isClosed } }

  /// Marks a request as ended, so that the next waiting request of the same caller may run.
  func finish(_ job: DatabaseJob) {
    state.withLock { state in
      state.running -= 1
      guard let caller = job.caller else { return }
      guard var behind = state.behind[caller] else {
        let left = state.taken[caller, default: 1] - 1
        state.taken[caller] = left > 0 ? left : nil
        return
      }
      state.ready.append(behind.removeFirst())
      state.behind[caller] = behind.isEmpty ? nil : behind
    }
  }

  /// Gives a place back to the loop, after a thread of its own has ended.
  func giveBack(_ place: DatabasePlace, _ result: Result<[DatabaseRows], DatabaseFailure>?) {
    let isToWake = state.withLock { state in
      state.back.append((place, result))
      return state.stopsSleeping()
    }
    if isToWake { bell?.ring() }
  }

  func takeBack() -> [(DatabasePlace, Result<[DatabaseRows], DatabaseFailure>?)] {
    state.withLock { state in
      defer { state.back = [] }
      return state.back
    }
  }

  /// What the loop does next.
  enum Next { case wait, goOn, end }

  /// Tells the loop what to do when it has begun all requests that it can. If it is to wait, the
  /// bell rings as soon as there is more to do.
  func next(canTake: Bool, isBusy: Bool) -> Next {
    state.withLock { state in
      if !state.back.isEmpty || !state.tasks.isEmpty { return .goOn }
      if canTake, !state.ready.isEmpty { return .goOn }
      if state.isClosed, !isBusy {
        state.hasEnded = true
        return .end
      }
      state.isAsleep = true
      state.wantsRequests = canTake
      return .wait
    }
  }

  func wakeUp() { state.withLock { $0.isAsleep = false } }

  var load: DatabaseLoad {
    state.withLock {
      DatabaseLoad(limit: settings.connections, inUse: $0.running, waiting: $0.waiting)
    }
  }

  func close() {
    let isToWake = state.withLock { state in
      state.isClosed = true
      return state.stopsSleeping()
    }
    if isToWake { bell?.ring() }
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

extension DatabaseQueue: TaskExecutor {
  /// Lets the thread of the loop run a job. After the loop has ended, Swift's threads run it.
  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let (hasEnded, isToWake) = state.withLock { state in
      if state.hasEnded { return (true, false) }
      state.tasks.append(job)
      return (false, state.stopsSleeping())
    }
    if isToWake { bell?.ring() }
    if hasEnded { globalConcurrentExecutor.enqueue(ExecutorJob(job)) }
  }

  func runTasks() {
    let tasks = state.withLock { state in
      var tasks: [UnownedJob] = []
      if !state.tasks.isEmpty { swap(&tasks, &state.tasks) }
      return tasks
    }
    for task in tasks { task.runSynchronously(on: asUnownedTaskExecutor()) }
  }
}

extension DatabaseQueue.State {
  /// Returns whether the loop was asleep and has to be woken. It is woken once.
  fileprivate mutating func stopsSleeping() -> Bool {
    defer { isAsleep = false }
    return isAsleep
  }
}

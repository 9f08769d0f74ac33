import Glibc

/// An executor with its own threads. Blocking work on them, such as waiting for a disk or a lock,
/// does not block Swift's threads.
///
/// A job starts a new thread if no thread is idle and the limit is not reached. A thread that has
/// been idle for some seconds ends, so that a server with many executors has threads only for those
/// in use. An executor with a limit of one thread runs its jobs one after another.
public final class WorkThreads: TaskExecutor {
  private let queue: JobQueue

  /// - Parameter idleLimit: how long an idle thread waits for a job before it ends.
  public init(most: Int, idleLimit: Duration = .seconds(10)) {
    queue = JobQueue(most: most, idleLimit: idleLimit)
  }

  deinit { queue.end() }

  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    guard queue.add(job) else { return }
    let worker = Unmanaged.passRetained(Worker(queue, asUnownedTaskExecutor()))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { worker in
        if let worker { Unmanaged<Worker>.fromOpaque(worker).takeRetainedValue().run() }
        return nil
      }, worker.toOpaque())
    guard code != 0 else {
      pthread_detach(thread)
      return
    }
    worker.release()
    // The system has refused a new thread. If other threads run, they take the jobs from the queue.
    // If there is none, `takeBack` returns the jobs, and the calling thread runs them.
    for job in queue.takeBack() { job.runSynchronously(on: asUnownedTaskExecutor()) }
  }

  /// The number of threads that the executor has now.
  public var count: Int { queue.count }

  private final class Worker: Sendable {
    let queue: JobQueue
    let executor: UnownedTaskExecutor

    init(_ queue: JobQueue, _ executor: UnownedTaskExecutor) {
      self.queue = queue
      self.executor = executor
    }

    func run() {
      // A job belongs to a task that keeps the executor alive, so the executor exists while the job
      // runs.
      while let job = queue.next() { job.runSynchronously(on: executor) }
    }
  }
}

/// The jobs that wait for a thread, and the number of threads.
private final class JobQueue: @unchecked Sendable {
  // `monitor` guards all properties below, which the compiler cannot verify.
  private let monitor = Monitor()
  private let most: Int
  private let idleLimit: Duration
  private var jobs: [UnownedJob] = []
  private var first = 0
  private var threads = 0
  private var idle = 0
  private var isOver = false

  init(most: Int, idleLimit: Duration) {
    self.most = max(1, most)
    self.idleLimit = idleLimit
  }

  var count: Int { monitor.locked { threads } }

  private var waiting: Int { jobs.count - first }

  /// Adds a job. Returns true if the caller has to start a thread for it.
  func add(_ job: UnownedJob) -> Bool {
    monitor.locked {
      jobs.append(job)
      if idle >= waiting {
        monitor.wakeOne()
        return false
      }
      guard threads < most else { return false }
      threads += 1
      return true
    }
  }

  /// Corrects the number of threads after the system has refused one.
  ///
  /// If no thread is left to run the waiting jobs, returns these jobs, and the caller has to run
  /// them. There can be several, because the system can refuse several threads at the same time.
  func takeBack() -> [UnownedJob] {
    monitor.locked {
      threads -= 1
      guard threads == 0 else { return [] }
      defer { forgetTaken(upTo: jobs.count) }
      return Array(jobs[first...])
    }
  }

  /// Waits for the next job and returns it. Nil if the calling thread is to end: none came in time,
  /// or no job is left after `end`.
  func next() -> UnownedJob? {
    monitor.locked {
      let deadline = Monitor.deadline(in: idleLimit)
      var isInTime = true
      while waiting == 0, !isOver, isInTime {
        idle += 1
        isInTime = monitor.wait(until: deadline)
        idle -= 1
      }
      let job = take()
      if job == nil { threads -= 1 }
      return job
    }
  }

  private func take() -> UnownedJob? {
    guard waiting > 0 else { return nil }
    let job = jobs[first]
    forgetTaken(upTo: first + 1)
    return job
  }

  private func forgetTaken(upTo end: Int) {
    first = end
    if first == jobs.count {
      jobs.removeAll(keepingCapacity: true)
      first = 0
    }
  }

  func end() {
    monitor.locked {
      isOver = true
      monitor.wakeAll()
    }
  }
}

import Glibc
import Synchronization
import Threads

/// Runs tasks on the thread with which the process started.
///
/// The tasks of a command run one after another, so a thread pool would only cost the time to
/// create its threads. A job that the main thread itself enqueues waits for the present job to
/// suspend. A job that another thread enqueues while the main thread is busy gets a thread of its
/// own, because the present job may block for long.
package final class MainThread: TaskExecutor {
  private struct Jobs {
    var waiting: [UnownedJob] = []
    var isBusy = true
    var exitCode: Int32?
  }

  private let jobs = Mutex(Jobs())
  private let bell = Bell()
  private let thread = pthread_self()

  /// Runs the work, and the tasks that it awaits, on this thread. Returns the exit code of the
  /// work.
  package static func run(_ work: @escaping @Sendable () async -> Int32) -> Int32 {
    let main = MainThread()
    let task = _Concurrency.Task(executorPreference: main) { main.end(with: await work()) }
    defer { withExtendedLifetime(task) {} }
    return main.runJobs()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isOwn = pthread_equal(pthread_self(), thread) != 0
    let takes = jobs.withLock { jobs in
      guard isOwn || !jobs.isBusy else { return false }
      jobs.waiting.append(job)
      return true
    }
    if !takes { return runElsewhere(job) }
    if !isOwn { bell.ring() }
  }

  private func runJobs() -> Int32 {
    while true {
      let (job, exitCode) = jobs.withLock { jobs in
        let job = jobs.waiting.isEmpty ? nil : jobs.waiting.removeFirst()
        jobs.isBusy = job != nil
        return (job, jobs.exitCode)
      }
      if let exitCode { return exitCode }
      if let job {
        job.runSynchronously(on: asUnownedTaskExecutor())
      } else {
        bell.wait()
      }
    }
  }

  private func end(with exitCode: Int32) {
    jobs.withLock { $0.exitCode = exitCode }
    if pthread_equal(pthread_self(), thread) == 0 { bell.ring() }
  }

  private func runElsewhere(_ job: UnownedJob) {
    let errand = Unmanaged.passRetained(
      Errand { job.runSynchronously(on: self.asUnownedTaskExecutor()) })
    var other = pthread_t()
    let code = pthread_create(
      &other, nil,
      { box in
        if let box { Unmanaged<Errand>.fromOpaque(box).takeRetainedValue().body() }
        return nil
      }, errand.toOpaque())
    if code == 0 {
      pthread_detach(other)
    } else {
      // No thread could be created, so the job waits until the main thread is free.
      errand.release()
      jobs.withLock { $0.waiting.append(job) }
      bell.ring()
    }
  }

  private final class Errand: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }
  }
}

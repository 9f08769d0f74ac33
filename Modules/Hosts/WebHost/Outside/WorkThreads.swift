import Glibc
import Synchronization

/// The threads that requests work on. Reading a file blocks a thread, and the threads of Swift's tasks must never wait: there are as
/// many as cores, and one request at a disk would hold up all others.
///
/// They are begun as work comes, up to a limit, and stay.
package final class WorkThreads: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var next = 0
    var threads = 0
    var resting = 0
  }

  private let state = Mutex(State())
  private let bell: Bell
  private let limit: Int

  package init(limit: Int = 8) {
    self.limit = limit
    bell = Bell()
  }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let begins = state.withLock { state in
      state.jobs.append(job)
      let begins = state.resting < state.jobs.count - state.next && state.threads < limit
      if begins { state.threads += 1 }
      return begins
    }
    bell.ring()
    if begins, !begin() {
      // Without a thread to be had the others do it; without any, this one does.
      let isAlone = state.withLock { state in
        state.threads -= 1
        return state.threads == 0
      }
      if isAlone { while runNext() {} }
    }
  }

  private func begin() -> Bool {
    let box = Unmanaged.passRetained(self)
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<WorkThreads>.fromOpaque(box).takeRetainedValue().work() }
        return nil
      }, box.toOpaque())
    guard code == 0 else {
      box.release()
      return false
    }
    pthread_detach(thread)
    return true
  }

  private func work() {
    while true {
      state.withLock { $0.resting += 1 }
      bell.wait()
      state.withLock { $0.resting -= 1 }
      _ = runNext()
    }
  }

  private func runNext() -> Bool {
    let job = state.withLock { state -> UnownedJob? in
      guard state.next < state.jobs.count else { return nil }
      defer {
        state.next += 1
        if state.next == state.jobs.count {
          state.jobs.removeAll(keepingCapacity: true)
          state.next = 0
        }
      }
      return state.jobs[state.next]
    }
    job?.runSynchronously(on: asUnownedTaskExecutor())
    return job != nil
  }

  /// Counts how many pieces of work nobody has taken yet, and lets threads wait for one.
  private final class Bell: Sendable {
    // A semaphore stays where it was made, and its calls are safe from any thread.
    nonisolated(unsafe) private let semaphore: UnsafeMutablePointer<sem_t>

    init() {
      semaphore = .allocate(capacity: 1)
      sem_init(semaphore, 0, 0)
    }

    deinit {
      sem_destroy(semaphore)
      semaphore.deallocate()
    }

    func ring() { sem_post(semaphore) }

    func wait() {
      // A signal may end the waiting early; there is nothing to do then but to wait on.
      while sem_wait(semaphore) != 0, errno == EINTR {}
    }
  }
}

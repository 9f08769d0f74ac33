import Glibc
import Synchronization

/// Waits on this thread for work that runs on others; for callbacks of C code, which cannot await.
enum Waiting {
  static func forValue<Value: Sendable>(
    milliseconds: Int, standIn: Value, _ work: @escaping @Sendable () async -> Value
  ) -> Value {
    let slot = Slot<Value>()
    let task = _Concurrency.Task.detached { slot.fill(await work()) }
    guard let value = slot.wait(milliseconds: milliseconds) else {
      task.cancel()
      return standIn
    }
    return value
  }
}

/// One value on its way from a thread to another.
private final class Slot<Value: Sendable>: Sendable {
  private let value = Mutex<Value?>(nil)
  private let bell = Bell()

  func fill(_ new: Value) {
    value.withLock { $0 = new }
    bell.ring()
  }

  func wait(milliseconds: Int) -> Value? {
    bell.wait(milliseconds: milliseconds) ? value.withLock { $0 } : nil
  }
}

/// Wakes a thread that waits for it; rung before, it does not let the thread wait.
final class Bell: Sendable {
  /// Unsafe only to the compiler: a semaphore is made to be used by several threads.
  private nonisolated(unsafe) let signal: UnsafeMutablePointer<sem_t>

  init() {
    signal = .allocate(capacity: 1)
    sem_init(signal, 0, 0)
  }

  deinit {
    sem_destroy(signal)
    signal.deallocate()
  }

  func ring() { sem_post(signal) }

  func wait() {
    while sem_wait(signal) != 0, errno == EINTR {}
  }

  /// False when it was not rung in that time.
  func wait(milliseconds: Int) -> Bool {
    var deadline = timespec()
    clock_gettime(CLOCK_REALTIME, &deadline)
    let nanoseconds = deadline.tv_nsec + (milliseconds % 1000) * 1_000_000
    deadline.tv_sec += milliseconds / 1000 + nanoseconds / 1_000_000_000
    deadline.tv_nsec = nanoseconds % 1_000_000_000
    while sem_timedwait(signal, &deadline) != 0 {
      if errno != EINTR { return false }
    }
    return true
  }
}

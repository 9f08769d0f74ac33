import Synchronization
import Threads

/// Blocks the calling thread until asynchronous work is done, or until the time is over.
///
/// The callbacks of the C library that edits lines use it, because a C function cannot await.
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

/// Passes one value from the task that computes it to the thread that waits for it.
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

import Synchronization
import Threads

/// Blocks the calling thread until work on other threads is done. Callbacks of C code use it,
/// because they cannot await.
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

/// Passes one value from one thread to another.
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

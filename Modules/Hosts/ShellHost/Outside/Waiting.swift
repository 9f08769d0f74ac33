import Synchronization
import Threads

/// Blocks the calling thread until asynchronous work is done, or until a time limit is reached.
///
/// libedit, the C library that edits typed lines, calls C functions of this program, for example to
/// complete a word. A C function cannot await, so these functions block with the help of this type.
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
  private let monitor = Monitor()

  func fill(_ new: Value) {
    monitor.locked {
      value.withLock { $0 = new }
      monitor.wakeAll()
    }
  }

  func wait(milliseconds: Int) -> Value? {
    let deadline = Monitor.deadline(in: .milliseconds(milliseconds))
    return monitor.locked {
      while true {
        if let value = value.withLock({ $0 }) { return value }
        guard monitor.wait(until: deadline) else { return nil }
      }
    }
  }
}

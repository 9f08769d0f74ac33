import CSQLite
import Synchronization

/// Stops the running statement of a connection, from any thread. The statement fails with
/// `interrupted`.
public final class Interrupter: Sendable {
  private let handle: Mutex<UInt>

  init(_ handle: OpaquePointer) {
    self.handle = Mutex(UInt(bitPattern: handle))
  }

  public func interrupt() {
    handle.withLock { bits in
      if let pointer = OpaquePointer(bitPattern: bits) { sqlite3_interrupt(pointer) }
    }
  }

  /// Disconnects the interrupter from the connection. After this call an interrupt does nothing,
  /// because a closed connection must not be used.
  func detach() {
    handle.withLock { $0 = 0 }
  }
}

extension DatabaseConnection {
  /// Runs `body` and calls `mayContinue` repeatedly while SQLite works. When `mayContinue` returns
  /// false, the running statement fails with `interrupted`.
  @discardableResult
  public func watched<Result>(
    everyInstructions count: Int32 = 10_000, mayContinue: () -> Bool,
    _ body: () throws -> Result
  ) throws -> Result {
    try withoutActuallyEscaping(mayContinue) { question in
      let box = ProgressQuestion(question)
      sqlite3_progress_handler(
        handle, count,
        { context in
          guard let context else { return 0 }
          let box = Unmanaged<ProgressQuestion>.fromOpaque(context).takeUnretainedValue()
          return box.ask() ? 0 : 1
        }, Unmanaged.passUnretained(box).toOpaque())
      defer {
        sqlite3_progress_handler(handle, 0, nil, nil)
        box.ask = { true }
      }
      return try withExtendedLifetime(box) { try body() }
    }
  }
}

private final class ProgressQuestion {
  var ask: () -> Bool

  init(_ ask: @escaping () -> Bool) {
    self.ask = ask
  }
}

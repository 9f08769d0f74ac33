import CLineEdit
import Glibc
import Synchronization

/// Makes Ctrl-C cancel the running command instead of ending the program.
///
/// The signal handler only wakes a thread, which then calls the closures that cancel commands,
/// because few functions are safe inside a signal handler. While a line is read, `LineEditor`
/// handles Ctrl-C itself.
package final class Interrupts: Sendable {
  package static let shared = Interrupts()

  private struct State {
    var handlers: [(id: Int, handler: @Sendable () -> Void)] = []
    var nextID = 0
    var isWatching = false
  }

  private let state = Mutex(State())

  private init() {}

  /// Makes Ctrl-C cancel the running command instead of ending the process.
  ///
  /// A program run with a single command does not call this function, because Ctrl-C may end it.
  package func install() {
    let descriptor = compass_interrupts_install()
    guard descriptor >= 0 else { return }
    let watches = state.withLock { state in
      defer { state.isWatching = true }
      return state.isWatching
    }
    guard !watches else { return }
    var thread = pthread_t()
    let created = pthread_create(&thread, nil, { Interrupts.watch($0) }, box(descriptor))
    guard created == 0 else {
      state.withLock { $0.isWatching = false }
      return remove()
    }
    pthread_detach(thread)
  }

  /// Restores the handling of Ctrl-C that was in place before `install`.
  package func remove() {
    compass_interrupts_remove()
  }

  /// Runs the body. If Ctrl-C is pressed meanwhile, `cancel` is called. If calls of this function
  /// are nested, only the `cancel` of the innermost one is called.
  package func cancelling<R>(
    with cancel: @escaping @Sendable () -> Void, _ body: () async throws -> R
  ) async rethrows -> R {
    let id = state.withLock { state in
      state.nextID += 1
      state.handlers.append((state.nextID, cancel))
      return state.nextID
    }
    defer { state.withLock { $0.handlers.removeAll { $0.id == id } } }
    return try await body()
  }
}

extension Interrupts {
  private func box(_ descriptor: Int32) -> UnsafeMutableRawPointer? {
    UnsafeMutableRawPointer(bitPattern: Int(descriptor) + 1)
  }

  private static func watch(_ boxed: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    let descriptor = Int32(Int(bitPattern: boxed) - 1)
    var count: UInt64 = 0
    while true {
      let length = read(descriptor, &count, MemoryLayout<UInt64>.size)
      if length < 0, errno != EINTR { return nil }
      guard length > 0 else { continue }
      shared.state.withLock { $0.handlers.last?.handler }?()
    }
  }
}

import Glibc
import Synchronization
import Testing

@testable import ShellHost

@Suite("Tasks of the program on its first thread")
struct MainThreadTests {
  @Test("What is awaited, and what is set going from it, runs on the thread that waits for it")
  func oneThread() async {
    let seen = Seen()
    let (code, thread) = await onAThread {
      MainThread.run {
        seen.note()
        async let child: Void = seen.noteLater()
        await child
        await Task.yield()
        seen.note()
        return 3
      }
    }
    #expect(code == 3)
    #expect(seen.threads == [thread])
  }

  @Test("An end from outside wakes the thread that waits for it")
  func outside() async {
    let seen = Seen()
    let (code, thread) = await onAThread {
      MainThread.run {
        await withCheckedContinuation { continuation in
          Thread.start { continuation.resume() }
        }
        seen.note()
        return 0
      }
    }
    #expect(code == 0)
    #expect(seen.threads == [thread])
  }

  @Test("What comes from outside while the thread is busy does not wait for it")
  func busy() async {
    let child = Child()
    let (code, _) = await onAThread {
      MainThread.run {
        async let other: Void = {
          await withCheckedContinuation { continuation in
            Thread.start { continuation.resume() }
          }
          child.hasRun.store(true, ordering: .releasing)
        }()
        // The child task begins on this thread and waits. This thread then stays busy until the
        // child has continued, so the child has to continue on another thread.
        await Task.yield()
        while !child.hasRun.load(ordering: .acquiring) { sched_yield() }
        await other
        return 0
      }
    }
    #expect(code == 0)
  }

  @Test("A pause ends")
  func pause() async {
    let (code, _) = await onAThread {
      MainThread.run {
        try? await Task.sleep(for: .milliseconds(1))
        return 5
      }
    }
    #expect(code == 5)
  }

  /// Runs `run` on a separate thread, so that no thread of Swift's pool blocks; returns the exit
  /// code and that thread.
  private func onAThread(_ run: @escaping @Sendable () -> Int32) async -> (Int32, UInt) {
    await withCheckedContinuation { continuation in
      Thread.start { continuation.resume(returning: (run(), UInt(pthread_self()))) }
    }
  }
}

/// Records the threads on which work has run.
private final class Seen: Sendable {
  private let kept = Mutex<Set<UInt>>([])

  var threads: Set<UInt> { kept.withLock { $0 } }

  func note() { kept.withLock { _ = $0.insert(UInt(pthread_self())) } }

  @concurrent func noteLater() async { note() }
}

private final class Child: Sendable {
  let hasRun = Atomic(false)
}

private final class Thread: Sendable {
  private let body: @Sendable () -> Void

  private init(_ body: @escaping @Sendable () -> Void) { self.body = body }

  static func start(_ body: @escaping @Sendable () -> Void) {
    var thread = pthread_t()
    let made = Unmanaged.passRetained(Thread(body))
    let code = pthread_create(
      &thread, nil,
      { box in
        if let box { Unmanaged<Thread>.fromOpaque(box).takeRetainedValue().body() }
        return nil
      }, made.toOpaque())
    precondition(code == 0, "no thread to be had")
    pthread_detach(thread)
  }
}

import Glibc

/// Runs blocking or long work on a thread of its own, because the threads of Swift's tasks must
/// never block.
public enum OwnThread {
  public static func run<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer
  {
    await withCheckedContinuation { continuation in
      let unit = Work { continuation.resume(returning: work()) }
      let box = Unmanaged.passRetained(unit)
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { Work.start($0) }, box.toOpaque())
      if code == 0 {
        pthread_detach(thread)
      } else {
        // If the system cannot create a thread, the work runs on the calling thread.
        box.takeRetainedValue().body()
      }
    }
  }

  private final class Work: Sendable {
    let body: @Sendable () -> Void

    init(_ body: @escaping @Sendable () -> Void) { self.body = body }

    static func start(_ box: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
      if let box { Unmanaged<Work>.fromOpaque(box).takeRetainedValue().body() }
      return nil
    }
  }
}

import Glibc

/// A call that waits for the outside, on a thread of its own: the threads of Swift's tasks must never wait.
enum BlockingCall {
  static func run<Answer: Sendable>(_ call: @escaping @Sendable () -> Answer) async -> Answer {
    await withCheckedContinuation { continuation in
      let work = Work { continuation.resume(returning: call()) }
      let box = Unmanaged.passRetained(work)
      var thread = pthread_t()
      let code = pthread_create(&thread, nil, { Work.start($0) }, box.toOpaque())
      if code == 0 {
        pthread_detach(thread)
      } else {
        // Without a thread to be had, waiting here is better than not sending.
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

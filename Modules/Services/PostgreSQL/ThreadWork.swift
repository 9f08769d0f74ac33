import Glibc

/// Work that has a thread of its own until it ends.
protocol ThreadWork: AnyObject {
  func run()
}

extension ThreadWork {
  /// Starts this work on a new thread, and returns 0, or the code of the error if there can be no
  /// further thread.
  ///
  /// All signals are blocked on the thread; other threads of the program handle them. SIGPIPE must
  /// not end the process, because `write` reports a closed socket as an error.
  func startOnThread() -> Int32 {
    let box = Unmanaged.passRetained(Box(self))
    var thread = pthread_t()
    let code = pthread_create(
      &thread, nil,
      { box in
        guard let box else { return nil }
        var all = sigset_t()
        sigfillset(&all)
        pthread_sigmask(SIG_SETMASK, &all, nil)
        Unmanaged<Box>.fromOpaque(box).takeRetainedValue().work.run()
        return nil
      }, box.toOpaque())
    if code == 0 { pthread_detach(thread) } else { box.release() }
    return code
  }
}

/// An object that contains the work. The C function that creates the thread can pass on only a
/// pointer to an object.
private final class Box {
  let work: any ThreadWork

  init(_ work: any ThreadWork) { self.work = work }
}

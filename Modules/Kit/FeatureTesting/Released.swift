/// Returns whether an object, such as a store that a test no longer uses, is released within ten
/// seconds.
///
/// The task of an effect (requested work) keeps its store until the task has returned, which may be
/// a moment after a wait for the effect has ended.
///
/// - Parameter object: returns a weak reference to the object.
public func isReleased(_ object: () -> AnyObject?) async -> Bool {
  for _ in 0..<10_000 {
    if object() == nil { return true }
    try? await _Concurrency.Task.sleep(for: .milliseconds(1))
  }
  return false
}

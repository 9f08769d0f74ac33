import Synchronization

/// A flag that Ctrl-C sets once, on any thread.
final class Interruption: Sendable {
  private let raised = Atomic(false)

  func raise() { raised.store(true, ordering: .relaxed) }

  var isRaised: Bool { raised.load(ordering: .relaxed) }
}

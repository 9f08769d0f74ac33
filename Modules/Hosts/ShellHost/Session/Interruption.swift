import Synchronization

/// Set once by Ctrl-C, on any thread.
final class Interruption: Sendable {
  private let raised = Atomic(false)

  func raise() { raised.store(true, ordering: .relaxed) }

  var isRaised: Bool { raised.load(ordering: .relaxed) }
}

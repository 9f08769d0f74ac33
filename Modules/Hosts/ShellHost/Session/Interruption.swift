import Synchronization

/// Raised once by Ctrl-C, on whatever thread that comes.
final class Interruption: Sendable {
  private let raised = Atomic(false)

  func raise() { raised.store(true, ordering: .relaxed) }

  var isRaised: Bool { raised.load(ordering: .relaxed) }
}

import Synchronization

/// A flag that Ctrl-C raises while a command runs. Any thread may raise it.
final class Interruption: Sendable {
  private let raised = Atomic(false)

  func raise() { raised.store(true, ordering: .relaxed) }

  var isRaised: Bool { raised.load(ordering: .relaxed) }
}

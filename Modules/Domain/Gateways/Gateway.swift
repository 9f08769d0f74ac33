public import Basics

/// What features ask a backend for: endpoints, each a closure that can be swapped alone.
public protocol Gateway: Capability {}

extension Gateway {
  /// A gateway with the endpoints that `offer` sets. What it leaves out says by name that nobody offers it.
  ///
  /// ```swift
  /// TimelineGateway {
  ///   $0.tasks = { athlete, grade, today throws(Problem) in ... }
  /// }
  /// ```
  package init(_ offer: (inout Self) -> Void) {
    self = .unimplemented(Unimplemented(capability: "\(Self.self)", feature: "this backend"))
    offer(&self)
  }
}

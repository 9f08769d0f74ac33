public import Basics

/// What features ask a backend for: a struct of closures, one an endpoint, so that a test can replace a single one.
public protocol Gateway: Capability {}

extension Gateway {
  /// A gateway with the endpoints that `offer` sets. A call of any other endpoint fails and names that endpoint.
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

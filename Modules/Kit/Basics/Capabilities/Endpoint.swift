/// One function of a gateway, which is the interface between features and stored data. Until the
/// function is implemented, each call throws a problem that contains its name (decision 59).
///
/// ```swift
/// public var list = Endpoint<InboxQuery, InboxData>("list")
///
/// notifications.list.implement { query throws(Problem) in InboxData(rows: []) }
/// let inbox = try await notifications.list(InboxQuery())
/// ```
///
/// An endpoint with several inputs takes a tuple, whose labels name the inputs:
///
/// ```swift
/// public var rows = Endpoint<(from: Int, limit: Int), [Row]>("rows")  // rows((10, 20))
/// ```
///
/// The functions of an endpoint are inlinable. Otherwise the program would look up the types of
/// inputs and answers at run time, for every gateway that a command uses.
public struct Endpoint<Input, Answer>: Sendable {
  /// The function that implements an endpoint: it computes the answer to an input, or throws a
  /// problem.
  public typealias Work = @Sendable (Input) async throws(Problem) -> Answer

  /// The name of the property that holds the endpoint. If the endpoint has no implementation, the
  /// problem of each call contains this name.
  public let name: String
  @usableFromInline let maker: EndpointMaker
  @usableFromInline var work: Work?

  /// Creates an endpoint without an implementation. Until `implement` is called, each call throws a
  /// problem that contains the endpoint's name.
  @inlinable
  public init(_ name: String) {
    self.name = name
    maker = .current
    work = nil
  }

  /// Sets the function that implements the endpoint. With it, a test can replace one endpoint of a
  /// gateway (the functions with which a feature reads and writes). The gateway's other endpoints
  /// stay as they are.
  @inlinable
  public mutating func implement(_ work: @escaping Work) {
    self.work = work
    if EndpointMaker.current.intercepts { intercept() }
  }

  /// Calls the implementation with an input. Throws if there is no implementation.
  @inlinable
  public func callAsFunction(_ input: Input) async throws(Problem) -> Answer {
    guard let work else { throw maker.problem(name) }
    return try await work(input)
  }

  /// Calls the implementation of an endpoint without input. Throws if there is no implementation.
  @inlinable
  public func callAsFunction() async throws(Problem) -> Answer where Input == Void {
    try await self(())
  }

  @usableFromInline
  mutating func intercept() {
    guard let interceptor = EndpointMaker.current.interceptor, let work else { return }
    self.work = interceptor.intercepting(work, of: name)
  }
}

/// A capability (a service that a feature receives) whose functions are all endpoints, such as one
/// that reads and writes notifications.
///
/// A backend, such as a database, implements these endpoints one by one.
public protocol Gateway: Capability {
  /// Creates a gateway (the functions with which a feature reads and writes) whose endpoints have
  /// no implementation, so that each call fails.
  ///
  /// `unimplemented(_:)` calls it, and lets the failures name the type of the gateway and the
  /// feature.
  init()
}

extension Gateway {
  /// Returns a gateway (the functions with which a feature reads and writes) without
  /// implementations. The failure of each call names the capability, the endpoint and the feature.
  public static func unimplemented(_ place: Unimplemented) -> Self {
    EndpointMaker(place, EndpointMaker.current.interceptor).makes { Self() }
  }

  /// Creates a gateway (the functions with which a feature reads and writes) with the endpoints
  /// that `offer` implements. A call of any other endpoint fails and names that endpoint.
  package init(_ offer: (inout Self) -> Void) {
    self = .unimplemented(Unimplemented(capability: "\(Self.self)", feature: "this backend"))
    offer(&self)
  }

  /// Returns the gateway (the functions with which a feature reads and writes) that `make` creates,
  /// with `interceptor` running before each call of an implemented endpoint.
  ///
  /// A test makes a call fail with an interceptor that throws.
  package static func intercepted(
    by interceptor: EndpointInterceptor, _ make: () -> Self
  ) -> Self {
    EndpointMaker(EndpointMaker.current.place, interceptor).makes(make)
  }
}

/// A function that runs before each call of an endpoint (one function of a gateway). If it throws,
/// the endpoint is not called.
///
/// Tests use it to make calls fail.
package struct EndpointInterceptor: Sendable {
  private let pass: @Sendable (_ endpoint: String) async throws(Problem) -> Void

  package init(_ pass: @escaping @Sendable (_ endpoint: String) async throws(Problem) -> Void) {
    self.pass = pass
  }

  // The closure is returned by this function and not assigned directly: the Swift 6.3 compiler
  // wrongly treats a closure that is assigned to a generic property as concurrent.
  fileprivate func intercepting<Input, Answer>(
    _ work: @escaping Endpoint<Input, Answer>.Work, of endpoint: String
  ) -> Endpoint<Input, Answer>.Work {
    { input throws(Problem) in
      try await pass(endpoint)
      return try await work(input)
    }
  }
}

/// The values that endpoints read while their gateway (the functions with which a feature reads and
/// writes) is created: the names for their failures, and the interceptor.
///
/// An endpoint is created as the default value of a property, so the code that creates the gateway
/// cannot pass a value to it. The endpoint reads a task-local variable instead, which is set only
/// during the creation of the gateway.
@usableFromInline
final class EndpointMaker: Sendable {
  @TaskLocal private static var making: EndpointMaker?
  private static let none = EndpointMaker(
    Unimplemented(capability: "A gateway", feature: "A program"), nil)

  fileprivate let place: Unimplemented
  fileprivate let interceptor: EndpointInterceptor?

  fileprivate init(_ place: Unimplemented, _ interceptor: EndpointInterceptor?) {
    self.place = place
    self.interceptor = interceptor
  }

  @usableFromInline static var current: EndpointMaker { making ?? none }
  @usableFromInline var intercepts: Bool { interceptor != nil }
  @usableFromInline func problem(_ endpoint: String) -> Problem { place.problem(endpoint) }

  fileprivate func makes<Made>(_ make: () -> Made) -> Made {
    Self.$making.withValue(self, operation: make)
  }
}

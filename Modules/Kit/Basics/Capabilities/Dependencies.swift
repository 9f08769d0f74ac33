/// A service that a feature is given instead of accessing it directly: a struct of `@Sendable` closures.
///
/// The default is unimplemented: a call reports the capability, the endpoint and the feature, so that a test knows which one it forgot.
public protocol Capability: Sendable {
  static func unimplemented(_ place: Unimplemented) -> Self
}

/// The capabilities handed to one feature: an explicit value, never ambient, never global.
public struct Dependencies: Sendable {
  // An array of some twenty entries is searched as fast as a dictionary, without hashing.
  private var provided: [(type: ObjectIdentifier, make: @Sendable () -> any Capability)] = []
  private var groups: [Lazy<Dependencies>] = []
  private var feature: String

  public init(for feature: String = "a feature") {
    self.feature = feature
  }

  /// The capability of this type; its unimplemented default when none was provided.
  public subscript<Given: Capability>(type: Given.Type) -> Given {
    get {
      (maker(of: ObjectIdentifier(type))?() as? Given)
        ?? .unimplemented(Unimplemented(capability: "\(type)", feature: feature))
    }
    set { provide(type) { newValue } }
  }

  /// Returns the dependencies with this capability added or replaced.
  public consuming func providing<Given: Capability>(_ capability: Given) -> Dependencies {
    provide(Given.self) { capability }
    return self
  }

  /// Returns the dependencies with a capability that is created again each time a feature asks for it. It suits
  /// capabilities without state, so that a command does not pay for those it does not use.
  public consuming func offering<Given: Capability>(
    _ capability: @escaping @autoclosure @Sendable () -> Given
  ) -> Dependencies {
    provide(Given.self, capability)
    return self
  }

  /// Returns the dependencies with a group of capabilities. The group is created when a capability is asked for that is
  /// not found before it, so that a command does not pay for a list of capabilities it does not use.
  public consuming func offering(
    group: @escaping @Sendable () -> Dependencies
  ) -> Dependencies {
    groups.append(Lazy(group))
    return self
  }

  /// Returns the dependencies for another feature, so that a missing capability is reported with the right feature's
  /// name.
  public consuming func forFeature(_ name: String) -> Dependencies {
    feature = name
    return self
  }

  private mutating func provide(
    _ type: any Capability.Type, _ make: @escaping @Sendable () -> any Capability
  ) {
    let type = ObjectIdentifier(type)
    if let place = provided.firstIndex(where: { $0.type == type }) {
      provided[place].make = make
    } else {
      provided.append((type, make))
    }
  }

  private func maker(of type: ObjectIdentifier) -> (@Sendable () -> any Capability)? {
    if let own = provided.first(where: { $0.type == type }) { return own.make }
    for group in groups {
      if let maker = group.value.maker(of: type) { return maker }
    }
    return nil
  }
}

/// Makes the default endpoints of a capability: each fails, or reports, with all three names.
public struct Unimplemented: Sendable {
  /// The type that was asked for.
  public let capability: String
  /// The name of the feature that used the endpoint.
  public let feature: String

  public init(capability: String, feature: String) {
    self.capability = capability
    self.feature = feature
  }

  /// The failure of one endpoint, with all three names and what to do about it.
  public func problem(_ endpoint: String) -> Problem {
    Problem(
      .unimplemented,
      "\(feature) called \(capability).\(endpoint), and nothing provides it.",
      fix: "Provide \(capability) in its Dependencies, or replace \(endpoint) in the test.")
  }

  /// Reports the call of an endpoint that cannot throw, and returns a stand-in.
  public func reported<Value>(_ endpoint: String, standIn: Value) -> Value {
    UnimplementedReports.report(problem(endpoint))
    return standIn
  }
}

/// Reports calls of endpoints that cannot throw: to stderr, or to a test's listener.
public enum UnimplementedReports {
  @TaskLocal public static var listener: (@Sendable (Problem) -> Void)?

  static func report(_ problem: Problem) {
    if let listener {
      listener(problem)
    } else {
      StandardError.write(problem.title + "\n")
    }
  }
}

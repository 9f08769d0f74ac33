/// A service that a feature receives, such as a clock: a struct of `@Sendable` closures, called
/// endpoints.
///
/// A value without implementations fails at each call. The failure names the capability, the
/// endpoint and the feature, so a failing test shows which implementation is missing.
public protocol Capability: Sendable {
  static func unimplemented(_ place: Unimplemented) -> Self
}

/// The capabilities that one feature receives when it is created, such as a clock.
///
/// They are a value and not global state, so each test and each host (the program in which features
/// run, such as the shell) can provide its own.
public struct Dependencies: Sendable {
  // This is an array and not a dictionary, because a search among about twenty entries is not
  // slower than hashing.
  private var provided: [(type: ObjectIdentifier, make: @Sendable () -> any Capability)] = []
  private var groups: [Lazy<Dependencies>] = []
  private var feature: String

  public init(for feature: String = "a feature") {
    self.feature = feature
  }

  /// The capability (a service, such as a clock) of this type.
  ///
  /// If no such capability was provided, the result is a value whose calls all fail with a problem
  /// that names the missing capability.
  public subscript<Provided: Capability>(type: Provided.Type) -> Provided {
    get {
      (maker(of: ObjectIdentifier(type))?() as? Provided)
        ?? .unimplemented(Unimplemented(capability: "\(type)", feature: feature))
    }
    set { provide(type) { newValue } }
  }

  /// Returns the dependencies with this capability (a service, such as a clock), which replaces an
  /// earlier one of the same type.
  public consuming func providing<Provided: Capability>(_ capability: Provided) -> Dependencies {
    provide(Provided.self) { capability }
    return self
  }

  /// Returns the dependencies with a capability (a service, such as a clock) that is created anew
  /// each time a feature requests it.
  ///
  /// It is for a capability without state. A command then creates only the capabilities that it
  /// uses.
  public consuming func offering<Provided: Capability>(
    _ capability: @escaping @autoclosure @Sendable () -> Provided
  ) -> Dependencies {
    provide(Provided.self, capability)
    return self
  }

  /// Returns the dependencies with a further group of capabilities (services, such as a clock). The
  /// group is created when a feature requests a capability that was not provided singly and is in
  /// no group that was added earlier.
  public consuming func offering(
    group: @escaping @Sendable () -> Dependencies
  ) -> Dependencies {
    groups.append(Lazy(group))
    return self
  }

  /// Returns the same dependencies for a feature with this name. The report about a missing
  /// capability contains the name.
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

/// Describes a capability (a service, such as a clock) that was called although the program has not
/// provided it.
///
/// The failure of the call names the capability, the function (endpoint) that was called, and the
/// feature.
public struct Unimplemented: Sendable {
  /// The name of the type of the requested capability (a service, such as a clock), for example
  /// `WallClock`.
  public let capability: String
  /// The name of the feature that requested the capability (a service, such as a clock).
  public let feature: String

  public init(capability: String, feature: String) {
    self.capability = capability
    self.feature = feature
  }

  /// Returns the failure of a call of this endpoint (a function of a capability). It contains the
  /// names of the capability, the endpoint and the feature, and says how to fix the failure.
  public func problem(_ endpoint: String) -> Problem {
    Problem(
      .unimplemented,
      "\(feature) called \(capability).\(endpoint), and nothing provides it.",
      fix: "Provide \(capability) in its Dependencies, or replace \(endpoint) in the test.")
  }

  /// Reports that a function without an implementation was called, and returns `standIn` as the
  /// function's result. It is for functions that cannot throw.
  public func reported<Value>(_ endpoint: String, standIn: Value) -> Value {
    UnimplementedReports.report(problem(endpoint))
    return standIn
  }
}

/// Reports that a function without an implementation was called, if that function cannot throw. The
/// report goes to the error stream, or to the listener that a test has set.
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

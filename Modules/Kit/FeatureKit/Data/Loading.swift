/// The loading state of a part of a page. It is one value, so contradictory states cannot occur.
public enum Loading<Value> {
  case idle
  case loading
  case loaded(Value)
  case failed(Problem)

  /// The loaded value. Nil in any other state.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// The problem of a failed load. Nil in any other state.
  public var problem: Problem? {
    if case .failed(let problem) = self { problem } else { nil }
  }

  /// Marks a part that is about to be loaded. A loaded value stays on the screen during the load.
  public mutating func expect() {
    if value == nil { self = .loading }
  }

  public init(_ result: Result<Value, Problem>) {
    switch result {
    case .success(let value): self = .loaded(value)
    case .failure(let problem): self = .failed(problem)
    }
  }
}

/// A part of a page that is loaded by itself, whatever the type of its data is: a `Loading` value.
public protocol PagePart {
  /// Whether the part was never asked for.
  var isIdle: Bool { get }
  /// Whether the part has neither a value nor a problem yet.
  var isUnderWay: Bool { get }
  var problem: Problem? { get }
}

extension Loading: PagePart {
  public var isIdle: Bool {
    if case .idle = self { true } else { false }
  }

  public var isUnderWay: Bool { value == nil && problem == nil }
}

extension Loading: Equatable where Value: Equatable {}
extension Loading: Sendable where Value: Sendable {}

/// Whether a part of a page is loading, is loaded, or has failed to load.
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

  /// Records that the part is about to be loaded. A value that is loaded already stays on the
  /// screen.
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

/// A part of a page that is loaded on its own. It is a `Loading` value of any type.
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

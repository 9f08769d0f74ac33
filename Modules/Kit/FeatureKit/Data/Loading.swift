/// The state of one part of a page's data: not requested yet, loading, loaded, or failed.
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

  /// Marks the data as loading. Data that is already loaded stays, so the screen shows it until the
  /// new data arrives.
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

/// A part of a page's data that is loaded separately from the other parts. `Loading` with any type
/// of value conforms to it.
public protocol PagePart {
  /// Whether a load of this part of the page's data was never requested.
  var isIdle: Bool { get }
  /// Whether this part of the page's data has neither a value nor a problem yet.
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

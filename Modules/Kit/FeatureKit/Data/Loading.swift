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

  public init(_ result: Result<Value, Problem>) {
    switch result {
    case .success(let value): self = .loaded(value)
    case .failure(let problem): self = .failed(problem)
    }
  }
}

extension Loading: Equatable where Value: Equatable {}
extension Loading: Sendable where Value: Sendable {}

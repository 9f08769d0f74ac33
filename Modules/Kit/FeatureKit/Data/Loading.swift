/// Where a piece of a page's data stands. One value, so that "loading and failed" cannot be said.
public enum Loading<Value> {
  case idle
  case loading
  case loaded(Value)
  case failed(Problem)

  /// What was loaded; nil in any other state.
  public var value: Value? {
    if case .loaded(let value) = self { value } else { nil }
  }

  /// Why it could not be loaded; nil in any other state.
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

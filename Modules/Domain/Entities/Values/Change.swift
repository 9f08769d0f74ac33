/// A change to a column that may be empty: it keeps its value, becomes empty, or gets a new value.
public enum Change<Value> {
  case keep
  case clear
  case set(Value)

  /// Creates a change from the value of a form. A nil value means that the column keeps its value.
  public init(_ given: Value?) {
    self = given.map(Change.set) ?? .keep
  }

  /// Changes `value` as this change says; does nothing if the column keeps its value.
  public func apply(to value: inout Value?) {
    switch self {
    case .keep: break
    case .clear: value = nil
    case .set(let new): value = new
    }
  }
}

extension Change: Equatable where Value: Equatable {}
extension Change: Sendable where Value: Sendable {}

extension Optional {
  /// Sets `value` to this optional's value. If the optional is nil, `value` does not change.
  func apply(to value: inout Wrapped) {
    if let self { value = self }
  }
}

extension Change {
  /// Returns the same change with its new value converted.
  public func map<Other>(_ transform: (Value) -> Other) -> Change<Other> {
    switch self {
    case .keep: .keep
    case .clear: .clear
    case .set(let value): .set(transform(value))
    }
  }
}

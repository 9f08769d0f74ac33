/// What an edit says about one column that may be empty: nothing, empty it, or a new value.
public enum Change<Value> {
  case keep
  case clear
  case set(Value)

  /// `nil` given by a form means "left as it is".
  public init(_ given: Value?) {
    self = given.map(Change.set) ?? .keep
  }

  /// Makes the column what the edit says.
  public func apply(to value: inout Value?) {
    switch self {
    case .keep: break
    case .clear: value = nil
    case .set(let new): value = new
    }
  }

  /// Whether nothing is said about the column.
  public var isKeep: Bool { if case .keep = self { true } else { false } }
}

extension Change: Equatable where Value: Equatable {}
extension Change: Sendable where Value: Sendable {}

extension Optional {
  /// The same for a column that is never empty: nil leaves it as it is.
  func apply(to value: inout Wrapped) {
    if let self { value = self }
  }
}

extension Change {
  /// The same said in another type.
  public func map<Other>(_ transform: (Value) -> Other) -> Change<Other> {
    switch self {
    case .keep: .keep
    case .clear: .clear
    case .set(let value): .set(transform(value))
    }
  }
}

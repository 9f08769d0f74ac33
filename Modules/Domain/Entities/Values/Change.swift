/// The change of a column that may be empty: keep it, empty it, or set a new value.
public enum Change<Value> {
  case keep
  case clear
  case set(Value)

  /// Creates a change from a value of a form, in which `nil` means "unchanged".
  public init(_ given: Value?) {
    self = given.map(Change.set) ?? .keep
  }

  /// Applies the change to the column.
  public func apply(to value: inout Value?) {
    switch self {
    case .keep: break
    case .clear: value = nil
    case .set(let new): value = new
    }
  }

  /// Whether the column is unchanged.
  public var isKeep: Bool { if case .keep = self { true } else { false } }
}

extension Change: Equatable where Value: Equatable {}
extension Change: Sendable where Value: Sendable {}

extension Optional {
  /// Applies the change to a column that is never empty; nil leaves the column unchanged.
  func apply(to value: inout Wrapped) {
    if let self { value = self }
  }
}

extension Change {
  /// Returns the change with its value converted.
  public func map<Other>(_ transform: (Value) -> Other) -> Change<Other> {
    switch self {
    case .keep: .keep
    case .clear: .clear
    case .set(let value): .set(transform(value))
    }
  }
}

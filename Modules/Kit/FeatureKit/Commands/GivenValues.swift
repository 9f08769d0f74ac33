/// The given values of a command's parameters, by name; the host fills in references.
public struct GivenValues: Equatable, Sendable {
  private var values: [String: [GivenValue]] = [:]

  public init() {}

  /// The values given for the parameter with this name; empty if there are none.
  public internal(set) subscript(name: String) -> [GivenValue] {
    get { values[name] ?? [] }
    set { values[name] = newValue }
  }

  mutating func append(_ value: GivenValue, to name: String) {
    values[name, default: []].append(value)
  }
}

/// One value as typed, and the record it turned out to mean.
public struct GivenValue: Equatable, Sendable {
  /// The text as the person typed it or as it was read from a file.
  public var text: String
  /// The record it means, once the resolver has found it.
  public var reference: Reference?
  /// The doubt that the person was asked about and rejected: the value is meant.
  var stoodBy: Doubt?

  public init(_ text: String, reference: Reference? = nil) {
    self.text = text
    self.reference = reference
  }
}

/// The values of a command's parameters, by parameter name, from a command line, a form or a
/// dialog. If the text of a value names a record, the host (shell or web server) looks up the
/// record and adds it to the value.
public struct GivenValues: Equatable, Sendable {
  private var values: [String: [GivenValue]] = [:]

  public init() {}

  /// The values of the parameter with this name. Empty if the command line or form has none.
  public internal(set) subscript(name: String) -> [GivenValue] {
    get { values[name] ?? [] }
    set { values[name] = newValue }
  }

  mutating func append(_ value: GivenValue, to name: String) {
    values[name, default: []].append(value)
  }
}

/// One value as it was typed, and the record that it names.
public struct GivenValue: Equatable, Sendable {
  /// The text as the person typed it, or as it was read from a file.
  public var text: String
  /// The record that the value names. Nil until the record has been looked up, and for a value that
  /// names none.
  public var reference: Reference?
  /// The question about an unlikely value, such as a height of nine feet, to which the person has
  /// answered "yes". The same question is not asked again. Nil if the person has confirmed nothing.
  var stoodBy: Doubt?

  public init(_ text: String, reference: Reference? = nil) {
    self.text = text
    self.reference = reference
  }
}

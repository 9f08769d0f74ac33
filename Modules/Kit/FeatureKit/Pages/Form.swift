/// What can be filled in, and the command that takes it: a form in the browser, options on a command line.
public struct Form: Equatable, PageNode {
  public var title: String
  public var fields: [Field]
  /// The command text to which the filled fields are added as options.
  public var submit: CommandLink

  public init(_ title: String, fields: [Field], submit: CommandLink) {
    self.title = title
    self.fields = fields
    self.submit = submit
  }

  public var block: Block { .form(self) }

  public struct Field: Equatable, Sendable {
    /// The option or argument it fills: `from`.
    public var name: String
    public var label: String
    public var value: String
    public var kind: Kind
    public var problem: String?
    /// What a screen reader calls it; the label when nil.
    public var spoken: String?

    public enum Kind: Equatable, Sendable {
      case text, longText, number, day, flag
      case choice([Choice])
    }

    public struct Choice: Equatable, Sendable {
      public var value: String
      public var label: String

      public init(_ value: String, _ label: String) {
        self.value = value
        self.label = label
      }
    }

    public init(
      _ name: String, _ label: String, value: String = "", kind: Kind = .text,
      problem: String? = nil, spoken: String? = nil
    ) {
      self.name = name
      self.label = label
      self.value = value
      self.kind = kind
      self.problem = problem
      self.spoken = spoken
    }
  }
}

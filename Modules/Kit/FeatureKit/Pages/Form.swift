/// What can be filled in, and the command that takes it: a form in the browser, options on a command line.
public struct Form: Equatable, PageNode {
  /// What the form is for.
  public var title: String
  /// In the order they are filled.
  public var fields: [Field]
  /// The command text to which the filled fields are added as options.
  public var submit: CommandLink

  public init(_ title: String, fields: [Field], submit: CommandLink) {
    self.title = title
    self.fields = fields
    self.submit = submit
  }

  public var block: Block { .form(self) }

  /// One thing to fill in.
  public struct Field: Equatable, Sendable {
    /// The option or argument it fills: `from`.
    public var name: String
    /// What stands beside it.
    public var label: String
    /// What is in it to begin with.
    public var value: String
    /// What can be put in, as far as a browser can help with that.
    public var kind: Kind
    /// What was wrong with the value that was sent; nil when nothing was.
    public var problem: String?
    /// What a screen reader calls it; the label when nil.
    public var spoken: String?

    /// The fields a browser knows.
    public enum Kind: Equatable, Sendable {
      case text, longText, number, day, flag
      case choice([Choice])
    }

    /// One entry of a choice.
    public struct Choice: Equatable, Sendable {
      /// What is sent.
      public var value: String
      /// What is read.
      public var label: String
      /// What it stands under, where many are told apart by it.
      public var group: String?

      public init(_ value: String, _ label: String, group: String? = nil) {
        self.value = value
        self.label = label
        self.group = group
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

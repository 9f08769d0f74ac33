/// Input fields, and the command that takes them. A browser shows a form. On a command line, the
/// fields are options.
public struct Form: Equatable, PageNode {
  /// The purpose of the form.
  public var title: String
  /// The fields in the order in which they are filled in.
  public var fields: [Field]
  /// The command text to which the filled fields are added as options.
  public var submit: CommandLink

  public init(_ title: String, fields: [Field], submit: CommandLink) {
    self.title = title
    self.fields = fields
    self.submit = submit
  }

  public var block: Block { .form(self) }

  /// One field of a form.
  public struct Field: Equatable, Sendable {
    /// The name of the option or argument that the field fills, such as `from`.
    public var name: String
    /// The label next to the field.
    public var label: String
    /// The field's initial value.
    public var value: String
    /// The type of input. A browser uses it if it supports the type.
    public var kind: Kind
    /// The problem of the submitted value. Nil if the value is valid.
    public var problem: String?
    /// The field's name for a screen reader. Nil uses the label.
    public var spoken: String?

    /// The kinds of fields that a browser can show.
    public enum Kind: Equatable, Sendable {
      case text, longText, number, day, flag
      case choice([Choice])
    }

    /// One entry of a choice.
    public struct Choice: Equatable, Sendable {
      /// The value that is sent.
      public var value: String
      /// The label that is shown.
      public var label: String
      /// The heading of the choice's group, if there are many choices.
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

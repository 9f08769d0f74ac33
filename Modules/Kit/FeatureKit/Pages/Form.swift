/// A form on a page: input fields, and the command that receives their values. A browser shows the
/// form. On a command line, a person types the values as options of the command.
public struct Form: Equatable, PageNode {
  /// The heading of the form, which says what it is for.
  public var title: String
  /// The fields in the order in which they are filled in.
  public var fields: [Field]
  /// The command that runs when a person sends the form.
  ///
  /// The values of the fields are added to the command as options.
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
    public var label: String
    /// The value that the field shows before the person changes it.
    public var value: String
    /// The type of input, such as a day.
    ///
    /// A browser shows a matching control if it has one.
    public var kind: Kind
    /// The reason why the submitted value was refused, shown beside the field.
    ///
    /// Nil if there is none.
    public var problem: String?
    /// The field's name for a screen reader. Nil uses the label.
    public var spoken: String?

    /// The kinds of fields that a browser can show.
    public enum Kind: Equatable, Sendable {
      case text, longText, number, day, flag
      case choice([Choice])
    }

    /// One entry of a field that offers a choice, such as an item of a menu.
    public struct Choice: Equatable, Sendable {
      /// The value that the form sends if the entry is chosen.
      public var value: String
      public var label: String
      /// The heading under which a long list shows the entry.
      ///
      /// Nil in a list without headings.
      public var group: String?
      /// Whether the entry means every entry under its heading (`group`). If a person chooses it in
      /// a field with several choices, the other entries of the group are selected too.
      public var isWholeGroup: Bool

      public init(
        _ value: String, _ label: String, group: String? = nil, isWholeGroup: Bool = false
      ) {
        self.value = value
        self.label = label
        self.group = group
        self.isWholeGroup = isWholeGroup
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

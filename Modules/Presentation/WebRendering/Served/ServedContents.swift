public import FeatureKit

/// The form of a command, made from its declaration: labels are its questions, kinds choose the controls.
///
/// It sends `_command` (the command's words) and a field for each parameter under the parameter's name; a secret that is typed
/// twice comes as two values of one name.
public struct ServedForm: Sendable {
  public var command: CommandDescription
  public var fields: [Field]
  /// What is wrong with none of the fields in particular.
  public var problems: [Problem]
  /// Where it is sent: POSTed when the command writes, fetched with GET when it reads.
  public var action: String
  /// The way back; nil where there is none.
  public var cancel: String?
  /// What the form is called; made of the command's summary when nil.
  public var title: String?
  /// What the button says; made of the command's verb when nil.
  public var submit: String?

  /// What stands before a field's name where it is said what the field began with.
  public static let began = "_was."
  /// What stands before the name of the field whose file was pasted as rows instead.
  public static let pasted = "_pasted."

  public struct Field: Sendable {
    public var parameter: ParameterDescription
    /// What is in it: what was sent before, else what is there now, else what is suggested.
    public var values: [String]
    /// What it held when the form was shown first, sent along: only what was changed in the form is changed.
    public var began: [String]?
    /// The record that the value names, to be told by its title.
    public var reference: Reference?
    /// What is wrong with it.
    public var problem: Problem?
    /// Whether the command says it already: it is sent along and not asked.
    public var isFixed = false
    /// The rows that were pasted in the place of its file; nil where none are taken.
    public var pasted: String?
    /// What is added where the name in it was not found: "a school"; nil where nothing is.
    public var adds: String?
    /// Records to choose from, where they are few enough to be listed.
    public var choices: [Form.Field.Choice]

    public init(
      _ parameter: ParameterDescription, values: [String] = [], reference: Reference? = nil,
      problem: Problem? = nil, choices: [Form.Field.Choice] = []
    ) {
      self.parameter = parameter
      self.values = values
      self.reference = reference
      self.problem = problem
      self.choices = choices
    }
  }

  public init(
    _ command: CommandDescription, fields: [Field], problems: [Problem] = [], action: String,
    cancel: String? = nil
  ) {
    self.command = command
    self.fields = fields
    self.problems = problems
    self.action = action
    self.cancel = cancel
  }
}

/// What has to be agreed to before a command goes on.
public struct ServedQuestion: Sendable {
  public var words: String
  /// What goes, and what it takes along, a line each.
  public var details: [String]
  /// What the agreeing button says: "Delete".
  public var agree: String
  /// The command that asked.
  public var command: String
  /// All that was sent with it, and the digest of the question (`_agreed`): sent again by the button.
  public var fields: [FormField]
  public var action: String
  public var cancel: String

  public init(
    _ words: String, details: [String] = [], agree: String, command: String,
    fields: [FormField], action: String, cancel: String
  ) {
    self.words = words
    self.details = details
    self.agree = agree
    self.command = command
    self.fields = fields
    self.action = action
    self.cancel = cancel
  }
}

/// Why there is no page here, in the words of `domain.md` 9.
public struct ServedFault: Sendable {
  public var status: Int
  public var problem: Problem
  /// What can be done now.
  public var links: [CommandLink]

  public init(status: Int, _ problem: Problem, links: [CommandLink] = []) {
    self.status = status
    self.problem = problem
    self.links = links
  }
}

/// Whom the host does not know has one form to fill in.
public struct ServedSignIn: Sendable {
  public var title: String
  public var sentences: [String]
  public var form: ServedForm
  public var links: [CommandLink]

  public init(
    _ title: String, _ sentences: [String] = [], form: ServedForm, links: [CommandLink] = []
  ) {
    self.title = title
    self.sentences = sentences
    self.form = form
    self.links = links
  }
}

/// The first visit: a few words, and the ways to begin.
public struct ServedWelcome: Sendable {
  public var title: String
  public var sentences: [String]
  /// The likeliest first.
  public var choices: [Choice]

  public struct Choice: Sendable {
    public var link: CommandLink
    /// What choosing it means: "About a minute."
    public var detail: String

    public init(_ link: CommandLink, detail: String) {
      self.link = link
      self.detail = detail
    }
  }

  public init(_ title: String, _ sentences: [String], choices: [Choice]) {
    self.title = title
    self.sentences = sentences
    self.choices = choices
  }
}

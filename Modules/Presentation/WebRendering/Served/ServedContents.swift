public import FeatureKit

/// The form of a command on a page from the web server, made from the command's declaration. The
/// labels are the questions of its parameters, and the kind of a parameter decides between a text
/// field, a list and so on.
///
/// The form sends `_command` (the command's words, or `line`) and a field for each parameter under
/// the parameter's name. A secret that is typed twice is sent as two values of one name.
public struct ServedForm: Sendable {
  public var command: CommandDescription
  /// The command line from which the form was made, such as `schools edit s4`. The form sends it
  /// back, so that a form with errors is shown again for the same record. Nil means the command
  /// alone.
  public var line: String?
  public var fields: [Field]
  /// Problems that belong to no single field of the form.
  public var problems: [Problem]
  /// The problem because of which the command cannot be carried out yet. The form shows it when it
  /// opens, before the person has filled in a field.
  public var hindrance: Problem?
  /// The address to which the form is sent. The form uses POST if the command writes, and GET if it
  /// reads.
  public var action: String
  /// The address at which a browser gets the form again, if the form shows values that the person
  /// submitted and that were not stored. It is nil for any other form.
  public var address: String?
  /// The address of the link "Cancel". It is nil if the form has no such link.
  public var cancel: String?
  /// The heading of the form. If it is nil, the heading is the command's summary.
  public var title: String?
  /// The label of the button that sends the form. If it is nil, the label follows from the
  /// command's verb, such as "Delete".
  public var submit: String?
  /// The parts of a long form, such as the profile, each with some of the fields. The page shows
  /// one part at a time, and `fields` contains its fields. The array is empty for a short form.
  public var parts: [Part] = []
  /// The names of the fields that are visible at first in a form inside another page, such as the
  /// page of a school. The other fields are collapsed. It is nil for a form with a page of its own.
  public var inPlace: Set<String>?

  var isInPlace: Bool { inPlace != nil }

  /// A part of a long form, with a page of its own. Each part is saved separately.
  public struct Part: Sendable {
    public var title: String
    public var address: String
    /// The number of fields of the part that have a value. `count` is the number of all its fields.
    public var filled: Int
    public var count: Int
    public var isCurrent: Bool

    public init(title: String, address: String, filled: Int, count: Int, isCurrent: Bool) {
      self.title = title
      self.address = address
      self.filled = filled
      self.count = count
      self.isCurrent = isCurrent
    }
  }

  /// The name of the hidden field that says which part of a long form the page shows. Its value is
  /// `1` for the first part.
  public static let part = "_part"
  /// The name of the button that saves the shown part of a long form and opens another part. The
  /// value of the button is the number of that other part.
  public static let next = "_next"

  /// The prefix of hidden fields with the values that a form showed at first. The server compares
  /// these values with the submitted ones to find the fields that the person has changed.
  public static let began = "_was."
  /// The prefix of the name of a text box into which a person pastes rows instead of choosing a
  /// file.
  public static let pasted = "_pasted."
  /// The name of the radio buttons with which a person chooses one of several records that fit a
  /// typed name. The value of a button is the name of the field and the record's handle (a short
  /// name), as in `with s4`.
  public static let meant = "_meant"
  /// The prefix of hidden fields that say which record a name in a field stands for. The value is
  /// the record's handle and the name, as in `s4 Ohio State University`. The server reads a field
  /// whose names the person did not change as these handles.
  public static let named = "_named."

  public struct Field: Sendable {
    public var parameter: ParameterDescription
    /// The values that the field shows: what was submitted, or else what is stored, or else a
    /// suggestion.
    public var values: [String]
    /// The values of the field when the form was first shown. The form sends them too, so that the
    /// server stores only fields that the person has changed.
    public var began: [String]?
    /// The records whose handles (short names such as `s4`) are the field's values. The page shows
    /// the names of the records.
    public var references: [Reference]
    /// Whether the field shows the handles of its records, because the name of one of them does not
    /// find it. A form that only reads data sends no field that says what a name stands for.
    public var keepsHandles = false
    public var problem: Problem?
    /// Whether the command line already contains the value, such as the school of `schools edit
    /// s4`.
    ///
    /// The form sends it in a hidden field and does not show an input.
    public var isFixed = false
    /// The rows that the person has pasted instead of choosing a file. It is nil if the field
    /// accepts no rows.
    public var pasted: String?
    /// The kinds of record that can be added if no record has the typed name, such as "school".
    public var adds: [String] = []
    /// The typed name that no record has. It is nil if `adds` is empty.
    public var unknownName: String?
    /// The records that the form lists as choices.
    ///
    /// The array is empty if there are too many to list.
    public var choices: [Form.Field.Choice]
    /// Whether the choices are several records that match a typed name, so that the person has to
    /// choose one of them. If the field takes several records, the choices also contain the record
    /// of each other typed name that fits only one.
    public var isOneOfMeant = false
    /// The first of the records that match a typed name, if too many match it to list all as
    /// `choices`. The field stays a text field, and the person can choose one of these records
    /// below it instead of typing.
    public var meant: [Form.Field.Choice] = []
    /// Whether the field must be only one line high. Its choices are then a drop-down list, even if
    /// they are few.
    public var isOneLine = false
    /// The words that a text field shows while it is empty. Nil if it shows none.
    public var placeholder: String?

    public init(
      _ parameter: ParameterDescription, values: [String] = [], references: [Reference] = [],
      problem: Problem? = nil, choices: [Form.Field.Choice] = []
    ) {
      self.parameter = parameter
      self.values = values
      self.references = references
      self.problem = problem
      self.choices = choices
    }

    /// The records of the field, each with the text that stands for it in the field: its name. If
    /// another record of the field has the same name, the text is the handle. In a field of several
    /// records, commas separate the names, so a name is written without its commas.
    ///
    /// The array is empty if a value of the field is not the handle of a record. The page's script
    /// writes the names by the same rule.
    var named: [(handle: String, text: String)] {
      guard !values.isEmpty, references.map(\.handle) == values else { return [] }
      var handles: [String: String] = [:]
      return references.map { record in
        let title = record.title.split(whereSeparator: \.isNewline).joined(separator: " ")
        let name = parameter.isRepeated ? title.filter { $0 != "," } : title
        let isFree = handles[name, default: record.handle] == record.handle
        handles[isFree ? name : record.handle] = record.handle
        return (record.handle, isFree ? name : record.handle)
      }
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

/// A question that a page asks before a command runs, such as whether to delete a record. The
/// command runs only if the person agrees.
public struct ServedQuestion: Sendable {
  public var words: String
  /// The records that are deleted, including the records that depend on them, one line each.
  public var details: [String]
  public var agree: AgreeButton
  /// The command that runs if the person answers the question of this page with yes.
  public var command: String
  /// The fields that the browser sent with the command, and a digest of this question (`_agreed`).
  ///
  /// The button sends all of them again. The command runs only if the digest still fits, so the
  /// person agrees to exactly what the question said.
  public var fields: [FormField]
  public var action: String
  public var cancel: String
  /// Whether the page is the answer to a sent form. A browser that loads the page again then opens
  /// the address of `cancel`.
  public var isAnswer = false

  public init(
    _ words: String, details: [String] = [], agree: AgreeButton, command: String,
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

/// A problem that is shown as a page of its own, such as a missing page or a server error, with its
/// HTTP status.
public struct ServedFault: Sendable {
  public var status: Int
  public var problem: Problem
  /// Links to pages that help to solve the problem.
  public var links: [CommandLink]
  /// The fields of the form whose command could not be run, for example because the database did
  /// not answer. The page has a button that sends them again. The array is empty if there was no
  /// form.
  public var form: [FormField] = []

  public init(status: Int, _ problem: Problem, links: [CommandLink] = []) {
    self.status = status
    self.problem = problem
    self.links = links
  }
}

/// The page that a visitor who is not signed in sees, with the form to sign in.
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

/// The page of the first visit: a few sentences, and links to begin, such as one to create a
/// profile.
public struct ServedWelcome: Sendable {
  public var title: String
  public var sentences: [String]
  /// The links with which a visitor can begin, the most likely one first.
  public var choices: [Choice]

  public struct Choice: Sendable {
    public var link: CommandLink
    /// A note beside the link, such as "About a minute."
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

import CivilTime

/// Functions that return a copy of a command's parameter with a rule for asking: a suggested
/// answer, a label for a browser form, or a condition for a terminal's question.
extension CommandParameter {
  /// Returns a copy of the parameter whose question suggests this answer, as in
  /// `Graduation year  [2028]`. Pressing Enter accepts the suggestion.
  public func suggesting(_ answer: SuggestedAnswer) -> Self {
    var copy = self
    copy.description.suggestion = answer
    return copy
  }

  /// Returns a copy of the parameter that a terminal asks for only if another parameter has one of
  /// these answers. For example, it asks for a name only after the answer `other`.
  ///
  /// A browser form shows both fields, unless the web address already contains another answer.
  public func asked(when parameter: String, is answers: String...) -> Self {
    asked(when: parameter, isOneOf: answers)
  }

  /// Returns a copy of the parameter that a terminal asks for only if another parameter has a
  /// value.
  public func asked(whenGiven parameter: String) -> Self {
    var copy = self
    copy.description.askedWhen = AskCondition(parameter: parameter)
    return copy
  }

  /// Returns a copy of the parameter whose question and form field come directly before those of
  /// another parameter. The order of the two on a command line stays the same.
  public func asked(before parameter: String) -> Self {
    var copy = self
    copy.description.askedBefore = parameter
    return copy
  }

  /// Returns a copy of the parameter with a short label for browser forms, such as `Date`. A field
  /// without a label shows the question, such as "On which day?".
  ///
  /// - Parameter hint: the sentence below the label; nil keeps the hint of the value's type
  ///   (`ValueKind.hint`).
  public func labelled(_ label: String, hint: String? = nil) -> Self {
    var copy = self
    copy.description.label = label
    if let hint { copy.description.hint = hint }
    return copy
  }

  /// Returns a copy of the parameter with one of HTML's autofill tokens, such as `name`, for data
  /// about the person who fills in the form. The browser then offers the values that it has stored
  /// for the token.
  public func ofOneself(_ word: String) -> Self {
    var copy = self
    copy.description.autofill = word
    return copy
  }

  /// A copy of the parameter that browser forms leave out, because it is useful only at a terminal
  /// or to a program, such as `--all`.
  public var forTerminal: Self {
    var copy = self
    copy.description.isForTerminal = true
    return copy
  }

  /// A copy of the parameter that a browser form and a terminal's questions require, although a
  /// command line may omit it.
  public var neededInForm: Self {
    var copy = self
    copy.description.isNeededInForm = true
    return copy
  }

  /// A copy of the parameter whose saved value is filled in again when a person adds another record
  /// directly after the first one.
  public var keptForNext: Self {
    var copy = self
    copy.description.isKeptForNext = true
    return copy
  }

  /// Returns a copy of the parameter that a terminal asks for only if another parameter has one of
  /// these answers.
  public func asked(when parameter: String, isOneOf answers: [String]) -> Self {
    var copy = self
    copy.description.askedWhen = AskCondition(parameter: parameter, answers: answers)
    return copy
  }
}

extension CommandParameter {
  /// Returns a copy of the option with further names, such as `--date` for `--on`.
  public func orNamed(_ names: String...) -> Self {
    var copy = self
    copy.description.otherNames += names
    return copy
  }

  /// A copy of the parameter that a terminal asks for only if the person wants to give more
  /// details.
  ///
  /// A browser form shows all fields.
  public var askedLater: Self {
    var copy = self
    copy.description.isDetail = true
    return copy
  }

  /// Returns a copy of the parameter whose field belongs to this part (fields under one heading) of
  /// a long form. A browser shows one part at a time.
  public func inPart(_ part: FormPart) -> Self {
    var copy = self
    copy.description.part = part
    return copy
  }

  /// Returns a copy of the parameter that says how a command line removes the stored value, for
  /// example with `--clear notes`.
  public func emptied(by emptying: ParameterDescription.Emptying) -> Self {
    var copy = self
    copy.description.emptying = emptying
    return copy
  }

  /// A copy of the parameter whose stored value is removed if its field of a browser form is sent
  /// empty, as by the word `none` on a command line.
  ///
  /// Without this copy, an empty field removes the value only if the form has shown the value.
  public var orLeftEmpty: Self {
    var copy = self
    copy.description.canBeLeftEmpty = true
    return copy
  }

  /// Returns a copy of the option that a command line may contain without a value. The option then
  /// has the value `value`.
  public func orAlone(_ value: String) -> Self {
    var copy = self
    copy.description.alone = value
    return copy
  }

  /// Returns a copy of the option whose value may also be the last word of the command's text, if
  /// it is one of these words.
  ///
  /// Thus `… talked about grades yesterday` gives `--on yesterday`.
  public func orLastWord(_ words: [String]) -> Self {
    var copy = self
    copy.description.lastWords = words
    return copy
  }

  /// A copy of the parameter for which a terminal never asks, even if the command asks for all its
  /// other parameters.
  ///
  /// A command line or a browser form can still have a value for the parameter.
  public var notAsked: Self {
    var copy = self
    copy.description.isAsked = false
    return copy
  }
}

extension Secret {
  /// Returns a copy of the secret that `check` tests as soon as the person has typed it once. If
  /// the check refuses the secret, a terminal does not ask for it a second time.
  public func checked(_ check: @escaping @Sendable (SecretText) throws(Problem) -> Void) -> Secret {
    var copy = self
    copy.check = check
    return copy
  }

  /// A copy of the secret that a person has to type twice at a terminal. The input is hidden, and
  /// an unnoticed typing error would lock the person out.
  public var typedTwice: Secret {
    var copy = self
    copy.description.isTypedTwice = true
    return copy
  }
}

/// The answer that a question suggests, such as `2028`. At a terminal, Enter accepts it.
public enum SuggestedAnswer: Equatable, Sendable, ExpressibleByStringLiteral {
  case text(String)
  /// The current year plus this number, such as a suggested graduation year.
  case year(plus: Int)

  public init(stringLiteral text: String) {
    self = .text(text)
  }

  /// Returns the answer as the question shows it. Pressing Enter accepts this text.
  public func text(in context: ParseContext) -> String {
    switch self {
    case .text(let text): text
    case .year(let more): String(context.today.year + more)
    }
  }
}

/// The condition under which a terminal asks for a parameter: another parameter has one of these
/// answers, or any answer.
public struct AskCondition: Equatable, Sendable {
  /// The name of the other parameter. Its question comes before the conditional one.
  public var parameter: String
  /// The other parameter's answers that fulfill the condition, as they are typed; nil if the
  /// condition accepts any answer.
  public var answers: [String]?

  public init(parameter: String, answers: [String]? = nil) {
    self.parameter = parameter
    self.answers = answers?.map { $0.lowercased() }
  }

  /// Returns whether this answer of the other parameter fulfills the condition.
  public func accepts(_ answer: String) -> Bool {
    let answer = answer.trimmed.lowercased()
    return answers?.contains(answer) ?? !answer.isEmpty
  }

  /// Returns whether the values that a command line or form contains so far fulfill the condition.
  public func holds(for given: GivenValues) -> Bool {
    given[parameter].contains { accepts($0.text) }
  }
}

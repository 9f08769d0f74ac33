import CivilTime

/// Modifiers of parameters for guided forms: suggested answers, and conditions for asking.
extension CommandParameter {
  /// Returns a copy of the parameter whose question suggests this answer, as in
  /// `Graduation year  [2028]`. Pressing Enter accepts the suggestion.
  public func suggesting(_ answer: SuggestedAnswer) -> Self {
    var copy = self
    copy.description.suggestion = answer
    return copy
  }

  /// Returns a copy of the parameter that is asked for only if another parameter has one of these
  /// answers. For example, after `other` the form asks for a name.
  public func asked(when parameter: String, is answers: String...) -> Self {
    asked(when: parameter, isOneOf: answers)
  }

  /// Returns a copy of the parameter with a label for forms. The question is then shown only when
  /// the value is missing.
  public func labelled(_ label: String) -> Self {
    var copy = self
    copy.description.label = label
    return copy
  }

  /// Returns a copy of a parameter about the person who fills in the form. The browser offers the
  /// value that it stored for this autofill token.
  public func ofOneself(_ word: String) -> Self {
    var copy = self
    copy.description.autofill = word
    return copy
  }

  /// A copy of the parameter that no page shows. It is useful only at a terminal or to a program.
  public var forTerminal: Self {
    var copy = self
    copy.description.isForTerminal = true
    return copy
  }

  /// A copy of the parameter that needs a value in a form that shows all fields at once.
  public var neededInForm: Self {
    var copy = self
    copy.description.isNeededInForm = true
    return copy
  }

  /// Returns a copy of the parameter that is asked for only if another parameter has one of the
  /// answers in the list.
  public func asked(when parameter: String, isOneOf answers: [String]) -> Self {
    var copy = self
    copy.description.askedWhen = AskCondition(parameter: parameter, answers: answers)
    return copy
  }
}

extension CommandParameter {
  /// Returns a copy of the option with further names.
  public func orNamed(_ names: String...) -> Self {
    var copy = self
    copy.description.otherNames += names
    return copy
  }

  /// A copy of the parameter that is asked for only after the question "more details?".
  public var askedLater: Self {
    var copy = self
    copy.description.isDetail = true
    return copy
  }

  /// Returns a copy of the parameter in a part of a long form.
  public func inPart(_ part: FormPart) -> Self {
    var copy = self
    copy.description.part = part
    return copy
  }

  /// Returns a copy of the parameter whose stored value can be removed in this way.
  public func emptied(by emptying: ParameterDescription.Emptying) -> Self {
    var copy = self
    copy.description.emptying = emptying
    return copy
  }

  /// Returns a copy of the option that has this value if the option is given without a value.
  public func orAlone(_ value: String) -> Self {
    var copy = self
    copy.description.alone = value
    return copy
  }

  /// Returns a copy of the option that can also take its value from the last word of a text, if
  /// that word is one of `words`.
  public func orLastWord(_ words: [String]) -> Self {
    var copy = self
    copy.description.lastWords = words
    return copy
  }

  /// A copy of the parameter that a form does not ask for.
  public var notAsked: Self {
    var copy = self
    copy.description.isAsked = false
    return copy
  }
}

extension Secret {
  /// Returns a copy of the secret that is checked immediately, before it is typed a second time.
  public func checked(_ check: @escaping @Sendable (SecretText) throws(Problem) -> Void) -> Secret {
    var copy = self
    copy.check = check
    return copy
  }

  /// A copy of the secret that is typed twice at a terminal. The input is hidden, and an unnoticed
  /// typing error would lock the person out.
  public var typedTwice: Secret {
    var copy = self
    copy.description.isTypedTwice = true
    return copy
  }
}

/// An answer that a question offers.
public enum SuggestedAnswer: Equatable, Sendable, ExpressibleByStringLiteral {
  case text(String)
  /// The current year plus this number, such as a suggested graduation year.
  case year(plus: Int)

  public init(stringLiteral text: String) {
    self = .text(text)
  }

  /// Returns the answer as the question shows it and as Enter accepts it.
  public func text(in context: ParseContext) -> String {
    switch self {
    case .text(let text): text
    case .year(let more): String(context.today.year + more)
    }
  }
}

/// A condition for asking a question: another parameter must have one of these answers.
public struct AskCondition: Equatable, Sendable {
  /// The name of the other parameter. It is asked for earlier.
  public var parameter: String
  /// The other parameter's answers that fulfill the condition, as they are typed.
  public var answers: [String]

  public init(parameter: String, answers: [String]) {
    self.parameter = parameter
    self.answers = answers.map { $0.lowercased() }
  }

  /// Returns whether the given values fulfill the condition.
  public func holds(for given: GivenValues) -> Bool {
    given[parameter].contains { answers.contains($0.text.trimmed.lowercased()) }
  }
}

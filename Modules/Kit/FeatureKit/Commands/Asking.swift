import CivilTime

/// How a guided form asks a question: the suggested answer, and the condition for asking.
extension CommandParameter {
  /// The same parameter; the question offers this answer, which Enter takes: `Graduation year  [2028]`.
  public func suggesting(_ answer: SuggestedAnswer) -> Self {
    var copy = self
    copy.description.suggestion = answer
    return copy
  }

  /// The same parameter, asked for only if another answer was one of these: after `other`, the form asks for a name.
  public func asked(when parameter: String, is answers: String...) -> Self {
    asked(when: parameter, isOneOf: answers)
  }

  /// The same parameter with a label for forms; its question becomes the message when it is missing.
  public func labelled(_ label: String) -> Self {
    var copy = self
    copy.description.label = label
    return copy
  }

  /// The same parameter, about the person who fills it in: the browser offers its value for this autofill token.
  public func ofOneself(_ word: String) -> Self {
    var copy = self
    copy.description.autofill = word
    return copy
  }

  /// The same parameter, which no page shows: it means something at a terminal or to a program only.
  public var forTerminal: Self {
    var copy = self
    copy.description.isForTerminal = true
    return copy
  }

  /// The same parameter, which a form that shows all its fields at once is not sent without.
  public var neededInForm: Self {
    var copy = self
    copy.description.isNeededInForm = true
    return copy
  }

  /// The same choice, whose words a form calls so.
  public func called(_ labels: [String: String]) -> Self {
    var copy = self
    copy.description.choiceLabels = labels
    return copy
  }

  /// The same for answers that stand in a list.
  public func asked(when parameter: String, isOneOf answers: [String]) -> Self {
    var copy = self
    copy.description.askedWhen = AskCondition(parameter: parameter, answers: answers)
    return copy
  }
}

extension CommandParameter {
  /// The same option with further names.
  public func orNamed(_ names: String...) -> Self {
    var copy = self
    copy.description.otherNames += names
    return copy
  }

  /// The same parameter, asked for only after "more details?".
  public var askedLater: Self {
    var copy = self
    copy.description.isDetail = true
    return copy
  }

  /// The same parameter in a part of a long form.
  public func inPart(_ part: FormPart) -> Self {
    var copy = self
    copy.description.part = part
    return copy
  }

  /// The same parameter, which is emptied by that option with this one's name: `--clear notes`.
  public func emptied(by option: String) -> Self {
    var copy = self
    copy.description.emptiedBy = option
    return copy
  }

  /// The same option, with a value for its use without one.
  public func orAlone(_ value: String) -> Self {
    var copy = self
    copy.description.alone = value
    return copy
  }

  /// The same option; one of these words at the end of a text in several words is its value.
  public func orLastWord(_ words: [String]) -> Self {
    var copy = self
    copy.description.lastWords = words
    return copy
  }

  /// The same parameter, which a form does not ask for.
  public var notAsked: Self {
    var copy = self
    copy.description.isAsked = false
    return copy
  }
}

extension Secret {
  /// The same secret, checked as soon as it is given, before it is typed again.
  public func checked(_ check: @escaping @Sendable (SecretText) throws(Problem) -> Void) -> Secret {
    var copy = self
    copy.check = check
    return copy
  }

  /// The same secret, typed twice at a terminal: typing is not shown, and a slip would lock the person out.
  public var typedTwice: Secret {
    var copy = self
    copy.description.isTypedTwice = true
    return copy
  }
}

/// An answer that a question offers.
public enum SuggestedAnswer: Equatable, Sendable, ExpressibleByStringLiteral {
  case text(String)
  /// The current year plus this number: a suggestion for a graduation year.
  case year(plus: Int)

  public init(stringLiteral text: String) {
    self = .text(text)
  }

  /// The answer as the question shows it and Enter takes it.
  public func text(in context: ParseContext) -> String {
    switch self {
    case .text(let text): text
    case .year(let more): String(context.today.year + more)
    }
  }
}

/// The answer to another question that makes this one worth asking.
public struct AskCondition: Equatable, Sendable {
  /// The parameter that was asked before this one.
  public var parameter: String
  /// The other parameter's answers that fulfill the condition, as they are typed.
  public var answers: [String]

  public init(parameter: String, answers: [String]) {
    self.parameter = parameter
    self.answers = answers.map { $0.lowercased() }
  }

  /// Whether this parameter should be asked for after the given values.
  public func holds(for given: GivenValues) -> Bool {
    given[parameter].contains { answers.contains($0.text.trimmed.lowercased()) }
  }
}

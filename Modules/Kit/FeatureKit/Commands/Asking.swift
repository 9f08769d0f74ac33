import CivilTime

/// How a question is put in a guided form: the answer it offers, and when it is put at all.
extension CommandParameter {
  /// The same parameter; the question offers this answer, which Enter takes: `Graduation year  [2028]`.
  public func suggesting(_ answer: SuggestedAnswer) -> Self {
    var copy = self
    copy.description.suggestion = answer
    return copy
  }

  /// The same parameter, asked only when another answer was one of these: who answered `other` is asked for a name.
  public func asked(when parameter: String, is answers: String...) -> Self {
    asked(when: parameter, isOneOf: answers)
  }

  /// The same parameter under a label that a form shows; its question is said when it is missing there.
  public func labelled(_ label: String) -> Self {
    var copy = self
    copy.description.label = label
    return copy
  }

  /// The same parameter, about the person who fills it in: a browser offers what it knows under this word of HTML.
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
  /// The same option, which also goes by these names.
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

  /// The same parameter, which that option empties when it is given this one's name: `--clear notes`.
  public func emptied(by option: String) -> Self {
    var copy = self
    copy.description.emptiedBy = option
    return copy
  }

  /// The same option, which without a value stands for this.
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

  /// The same parameter, left out of the questions: for those who name it themselves.
  public var notAsked: Self {
    var copy = self
    copy.description.isAsked = false
    return copy
  }
}

extension Secret {
  /// Refused as soon as it is given, before anybody types it a second time.
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
  /// The current year and so many more: a graduation year to begin with.
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
  /// What must have been answered there, one of these as it is typed.
  public var answers: [String]

  public init(parameter: String, answers: [String]) {
    self.parameter = parameter
    self.answers = answers.map { $0.lowercased() }
  }

  /// Whether this parameter is worth asking for after what was given.
  public func holds(for given: GivenValues) -> Bool {
    given[parameter].contains { answers.contains($0.text.trimmed.lowercased()) }
  }
}

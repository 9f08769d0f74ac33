public import CivilTime

/// How one value of a command is parsed: the allowed values, the words for them in help, and the
/// completion at a terminal.
public struct ValueKind<Value: Sendable>: Sendable {
  /// The placeholder in help, such as `DAY`, `NUMBER` or `TASK`.
  public let placeholder: String
  /// How the shell completes the beginning of such a value, for example with the names of tasks.
  public let completion: Completion
  /// How the text becomes a value: a function parses it, or the host (shell or web server) looks up
  /// the record that it names.
  package let source: Source
  /// Checks for a text that is valid but improbable, such as a height of nine feet, and returns the
  /// question to ask before it is accepted. Nil if the kind has no such check.
  package let doubt: Judge?
  /// The labels that people read for the words of a choice. Nil if people read the words
  /// themselves.
  public private(set) var labels: ChoiceLabels?
  /// The word with which a command line says "no value", such as `none`.
  ///
  /// Nil if there is no such word.
  public private(set) var nothing: String?
  /// Who chooses the words of a value: the program or the person who types them.
  public private(set) var wordSource = WordSource.person
  /// The message if the entered text is empty. Nil uses the general message.
  public private(set) var missing: String?
  /// The sentence about how to write a value, which a form shows below the label, such as "For
  /// example 3 pm". Nil for a value that needs no such sentence.
  public private(set) var hint: String?

  /// A function that returns a question about a valid but unlikely text, such as a height of nine
  /// feet. It returns nil for a likely text.
  package typealias Judge = @Sendable (String, ParseContext) throws(Problem) -> Doubt?

  /// How a text becomes a value: a function parses it, or the host (shell or web server) looks up
  /// the record that it names.
  package enum Source: Sendable {
    case text(@Sendable (String, ParseContext) throws(Problem) -> Value)
    case reference([ReferenceKind], @Sendable (Reference) -> Value)
  }

  /// Creates the type of a command's value whose text the function `parse` converts. The function
  /// throws a problem that names the mistake and gives an example.
  ///
  /// - Parameter words: who chooses the words of a value. By default, they are the person's own
  ///   words, which the program replaces in a text for other people, such as a recording of a
  ///   session.
  public init(
    _ placeholder: String, completion: Completion = .none, words: WordSource = .person,
    parse: @escaping @Sendable (String, ParseContext) throws(Problem) -> Value
  ) {
    self.init(placeholder, completion: completion, parse: parse, doubt: nil)
    wordSource = words
  }

  init(
    _ placeholder: String, completion: Completion,
    parse: @escaping @Sendable (String, ParseContext) throws(Problem) -> Value, doubt: Judge?
  ) {
    self.placeholder = placeholder
    self.completion = completion
    self.doubt = doubt
    source = .text(parse)
  }

  package init(
    _ placeholder: String, references kinds: [ReferenceKind],
    make: @escaping @Sendable (Reference) -> Value
  ) {
    self.placeholder = placeholder
    completion = .references(kinds)
    doubt = nil
    source = .reference(kinds, make)
    wordSource = .program
  }
}

// Functions that derive one `ValueKind` from another. The new one keeps every property that the
// function does not replace.
extension ValueKind {
  /// Returns a `ValueKind` that converts a typed text to a value with the function `parse`, and
  /// that asks about an unlikely text, such as a height of nine feet, with `doubt`. The placeholder
  /// and the completion change only if the caller passes them.
  func reading<Other>(
    as placeholder: String? = nil, completion: Completion? = nil, doubt: Judge?,
    _ parse: @escaping @Sendable (String, ParseContext) throws(Problem) -> Other
  ) -> ValueKind<Other> {
    var kind = ValueKind<Other>(
      placeholder ?? self.placeholder, completion: completion ?? self.completion, parse: parse,
      doubt: doubt)
    kind.labels = labels
    kind.nothing = nothing
    kind.wordSource = wordSource
    kind.missing = missing
    kind.hint = hint
    return kind
  }

  /// Returns a copy with a sentence that says how to write the value. A form shows it below the
  /// label.
  public func hinted(_ hint: String) -> ValueKind {
    var kind = self
    kind.hint = hint
    return kind
  }

  /// Returns a copy for a fixed set of words, for which people read a label in place of each word.
  ///
  /// - Parameter list: the name of the list in which the host (shell or web server) finds labels
  ///   that depend on the person (`ChoiceLabels.list`).
  public func called(
    in list: String? = nil, _ label: @escaping @Sendable (String) -> String?
  ) -> ValueKind {
    var kind = self
    kind.labels = ChoiceLabels(in: list, label)
    return kind
  }

  /// Returns a copy that tells forms the word for "no value", such as `none`.
  ///
  /// The function that parses the text does not change, so it must already accept that word.
  public func nothing(_ word: String) -> ValueKind {
    var kind = self
    kind.nothing = word
    return kind
  }

  /// Returns a `ValueKind` that also accepts a word that means "no value", as in `tasks due t3
  /// none`.
  public func orNothing(_ word: String = "none") -> ValueKind<Value?> {
    switch source {
    case .reference(let kinds, let make):
      return ValueKind<Value?>(placeholder, references: kinds, make: { make($0) })
    case .text(let parse):
      var completions = [word]
      if case .words(let words) = completion { completions = words + completions }
      let isNothing = { @Sendable (text: String) in text.trimmed.lowercased() == word }
      return reading(
        as: "\(placeholder)|\(word)", completion: .words(completions),
        doubt: { [doubt] text, context throws(Problem) in
          isNothing(text) ? nil : try doubt?(text, context)
        }
      ) { text, context throws(Problem) -> Value? in
        isNothing(text) ? nil : try parse(text, context)
      }.nothing(word)
    }
  }

  /// Returns a copy that refuses an empty text and also checks the parsed value.
  ///
  /// - Parameters:
  ///   - missing: the message if the entered text is empty.
  ///   - rule: throws the problem of a value that is not allowed.
  public func requiring(
    _ missing: String,
    _ rule: @escaping @Sendable (Value, ParseContext) throws(Problem) -> Void = { _, _ in }
  ) -> ValueKind {
    guard case .text(let parse) = source else { return self }
    var kind = reading(doubt: doubt) { text, context throws(Problem) -> Value in
      guard !text.trimmed.isEmpty else { throw Problem(.usage, missing) }
      let value = try parse(text, context)
      try rule(value, context)
      return value
    }
    kind.missing = missing
    return kind
  }

  /// Returns a `ValueKind` whose parsed value `make` converts. For example, the values of all
  /// fields of a record are converted to one type.
  public func map<Other>(_ make: @escaping @Sendable (Value) -> Other) -> ValueKind<Other> {
    mapWithText { value, _ in make(value) }
  }

  /// Returns a `ValueKind` whose value is made from the parsed value and the entered text. If the
  /// value is a record, the text is the record's handle (a short name such as `t12`).
  public func mapWithText<Other>(
    _ make: @escaping @Sendable (Value, String) -> Other
  ) -> ValueKind<Other> {
    switch source {
    case .reference(let kinds, let read):
      ValueKind<Other>(placeholder, references: kinds, make: { make(read($0), $0.handle) })
    case .text(let parse):
      reading(doubt: doubt) { text, context throws(Problem) in
        make(try parse(text, context), text)
      }
    }
  }

  /// Returns a copy that also refuses the values for which the check throws. A value that is a
  /// record is not checked, because it is known only after the host (shell or web server) has
  /// looked it up.
  public func checked(
    _ check: @escaping @Sendable (Value, ParseContext) throws(Problem) -> Void
  ) -> ValueKind {
    guard case .text(let parse) = source else { return self }
    return reading(doubt: doubt) { text, context throws(Problem) in
      let value = try parse(text, context)
      try check(value, context)
      return value
    }
  }

  /// Returns a copy that also accepts other spellings of a value. `words` converts them to the
  /// spellings that the original accepts.
  public func spelled(
    _ words: @escaping @Sendable (String) throws(Problem) -> String
  ) -> ValueKind {
    guard case .text(let parse) = source else { return self }
    return reading(
      doubt: { [doubt] text, context throws(Problem) in try doubt?(try words(text), context) }
    ) { text, context throws(Problem) in try parse(try words(text), context) }
  }

  /// Returns a copy for a kind that offers words beside the other values that people may write. A
  /// form shows the labels in place of the words, and the copy accepts a label like its word.
  public func offering(_ label: @escaping @Sendable (String) -> String?) -> ValueKind {
    guard case .words(let words) = completion else { return self }
    return spelled { text throws(Problem) in
      let typed = text.trimmed.lowercased()
      return words.first { label($0)?.lowercased() == typed } ?? text
    }.called(label)
  }
}

/// Who chooses the words of a command's value. A recording of a session replaces people's own
/// words, and keeps the words of the program.
public enum WordSource: Equatable, Sendable {
  /// The value is one of the words that the program knows, or has a fixed form, such as a number.
  case program
  /// The value is a text, a name or an address that the person makes up.
  case person
  /// The value is a state of the United States, by its name or its two letters.
  case state
}

/// The labels that a form shows for the words of a choice.
///
/// The labels come from a function and not from a dictionary. Every start of the program creates
/// the declarations, but only few forms are shown, so most labels are never computed.
public struct ChoiceLabels: Equatable, Sendable {
  /// The name of the list in which the host (shell or web server) finds labels that depend on the
  /// person whose data a form shows. A word without a label in the list has the label of the
  /// declaration. Nil if all people read the same labels.
  public let list: String?
  private let label: @Sendable (String) -> String?

  public init(in list: String? = nil, _ label: @escaping @Sendable (String) -> String?) {
    self.list = list
    self.label = label
  }

  public func callAsFunction(_ word: String) -> String? { label(word) }

  /// Returns true for any two labels, because functions cannot be compared. Two declarations that
  /// have equal words also have equal labels.
  public static func == (left: ChoiceLabels, right: ChoiceLabels) -> Bool { true }
}

/// How the shell completes the beginning of a value on a command line.
public enum Completion: Equatable, Sendable {
  case none
  case words([String])
  case references([ReferenceKind])
  case file
  /// The shell completes the word with the values that it knows under this name, such as profiles
  /// or time zones.
  case named(String)
  /// Any text is accepted. The shell only suggests the values that it knows under this name.
  case suggested(String)
}

/// The values on which parsing a word depends, besides the word itself.
public struct ParseContext: Sendable {
  /// The moment from which `today` and `-30d` are counted.
  public var now: Instant
  /// The viewer's time zone, which decides the local day.
  public var zone: Zone

  public init(now: Instant, zone: Zone) {
    self.now = now
    self.zone = zone
  }

  /// The current day in the time zone of the viewer (the signed-in person).
  public var today: CalendarDay { zone.day(of: now) }
}

extension ValueKind where Value == Reference {
  /// The type of a command's value that names a record, for example by `s4`. The host (shell or web
  /// server) looks up the record before the command runs.
  public static func reference(_ kinds: ReferenceKind...) -> ValueKind {
    ValueKind(
      kinds.map { $0.singular.uppercased() }.joined(separator: "|"), references: kinds,
      make: { $0 })
  }
}

extension ValueKind where Value == String {
  /// Returns the type of a command's value that is a text of at most `max` characters, without
  /// white space at its ends. An empty text is refused.
  public static func text(
    max: Int = 500, placeholder: String = "TEXT", words: WordSource = .person
  ) -> ValueKind {
    ValueKind(placeholder, words: words) { text, _ throws(Problem) in
      let trimmed = text.trimmed
      guard !trimmed.isEmpty else {
        throw Problem(.usage, "An empty text cannot be used here.")
      }
      guard trimmed.count <= max else {
        throw Problem(
          .usage, "That text has \(trimmed.count) characters; at most \(max) fit.",
          fix: "Shorten it by \(trimmed.count - max).")
      }
      return trimmed
    }
  }

  /// The type of a command's value that is the path of a file to read or write. The host (shell or
  /// web server) opens the file.
  public static var file: ValueKind {
    ValueKind("FILE", completion: .file, words: .program) { text, _ throws(Problem) in
      guard !text.isEmpty, !text.utf8.contains(0) else {
        throw Problem(.usage, "`\(text)` is not the name of a file.")
      }
      return text
    }
  }
}

extension ValueKind where Value == Int {
  /// Returns the type of a command's value that is a whole number within a range. A number outside
  /// of the range is refused, and the message names the range.
  public static func integer(_ range: ClosedRange<Int>, placeholder: String = "NUMBER") -> ValueKind
  {
    ValueKind(placeholder, words: .program) { text, _ throws(Problem) in
      guard let number = Int(text.trimmed) else {
        throw Problem(
          .usage, "`\(text)` is not a whole number.",
          fix: "Use a number from \(range.lowerBound) to \(range.upperBound).")
      }
      guard range.contains(number) else {
        throw Problem(
          .usage, "\(number) is out of range.",
          fix: "Use a number from \(range.lowerBound) to \(range.upperBound).")
      }
      return number
    }
  }
}

extension ValueKind where Value == Double {
  /// Returns the type of a command's value that is a finite number of any precision.
  public static func number(
    _ range: ClosedRange<Double>? = nil, example: String = "85.5"
  ) -> ValueKind {
    ValueKind("NUMBER", words: .program) { text, _ throws(Problem) in
      let isDecimal = text.utf8.allSatisfy { $0 != UInt8(ascii: "x") && $0 != UInt8(ascii: "X") }
      guard isDecimal, let number = Double(text.trimmed), number.isFinite else {
        throw Problem(.usage, "`\(text)` is not a number.", fix: "Example: \(example)")
      }
      if let range, !range.contains(number) {
        throw Problem(
          .usage, "\(text.trimmed) is out of range.",
          fix: "Use a number from \(plain(range.lowerBound)) to \(plain(range.upperBound)).")
      }
      return number
    }
  }
}

/// Returns a limit as people write it, such as `100` for `100.0`.
private func plain(_ number: Double) -> String {
  Int(exactly: number).map(String.init) ?? String(number)
}

extension ValueKind where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// The type of a command's value that is one of a fixed set of words. Upper and lower case are
  /// equal, and so are `-` and `_`.
  public static var choice: ValueKind { oneOf { _ in nil } }

  /// Returns the parser `choice` for which people read labels in place of the words. If a person
  /// mistypes a label, the problem suggests the word of the most similar label.
  public static func labelledChoice(
    in list: String? = nil, _ label: @escaping @Sendable (String) -> String?
  ) -> ValueKind { oneOf(label).called(in: list, label) }

  private static func oneOf(_ label: @escaping @Sendable (String) -> String?) -> ValueKind {
    let words = Value.allCases.map { $0.rawValue.replacingUnderscores }
    return ValueKind(words.joined(separator: "|"), completion: .words(words), words: .program) {
      text, _ throws(Problem) in
      let wanted = text.trimmed.lowercased().replacingUnderscores
      if let value = Value.allCases.first(where: {
        $0.rawValue.lowercased().replacingUnderscores == wanted
      }) {
        return value
      }
      throw Problem.noChoice(text, among: words, called: label)
    }
  }
}

extension Problem {
  /// Returns the problem with a word that is not one of the choices. The problem also asks whether
  /// the most similar choice was meant, or the first choice that begins with the word.
  ///
  /// - Parameters:
  ///   - label: returns the label that people read for a choice; nil for a choice without one. The
  ///     word is compared with the labels too.
  ///   - title: what is wrong; nil says that the word is not one of the choices.
  ///   - fix: what to do; nil lists the choices.
  public static func noChoice(
    _ text: String, among choices: [String], called label: (String) -> String? = { _ in nil },
    title: String? = nil, fix: String? = nil
  ) -> Problem {
    let typed = text.trimmed.replacingUnderscores
    var names = choices.map { (name: $0, choice: $0) }
    for choice in choices {
      let name = label(choice)?.lowercased().replacing(" ", with: "-")
      if let name, !choices.contains(name) { names.append((name, choice)) }
    }
    let all = names.map(\.name)
    let nearest =
      Suggestion.nearest(to: typed, among: all)
      ?? Suggestion.candidates(all, beginningWith: typed).first
    let meant = names.first { $0.name == nearest }?.choice
    return Problem(
      .usage, title ?? "`\(text)` is not one of the choices.",
      details: meant.map { [meaning($0)] } ?? [], fix: fix ?? choosing(choices))
  }

  /// Returns the sentence that lists the choices. A form calls it with the labels of the choices in
  /// place of their words.
  public static func choosing(_ choices: [String]) -> String {
    "Choose: " + choices.joined(separator: ", ")
  }

  /// Returns the question whether a word of the choices was meant.
  public static func meaning(_ word: String) -> String { "Did you mean `\(word)`?" }

  /// The end of a problem's title if a name fits several records. The problem's details list these
  /// records.
  public static let useOneOf = "Use one of:"

  /// The problem of an empty field in a form, if the command needs a value for it.
  public static let leftEmpty = Problem(.usage, "This cannot be left empty.")
}

extension String {
  /// The text with `-` for every `_`, because people type both.
  public var replacingUnderscores: String {
    let (underscore, hyphen) = (UInt8(ascii: "_"), UInt8(ascii: "-"))
    guard utf8.contains(underscore) else { return self }
    return String(decoding: utf8.map { $0 == underscore ? hyphen : $0 }, as: UTF8.self)
  }
}

import Composition
import Conversation
import FeatureKit
import ShellHost
import Testing

/// Checks the words that people read at the fields of all forms. They come from the declarations,
/// so new commands are tested automatically.
@Suite("The words at every field")
struct FieldWordsTests {
  /// A field of a form in a browser, with the command and the name of the option for messages.
  struct Field: Sendable, CustomTestStringConvertible {
    var command: String
    var parameter: ParameterDescription

    var testDescription: String { "\(command) \(parameter.name)" }
  }

  /// The fields of the commands of all features. The commands of the host have pages of their own.
  static let fields = Compass.reference.commands
    .filter { !HostCommand.words.contains($0.noun) }
    .flatMap { command in
      command.parameters.filter { !$0.isForTerminal && !$0.namesMadeFile }.map {
        Field(command: command.words, parameter: $0)
      }
    }

  /// The placeholders of values that people know how to write.
  private static let wellKnown: Set<Substring> = [
    "ADDRESS", "DAY", "LINK", "NAME", "NUMBER", "PHONE", "STATE", "TEXT", "YEAR",
  ]

  @Test("A field has a label or a question of its own, besides the words of the help")
  func labels() {
    #expect(Self.fields.count > 150)
    for field in Self.fields {
      let parameter = field.parameter
      let isOwnQuestion = ![parameter.summary, parameter.name].contains {
        parameter.question == "\($0)?"
      }
      // The words of the help of a flag say what it does, as the label of a box has to.
      let isLabelled = parameter.label != nil || isOwnQuestion
      let words = parameter.label ?? parameter.question
      #expect(isLabelled && !words.isEmpty, "\(field.testDescription): \(words)")
      #expect(words.first?.isLowercase == false, "\(field.testDescription): \(words)")
      for sign in ["`", "--", ";", "_"] {
        #expect(!words.contains(sign), "\(field.testDescription): \(words)")
      }
    }
  }

  @Test("What closes an action item is offered by the page of an open one and by no menu")
  func closing() {
    let closing = Compass.reference.commands.filter {
      ["suggestions complete", "suggestions dismiss"].contains($0.words)
    }
    #expect(closing.count == 2 && closing.allSatisfy(\.isOfferedByPage))
  }

  @Test("A field whose kind of value does not show how to write it has a hint")
  func hints() {
    for field in Self.fields where !Self.showsHowToWrite(field.parameter) {
      let words = field.parameter.label ?? field.parameter.question
      // The text in brackets at the end of a label becomes the hint.
      #expect(
        field.parameter.hint != nil || words.hasSuffix(")"),
        "\(field.testDescription), \(field.parameter.placeholder): \(words)")
    }
  }

  /// The labels that are no questions and still say what to write.
  private static let plainLabels: Set<String> = [
    "A web page about it", "City", "Date", "E-mail address", "First name", "How it went",
    "Its last day, if it is another", "Its link", "Last name", "Name", "Notes", "Phone", "State",
    "The school's name", "Their e-mail address", "What was said",
  ]

  @Test("A text, a number or a day of a record has a hint, unless its label says what to write")
  func hintsOfRecords() {
    let nouns = [
      "schools", "coaches", "interactions", "offers", "events", "documents", "letters",
      "performance", "measures",
    ]
    let written = Self.fields.filter { field in
      let words = field.command.split(separator: " ").map(String.init)
      return words.count == 2 && nouns.contains(words[0])
        && ["add", "edit", "log", "upload"].contains(words[1]) && Self.isWritten(field.parameter)
    }
    #expect(written.count > 60)
    for field in written {
      let (label, hint) = field.parameter.labelAndHint
      #expect(
        hint != nil || label.hasSuffix("?") || Self.plainLabels.contains(label),
        "\(field.testDescription): \(label)")
    }
  }

  /// Returns whether people write the value themselves instead of choosing it.
  private static func isWritten(_ parameter: ParameterDescription) -> Bool {
    guard parameter.role != .flag, parameter.role != .secret,
      wellKnown.contains(parameter.valueWord) || parameter.valueWord == "UNIT"
    else { return false }
    return switch parameter.completion {
    case .none, .words: true
    case .references, .file, .named, .suggested: false
    }
  }

  /// Returns whether the field offers what can be chosen, or has a kind of value that needs no
  /// explanation.
  private static func showsHowToWrite(_ parameter: ParameterDescription) -> Bool {
    if parameter.role == .flag || parameter.role == .secret { return true }
    if wellKnown.contains(parameter.valueWord) { return true }
    return switch parameter.completion {
    case .words(let words): words.contains { parameter.emptying != .word($0) }
    case .references, .file, .named, .suggested: true
    case .none: false
    }
  }
}

import CivilTime
import Domain
import FeatureKit

extension AccountFeature {
  var profileCommands: Under<Self> {
    Under("profile") {
      Command(
        "show", "Show the athlete's profile, and what a packet still lacks.", .reads,
        examples: [CommandExample("profile", prints: "My Profile\n…")]
      ) { .pageRequested(.profile) }
      Command(
        "edit", "Change the profile; several things at once are one step.", .writesOwn,
        table: ProfileTarget.all.map(\.option),
        Option("clear", .emptiedField, "Leave nothing there").repeated.notAsked.forTerminal,
        examples: [
          CommandExample(
            #"profile edit --height "6'1\"" --gpa 3.7"#,
            prints: "✓ Saved: Height 6'1\", GPA 3.70.\n…"),
          CommandExample("profile edit --clear twitter", prints: "✓ Saved: Twitter emptied.\n…"),
        ]
      ) { given, cleared in
        let changes = ProfileTarget.all.compactMap { given[$0.name] }
        return .profileEditRequested(changes + cleared)
      }
      .guided
      .beginning { _ throws(Problem) in try await typedProfile() }
      .leavingOut { given throws(Problem) in try await fieldsOfOthers(given) }
      .explained(
        "Without options a terminal asks one question after the other: Enter keeps what is there, - empties it. An option without a value asks for that one: profile edit --height. A parent changes their own name, e-mail and phone."
      )
    }
  }
}

extension ProfileTarget {
  fileprivate var option: Option<ProfileChange> {
    var option = Option(name, kind, summary, ask: question)
      .labelled(title, hint: showsExample ? "For example \(example)\(unit)" : nil)
      .inPart(ProfileGroup.part(of: self))
    if emptied != nil { option = option.emptied(by: .option("clear")) }
    if let autofill { option = option.ofOneself(autofill) }
    return isAsked ? option : option.notAsked
  }

  /// HTML's autofill token for the value. It is nil for a value that browsers do not store.
  private var autofill: String? {
    switch self {
    case .name: "name"
    case .accountEmail: "email"
    case .field(let field):
      switch field.kind {
      case .email: "email"
      case .phone: "tel"
      case .zip: "postal-code"
      default: Self.autofillOfHome[field.name]
      }
    }
  }

  private static let autofillOfHome = [
    "address": "address-line1", "city": "address-level2", "state": "address-level1",
  ]

  /// The question with which a terminal asks for this value.
  ///
  /// A field with a list of suggestions, such as the sport or the position, has no example, because
  /// an example would fit only one sport.
  private var question: String {
    if case .field(let field) = self, field.offered != nil { return title }
    return "\(title), for example \(example)"
  }

  /// Whether a form shows an example below the label. A field whose choices are listed needs none.
  private var showsExample: Bool {
    guard case .field(let field) = self else { return true }
    switch field.kind {
    case .choice, .flag: return false
    case .text, .texts, .whole, .decimal, .height, .graduationYear, .handle, .phone, .email, .zip,
      .links:
      return field.offered == nil
    }
  }

  /// The unit, such as `lb`, that a form adds to the example of a number; empty if the number has
  /// no unit.
  private var unit: String {
    guard case .field(let field) = self, case .whole(_, let unit?) = field.kind else { return "" }
    return " \(unit)"
  }

  private var summary: String {
    switch self {
    case .name, .accountEmail: title
    case .field(let field): field.summary
    }
  }

  private var kind: ValueKind<ProfileChange> {
    switch self {
    case .name:
      ValueKind("NAME") { text, _ throws(Problem) in .name(try Typed.name(text)) }
    case .accountEmail:
      ValueKind("ADDRESS") { text, _ throws(Problem) in
        .accountEmail(try Typed.email(text))
      }
    case .field(let field):
      ValueKind<ProfileChange>(
        field.kind.placeholder,
        completion: field.offered.map(Completion.suggested) ?? field.kind.completion,
        words: field.kind.wordSource
      ) {
        text, context throws(Problem) in
        let value = try field.value(typed: text, today: context.today)
        guard !value.isEmpty else {
          throw Problem(
            .usage, "\(field.title) cannot be set to an empty text.",
            fix: emptied == nil ? nil : "To leave nothing there:  profile edit --clear \(name)")
        }
        return .field(value)
      }.judged { change, context in
        guard case .field(let value) = change else { return .likely }
        return value.plausibility(today: context.today)
      }
    }
  }
}

extension ProfileField.Kind {
  fileprivate var placeholder: String {
    switch self {
    case .text: "TEXT"
    case .texts: "A,B"
    case .whole, .decimal: "NUMBER"
    case .height: "HEIGHT"
    case .graduationYear: "YEAR"
    case .choice(let choices): choices.map(\.word).joined(separator: "|")
    case .flag: "yes|no"
    case .handle: "NAME"
    case .phone: "PHONE"
    case .email: "ADDRESS"
    case .zip: "ZIP"
    case .links: "LINK"
    }
  }

  fileprivate var wordSource: WordSource {
    switch self {
    case .text, .handle, .email: .person
    case .texts, .whole, .decimal, .height, .graduationYear, .choice, .flag, .phone, .zip, .links:
      .program
    }
  }

  fileprivate var completion: Completion {
    switch self {
    case .choice(let choices): .words(choices.map(\.word))
    case .flag: .words(["yes", "no"])
    case .text, .texts, .whole, .decimal, .height, .graduationYear, .handle, .phone, .email, .zip,
      .links:
      .none
    }
  }
}

extension ValueKind<ProfileChange> {
  /// Parses the value of `--clear`, such as `gpa`: the name of the profile field that is emptied.
  /// Refuses the name and the graduation year, which a profile always has.
  fileprivate static var emptiedField: ValueKind {
    let names = ProfileTarget.all.filter { $0.emptied != nil }.map(\.name)
    return ValueKind("FIELD", completion: .words(names), words: .program) {
      text, _ throws(Problem) in
      let wanted = text.trimmed.lowercased()
      if let target = ProfileTarget.named(wanted) {
        if let emptied = target.emptied { return emptied }
        throw Problem(
          .usage, "A profile keeps its \(target.title.lowercased()).",
          fix: "To change it:  profile edit --\(target.name)")
      }
      throw Problem.noChoice(
        text, among: names, title: "`\(text)` is no field of a profile.")
    }
  }
}

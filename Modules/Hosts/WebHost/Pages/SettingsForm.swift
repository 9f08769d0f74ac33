import Conversation
import FeatureKit
import HTTP
import WebRendering

// Shows the program's settings as one form. At a terminal, the command `set` changes them one by
// one.
extension PageFrame {
  /// Returns the form with the settings.
  ///
  /// - Parameter given: the submitted values, which were not stored because one of them is invalid.
  func settingsForm(
    given: [String: [String]] = [:], faults: [FieldFault] = []
  ) async throws(Problem) -> ServedForm {
    try await conversation.loadSettings()
    let fields = shownSettings.map { setting in
      let stored = conversation.settings[setting]
      return ServedForm.Field(
        setting.asField,
        values: given[setting.rawValue]
          ?? [setting.isTyped && stored == setting.usual ? "" : stored],
        problem: faults.first { $0.parameter == setting.rawValue }?.problem)
    }
    var form = ServedForm(
      HostCommand.set.description, fields: fields, action: Addresses.command, cancel: "/")
    form.title = "Settings of this computer"
    form.submit = "Save"
    return form
  }

  /// The settings in the form. Those about a terminal, such as its colors, are included only if the
  /// setting `terminal` is on.
  var shownSettings: [Setting] {
    [.timezone, .terminal]
      + (conversation.settings.showsTerminal ? [.theme, .color, .width, .accessible] : [])
  }
}

extension WebHost {
  func settingsPage(_ frame: PageFrame, _ request: HTTP.Request) async throws -> Response {
    if frame.looking.identity == nil, let page = try await signInPage(nil, frame) { return page }
    let outcome = request.query[Addresses.saidKey].flatMap { frame.session.outcome($0) }
    let form = try await frame.settingsForm()
    return Response(
      .ok, .html, try await frame.html(.form(form)) { page in page.outcome = outcome })
  }
}

extension CommandWork {
  /// Stores the settings of the form. If one setting is invalid, none is stored.
  func saveSettings(_ sent: SentForm, _ frame: PageFrame) async throws -> CommandReply {
    if frame.looking.identity == nil, let page = try await host.signInPage(nil, frame) {
      return CommandReply(response: page)
    }
    try await frame.conversation.loadSettings()
    var values: [(setting: Setting, value: String)] = []
    var faults: [FieldFault] = []
    for setting in frame.shownSettings {
      let typed = sent.fields[setting.rawValue]?.first?.trimmed ?? ""
      do throws(Problem) {
        values.append((setting, typed.isEmpty ? setting.usual : try setting.checked(typed)))
      } catch {
        faults.append(FieldFault(parameter: setting.rawValue, problem: error))
      }
    }
    if let first = faults.first {
      let form = try await frame.settingsForm(given: sent.fields, faults: faults)
      return CommandReply(
        response: Response(first.problem.status, .html, try await frame.html(.form(form))))
    }
    for (setting, value) in values where value != frame.conversation.settings[setting] {
      try await frame.conversation.keep(value, as: setting)
    }
    let address = try await said(
      ServedOutcome(Done("Your settings are saved.")), at: frame.addresses.anyLine(sent.line))
    return CommandReply(response: .seeOther(try RequestTarget(address)), leadsTo: address)
  }
}

extension Setting {
  /// Whether a person types the value of the setting and does not choose it from a list. If its
  /// field is left empty, the setting gets its default value.
  fileprivate var isTyped: Bool { self == .timezone || self == .width }

  fileprivate var asField: ParameterDescription {
    let kind =
      isTyped
      ? ValueKind<String>.text(max: 64)
      : ValueKind<String>(
        choices.joined(separator: "|"), completion: .words(choices), words: .program
      ) { text, _ in text }
    var field = Option(rawValue, kind, label).description
    field.label = "\(label) (\(hint))"
    field.choiceLabels = ChoiceLabels { word in
      switch word {
      case "auto": self == .color ? "Where the terminal can show them" : "As the terminal is"
      default: word.capitalizedFirst
      }
    }
    return field
  }

  private var label: String {
    switch self {
    case .timezone: "Your time zone"
    case .terminal: "For the terminal"
    case .theme: "Background of the terminal"
    case .color: "Colors in the terminal"
    case .width: "Width of pages in the terminal"
    case .accessible: "Plain sentences in the terminal"
    }
  }

  private var hint: String {
    switch self {
    case .timezone:
      "It says where your days begin and end. Leave it empty to use that of this computer, or write one such as America/New_York."
    case .terminal:
      "Pages then also show the short names of records and the command of each page, for people who use a terminal."
    case .theme: "Colors are chosen so that they can be read on it."
    case .color: "They mark what is late or done."
    case .width: "Leave it empty to use the width of the window, or write a number from 40 to 200."
    case .accessible: "One fact a line, for a screen reader."
    }
  }
}

import FeatureKit
import FeatureTesting

@testable import WebRendering

/// A web host without features, in which a command that writes is a button and one that reads is a
/// link.
enum ServedPages {
  static var target: @Sendable (String) -> HTMLTarget? {
    { command in
      if command.contains("complete") || command.contains("toggle") { return .action("/command") }
      if command.contains("csv") { return .file("/reports.csv") }
      if command.contains("html") { return .preview("/preview") }
      return .page("/" + command.split(separator: " ").joined(separator: "/"))
    }
  }

  static func page(_ content: ServedPage.Content) -> ServedPage {
    var page = ServedPage(
      content, addresses: ServedAddresses(styleSheet: "/style.css", script: "/script.js"),
      target: target)
    page.person = ServedPerson(
      "Casey", role: "Athlete", links: [CommandLink("Sign out", "account sign-out complete")])
    page.navigation = [
      NavigationItem("Dashboard", "dashboard", shortLabel: "Home", isCurrent: true),
      NavigationItem("Tasks", "tasks", count: "3"),
      NavigationItem("Schools", "schools", group: .records),
      NavigationItem("Family", "family", group: .more),
    ]
    page.quick = [CommandLink("Add a school", "schools add")]
    page.line = "tasks --status done"
    page.recentLines = ["tasks", "schools show s1"]
    page.formFields = [FormField("_token", "secret-of-the-session"), FormField("_once", "17")]
    page.outcome = ServedOutcome(
      Done("t19 is complete."), undo: .init("Undo: complete t19", step: "41"))
    return page
  }

  static let command = CommandDescription(
    noun: "interactions", verb: "log", summary: "Log a contact: how, with whom.", mode: .writes,
    parameters: [
      Argument("type", ValueKind<String>.text(placeholder: "TYPE"), ask: "How? (email, text, …)")
        .description,
      Argument("with", .reference(coach, school), ask: "With whom?").description,
      Option("on", .day, "The day; today unless said").description,
      Option("sentiment", mood, "How it went").description,
      Option("many", choice, "One of many").description,
      Flag("in", "They began; otherwise you did").description,
      Secret("passphrase", "Passphrase", ask: "Your passphrase").typedTwice.description,
      Option("weight", .number(), "Weight: in pounds").description,
      Option("note", .text(), "What was said").asked(when: "in", is: "yes").description,
    ])

  static let coach = ReferenceKind(letter: "c", singular: "coach", plural: "coaches")
  static let school = ReferenceKind(letter: "s", singular: "school", plural: "schools")
  static let mood = ValueKind<String>("good|very-bad", completion: .words(["good", "very-bad"])) {
    text, _ in text
  }
  static let choice = ValueKind<String>(
    (1...9).map { "choice-\($0)" }.joined(separator: "|"),
    completion: .words((1...9).map { "choice-\($0)" })
  ) { text, _ in text }

  static func form(
    _ values: [String: [String]] = [:], faults: [String: Problem] = [:], others: [Problem] = []
  ) -> ServedForm {
    ServedForm(
      command,
      fields: command.parameters.map {
        ServedForm.Field($0, values: values[$0.name] ?? [], problem: faults[$0.name])
      }, problems: others, action: "/interactions/log", cancel: "/interactions")
  }

  static var listing: ServedForm { listing([:]) }

  static func listing(_ values: [String: [String]]) -> ServedForm {
    var command = command
    command.mode = .reads
    command.parameters = [
      Option("status", mood, "Only these").description,
      Option("search", .text(), "Words in it").description,
      Option("sort", mood, "In this order").description,
      Flag("reverse", "The other way round").description,
    ]
    return ServedForm(
      command,
      fields: command.parameters.map {
        ServedForm.Field(
          $0, values: $0.name == "search" ? ["a & b"] : values[$0.name] ?? [])
      }, action: "/c?line=tasks%20list&athlete=7")
  }
}

import CivilTime
import Domain
import ExampleBackend
import FeatureKit
import FeatureTesting
import Performance
import Testing

@Suite("What cannot be meant")
struct BadInputTests {
  struct Wrong: Sendable, CustomTestStringConvertible {
    var line: String
    var words: String
    var fix: String?
    var cause = Cause.usage

    init(_ line: String, _ words: String, fix: String? = nil, cause: Cause = .usage) {
      self.line = line
      self.words = words
      self.fix = fix
      self.cause = cause
    }

    var testDescription: String { line }
  }

  private static let types =
    "See which there are:  measures"
  private static let dates = "Examples: today, Friday, 30 days ago, Feb 10, 2026-02-10"
  private static let number = "Write a number such as 85.5, or a time such as 1:05.2."

  @Test(
    "Each is refused with a sentence, and nothing is asked of any gateway",
    arguments: [
      Wrong("metrics log", "`metric` is missing."),
      Wrong("metrics log velocity", "`value` is missing."),
      Wrong("metrics log height 3", "`height` is not one of the choices.", fix: types),
      Wrong("metrics log velo 3", "`velo` is not one of the choices.", fix: types),
      Wrong("metrics log velocity fast", "`fast` is not a number.", fix: number),
      Wrong("metrics log velocity nan", "`nan` is not a number.", fix: number),
      Wrong("metrics log velocity inf", "`inf` is not a number.", fix: number),
      Wrong("metrics log velocity 0x10", "`0x10` is not a number.", fix: number),
      Wrong("metrics log velocity 1e999", "`1e999` is not a number.", fix: number),
      Wrong("metrics log velocity 85,5", "`85,5` is not a number.", fix: number),
      Wrong(
        "metrics log velocity 85 --on tomorrow", "Feb 11, 2026 has not come yet.",
        fix: "Log it when it has been measured."),
      Wrong("metrics log velocity 85 --on soon", "`soon` is not a date.", fix: dates),
      Wrong(
        "metrics log velocity 85 --on 2026-02-30",
        "There is no day `2026-02-30` in the calendar.", fix: dates),
      Wrong("metrics log velocity 85 --event e9", "There is no event e9.", cause: .notFound),
      Wrong("metrics log velocity 85 86", "`85 86` is not a number.", fix: number),
      Wrong("metrics goal velocity", "`goal` is missing."),
      Wrong(
        "metrics goal velocity soon", "`soon` is not a number.",
        fix: "Write a number such as 85, .320 or 1:05.2."),
      Wrong(
        "metrics goal velocity 85 --by 2025-06", "Jun 30, 2025 is over.",
        fix: "Give a day that is still to come."),
      Wrong(
        "metrics goal velocity 85 by someday", "`someday` is not a date.",
        fix: "Examples: june, Jun 30, 2026-08-10"),
      Wrong("metrics goal velocity 85 by", "`` is not a date."),
      Wrong(
        "metrics goal velocity 85 by 2025-06", "Jun 30, 2025 is over.",
        fix: "Give a day that is still to come."),
      Wrong("metrics log velocity 85 --colour red", "`performance log` has no option --colour."),
      Wrong(
        "metrics log velocity 85 --unit abcdefghijklmnopqrstu",
        "That unit has 21 characters; at most 20 fit.", fix: "Examples: mph, sec, avg"),
      Wrong("metrics show m99", "There is no metric m99.", cause: .notFound),
      Wrong("metrics edit m1 --value many", "`many` is not a number.", fix: number),
      Wrong(
        "metrics edit m1 --on 2027-01-01", "Jan 1, 2027 has not come yet.",
        fix: "Log it when it has been measured."),
      Wrong(
        "metrics edit m1 --verified maybe", "`maybe` is not one of the choices.",
        fix: "Choose: yes, no"),
      Wrong("metrics delete m99", "There is no metric m99.", cause: .notFound),
      Wrong("metrics verify e1", "`e1` does not name a metric (m…)."),
      Wrong(
        "metrics chart speed", "`speed` is not one of the choices.", fix: types),
      Wrong("metrics --from never", "`never` is not a date.", fix: dates),
      Wrong(
        "metrics export xlsx", "`xlsx` is not one of the choices.", fix: "Choose: csv, pdf"),
      Wrong("metrics export", "`form` is missing."),
    ])
  func refused(wrong: Wrong) async throws {
    let prompt = Prompt()
    let known = try await prompt.stage.references()
    let calls = prompt.stage.backend.hook.calls
    do {
      let action = try await prompt.stage.feature.action(
        for: wrong.line, knowing: known, now: ExampleFamily.now)
      Issue.record("\(wrong.line) became \(action)")
    } catch {
      #expect(error.title == wrong.words)
      #expect(error.cause == wrong.cause)
      if let fix = wrong.fix { #expect(error.fix == fix) }
    }
    #expect(prompt.stage.backend.hook.calls == calls)
  }

  @Test(
    "Handle form validation errors (missing required fields)",
    arguments: [
      ("metrics log \"\" 85", "Please select a metric type"),
      ("metrics log velocity \"\"", "Please enter a value"),
      ("metrics log velocity 85 --on \"\"", "Please select a date"),
    ])
  func missing(line: String, words: String) async throws {
    await #expect(throws: Problem(.usage, words)) {
      try await Stage().feature.action(for: line, now: ExampleFamily.now)
    }
    let questions = Stage().feature.commands.first { $0.description.verb == "log" }?.description
      .parameters.prefix(3).map(\.question)
    #expect(
      questions == [
        "Please select a metric type", "Please enter a value", "Please select a date",
      ], "a form asks with the same words")
  }

  @Test("The form of a stored measurement has the button Save Changes")
  func saveChanges() {
    let edit = Stage().feature.commands.map(\.description).first { $0.verb == "edit" }
    #expect(edit?.button == "Save Changes")
  }

  @Test("What the grammar could not know is refused by the gateway, in its own words")
  func gateway() async throws {
    let prompt = Prompt()
    let entry = PerformanceFeature.Entry(.era, 2, on: CalendarDay("2026-02-11"))
    let told = await prompt.send(.logRequested(entry))
    #expect(told.problems.map(\.title) == ["Feb 11, 2026 has not come yet."])
    #expect(told.problems.map(\.exitCode) == [.usage])
    #expect(try await prompt.show("performance").handles.count == 9)
  }

  @Test("A measurement that went meanwhile is said to be gone")
  func gone() async throws {
    let prompt = Prompt()
    let metric = try await prompt.stage.reference("m1")
    try prompt.stage.backend.change("DELETE FROM performance_metrics")
    for action: PerformanceFeature.Action in [
      .verificationRequested(metric, isVerified: true), .deletionRequested(metric),
    ] {
      #expect(await prompt.send(action).problems == [.noSuch(.metric)])
    }
  }
}

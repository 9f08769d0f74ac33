import FeatureKit

/// The texts with which a test store reports failed assertions.
extension TestStore {
  enum Words {
    static var notFinished: String {
      "This store was never finished. End the test with `await store.finish()`."
    }

    static var noQuestion: String {
      "There is no question to answer. Assert one first: `await store.expect(.question(…))`."
    }

    static var leftoversAtEnd: String {
      "The test ended, and this was not asserted:"
    }

    static func leftovers(before action: Action) -> String {
      "Before \(inline(action)) is sent, this has to be asserted:"
    }

    static func ignored(_ event: HostEvent) -> String {
      "The feature has no action for the event .\(event)."
    }

    static func of(_ problem: Problem) -> String {
      ([problem.title] + [problem.fix].compactMap { $0 }).joined(separator: " ")
    }

    static func otherState(after action: Action, expected: State, actual: State) -> String {
      difference("After \(inline(action)) the state is not the expected one", expected, actual)
    }

    static func received(_ action: Action, insteadOf expected: Action) -> String {
      difference("Another action was received than the expected one", expected, action)
    }

    static func received(_ action: Action, insteadOf wanted: String) -> String {
      "Expected \(wanted), but first came the action\n\n" + indented(action)
    }

    static func told(_ outcome: Outcome<Action>, insteadOf expected: Outcome<Action>) -> String {
      difference("The outcome is not the expected one", expected, outcome)
    }

    static func told(
      _ outcome: Outcome<Action>, insteadOfReceiving expected: Action
    ) -> String {
      "Expected \(describe("the action", expected)), but first came the outcome\n\n"
        + indented(outcome)
    }

    static func told(_ outcome: Outcome<Action>, insteadOfArtifact name: String) -> String {
      "Expected the artifact \(name), but the outcome is\n\n" + indented(outcome)
    }

    static func silence(insteadOfReceiving expected: Action, running: [EffectID?]) -> String {
      silence(insteadOf: describe("the action", expected), running: running)
    }

    static func silence(insteadOf wanted: String, running: [EffectID?]) -> String {
      "Expected \(wanted), but nothing came."
        + (running.isEmpty ? " No effect is running." : " Still running: \(names(running)).")
    }

    static func stillRunning(_ running: [EffectID?]) -> String {
      "The test ended, and \(running.count == 1 ? "an effect still runs" : "effects still run"): "
        + "\(names(running)). Let each end, advance its clock, or cancel it."
    }

    static func describe(_ event: Event) -> String {
      switch event {
      case .action(let action, _): describe("the action", action)
      case .outcome(let outcome): describe("the outcome", outcome)
      }
    }

    static func describe(_ kind: String, _ value: Any) -> String {
      "\(kind) \(inline(value))"
    }

    static func list(_ title: String, _ items: [String]) -> String {
      title + "\n\n" + items.map { "    " + $0 }.joined(separator: "\n")
    }

    private static func difference(_ title: String, _ expected: Any, _ actual: Any) -> String {
      title + " (- expected, + actual):\n\n"
        + indent(LineDifference.text(expected: expected, actual: actual))
    }

    private static func inline(_ value: Any) -> String {
      ValueLines(value).text
    }

    private static func indented(_ value: Any) -> String {
      indent(ValueLines(value).text)
    }

    private static func indent(_ text: String) -> String {
      text.split(separator: "\n", omittingEmptySubsequences: false).map { "    " + $0 }
        .joined(separator: "\n")
    }

    private static func names(_ running: [EffectID?]) -> String {
      running.map { id in
        guard let id else { return "one without an id" }
        return "`\(id.name)`" + (id.record.map { " of \($0)" } ?? "")
      }.joined(separator: ", ")
    }
  }
}

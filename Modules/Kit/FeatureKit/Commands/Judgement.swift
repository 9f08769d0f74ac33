/// A rule that finds unlikely values of one parameter and also reads the command's other values,
/// such as the unit of a number. The rule in a parameter's `ValueKind` reads only the value itself.
public struct Judgement<Value: Sendable>: Sendable {
  let rule: @Sendable (Value, GivenValues, ParseContext) throws(Problem) -> Plausibility

  public init(
    _ rule: @escaping @Sendable (Value, GivenValues, ParseContext) throws(Problem) -> Plausibility
  ) {
    self.rule = rule
  }

  /// Returns a question if the rule finds the value unlikely, such as a height of nine feet. Throws
  /// if the value is impossible.
  func doubt(
    _ value: Value, _ given: GivenValues, _ context: ParseContext
  ) throws(Problem) -> Doubt? {
    switch try rule(value, given, context) {
    case .likely: return nil
    case .unlikely(let doubt): return doubt
    case .impossible(let problem): throw problem
    }
  }
}

extension [Doubt] {
  /// Returns one question that lists all unlikely values of a command.
  ///
  /// The command runs only if the person answers yes.
  func question(_ yes: @escaping @Sendable () -> Sent) -> HostQuestion {
    let first = self[0]
    let rest = dropFirst().flatMap { [$0.words] + $0.details }
    return HostQuestion(
      "\(first.words) Go on all the same?", details: first.details + rest, agree: "Go on",
      yes: yes)
  }
}

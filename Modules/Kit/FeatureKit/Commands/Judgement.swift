/// A rule that judges one parameter's value together with the other given values. The parameter's
/// kind judges the value alone.
public struct Judgement<Value: Sendable>: Sendable {
  let rule: @Sendable (Value, GivenValues, ParseContext) throws(Problem) -> Plausibility

  public init(
    _ rule: @escaping @Sendable (Value, GivenValues, ParseContext) throws(Problem) -> Plausibility
  ) {
    self.rule = rule
  }

  /// Returns a question if the value is unlikely. Throws a problem if it is impossible.
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
  /// Returns the question that a host asks before it runs a command with unlikely values.
  func question(_ yes: @escaping @Sendable () -> Sent) -> HostQuestion {
    let first = self[0]
    let rest = dropFirst().flatMap { [$0.words] + $0.details }
    return HostQuestion(
      "\(first.words) Go on all the same?", details: first.details + rest, agree: "Go on",
      yes: yes)
  }
}

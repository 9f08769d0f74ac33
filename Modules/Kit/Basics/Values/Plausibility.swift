/// What can be thought of a value that could be read: people mistype a point or a unit more often than they are extraordinary.
public enum Plausibility: Equatable, Sendable {
  case likely
  /// Possible, and rare enough to be asked about before it is taken.
  case unlikely(Doubt)
  /// Refused, with what may have been meant.
  case impossible(Problem)
}

/// What is asked about a value that may be a slip.
public struct Doubt: Hashable, Sendable {
  /// The value and why it is doubted, in a sentence: "1.20 is unusually low for GPA: most are from 1.50 to 4.50."
  public var words: String
  /// What may have been meant, as it would be typed.
  public var suggestion: String?

  public init(_ words: String, suggestion: String? = nil) {
    self.words = words
    self.suggestion = suggestion
  }

  /// What is said under the question.
  public var details: [String] { suggestion.map { ["Did you mean `\($0)`?"] } ?? [] }
}

extension ValueKind {
  /// The same kind, judged by a rule: what is impossible is refused, and what is unlikely is asked about before the command
  /// goes on, whoever gives it and wherever.
  public func judged(
    by rule: @escaping @Sendable (Value, ParseContext) -> Plausibility
  ) -> ValueKind {
    guard case .text(let parse) = source else { return self }
    return ValueKind(
      placeholder, completion: completion,
      parse: { text, context throws(Problem) in
        let value = try parse(text, context)
        if case .impossible(let problem) = rule(value, context) { throw problem }
        return value
      },
      doubt: { text, context throws(Problem) in
        if case .unlikely(let doubt) = rule(try parse(text, context), context) {
          doubt
        } else {
          nil
        }
      })
  }
}

/// How likely a valid value of a command's parameter is, such as a height of nine feet.
///
/// A value far outside of the usual range is often a typing error.
public enum Plausibility: Equatable, Sendable {
  case likely
  /// The value is possible but rare. The person is asked before it is accepted.
  case unlikely(Doubt)
  /// The value is refused. The problem names the value that the person may have meant.
  case impossible(Problem)
}

/// The question about a value that may be a typing error.
public struct Doubt: Hashable, Sendable {
  /// A sentence with the value and the reason for the doubt, such as "1.20 is unusually low for
  /// GPA: most are from 1.50 to 4.50."
  public var words: String
  /// The value that the person may have meant, as it would be typed.
  public var suggestion: String?

  public init(_ words: String, suggestion: String? = nil) {
    self.words = words
    self.suggestion = suggestion
  }

  /// The line below the doubt's sentence: the question whether the suggested value was meant. Empty
  /// if there is no suggestion.
  public var details: [String] { suggestion.map { [Problem.meaning($0)] } ?? [] }
}

extension ValueKind {
  /// Returns a copy of the parser of a value that also checks with this rule how likely a value is.
  /// An impossible value is refused. The person has to confirm an unlikely value, such as a height
  /// of nine feet, before the command runs.
  public func judged(
    by rule: @escaping @Sendable (Value, ParseContext) -> Plausibility
  ) -> ValueKind {
    guard case .text(let parse) = source else { return self }
    return reading(
      doubt: { text, context throws(Problem) in
        if case .unlikely(let doubt) = rule(try parse(text, context), context) {
          doubt
        } else {
          nil
        }
      }
    ) { text, context throws(Problem) -> Value in
      let value = try parse(text, context)
      if case .impossible(let problem) = rule(value, context) { throw problem }
      return value
    }
  }
}

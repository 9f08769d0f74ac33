public import Basics

extension OfferedMeasures {
  /// Returns the measure that an athlete means by the typed text.
  ///
  /// A measure of the athlete's sport or of the family is found by its command word (such as
  /// `exit-velo`), its name, a short name, or words that only one of the names contains, such as
  /// `fastball` or `60 yard`. If none fits, the measures of other sports that the athlete has
  /// measurements of are searched in the same way. Any other measure is found only by its command
  /// word or its whole name.
  public func meant(by text: String) throws(Problem) -> MetricType {
    let words = NameMatch(text)
    let exact =
      (all + measured).first { words.isExactly($0.wholeNames) } ?? MetricType.whole(text)
      ?? (all + measured).first { words.isExactly($0.shortNames) }
    if let exact { return exact }
    for types in [all, measured] {
      switch words.meant(among: types, called: \.wholeNames) {
      case .one(let type): return type
      case .several(let types):
        throw Problem(
          .usage, "`\(text)` fits \(types.count) types of measurement.",
          fix: "Use one of: " + types.map(\.typed).joined(separator: ", "))
      case .none: continue
      }
    }
    throw noMeasure(text)
  }

  private func noMeasure(_ text: String) -> Problem {
    let nearest = Suggestion.nearest(
      to: text.trimmed, among: (all + measured).flatMap { [$0.typed, $0.words] })
    let known = (sport.measures + own).map(\.words)
    return Problem(
      .usage, "`\(text)` is no measure of \(sport.inSentence).",
      details: [
        nearest.map(Problem.meaning),
        known.isEmpty
          ? "No measures of this sport are known yet."
          : "There \(known.count == 1 ? "is" : "are"): \(known.joined(separator: ", ")).",
      ].compactMap { $0 },
      fix: MetricType.addingOne)
  }
}

extension MetricType {
  /// The advice that an error gives if neither the program nor the family has the measure that a
  /// person typed.
  public static let addingOne = "To add one of your own:  measures add"

  /// What a person types on a command line to name the measure. For a measure of the program, it is
  /// a short word, such as `exit-velo`; for a measure that the family added, it is the name.
  public var typed: String { isOwn ? words : word }
}

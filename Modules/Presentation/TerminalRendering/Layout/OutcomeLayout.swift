import FeatureKit

// Lays out the outcomes of commands: results such as `✓ Added s2 Kent.`, errors, notices and
// questions.
extension Layout {
  func lines(of problem: Problem, width: Int) -> [StyledLine] {
    signed(.danger, problem.title, problem.details + [problem.fix].compactMap { $0 }, width: width)
  }

  func lines(of done: Done, width: Int) -> [StyledLine] {
    signed(.positive, done.sentence, done.lines, width: width)
  }

  func lines(of notice: Notice, width: Int) -> [StyledLine] {
    signed(notice.tone, notice.text, [], width: width)
  }

  func lines(question words: String, details: [String], width: Int) -> [StyledLine] {
    signed(.info, sign: "?", words, details, width: width)
  }

  func line(of progress: Progress, width: Int) -> StyledLine {
    guard let total = progress.total, total > 0 else {
      let count = progress.done > 0 ? "  \(progress.done)" : ""
      return pen(progress.words + count).clipped(to: width, pen: pen)
    }
    let share = Double(progress.done) / Double(total)
    let percent = pen(" \(Int((min(1, max(0, share)) * 100).rounded(.down)))%")
    let bar = self.bar(share: share, width: min(30, width / 3))
    let words = pen(progress.words)
      .clipped(to: width - bar.width - percent.width - 2, pen: pen)
    return words + pen("  ") + bar + percent
  }

  /// Returns the symbol of a result, problem or notice with its text, and the details below the
  /// text.
  ///
  /// A detail that fits on one line is printed with its own spaces, so aligned columns stay
  /// aligned.
  private func signed(
    _ tone: Tone, sign own: String? = nil, _ words: String, _ details: [String], width: Int
  ) -> [StyledLine] {
    let room = min(width, Self.measure)
    let sign = pen((own ?? self.sign(of: tone)) + " ", .mark(tone))
    let lines = pen.lines(words).enumerated().flatMap { index, line in
      (index == 0 ? sign + line : line.indented(by: sign.width))
        .wrapped(to: room, hanging: sign.width, pen: pen)
    }
    return lines
      + details.flatMap { pen.lines($0) }
      .flatMap { $0.indented(by: 2).wrapped(to: room, hanging: 4, pen: pen) }
  }
}

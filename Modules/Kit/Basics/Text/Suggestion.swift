/// Finds the known word that is nearest to an unknown word, for a question such as "Did you mean
/// `tasks`?"
public enum Suggestion {
  /// Returns the most likely candidate. A candidate that differs by one typing error comes first.
  /// Then comes the only candidate with this beginning, such as `complete` for `comp`. Then comes
  /// the closest candidate by edit distance, if it is close enough. The first of equally close
  /// candidates is returned.
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let closest = closest(to: word, among: candidates)
    if let closest, closest.distance <= 1 { return closest.word }
    return only(beginningWith: word, among: candidates) ?? closest?.word
  }

  /// Returns the first candidate that differs from the word by one typing error at most; nil if
  /// there is none. It suits words that may be right although they are unknown: only a likely
  /// typing error then leads to a question.
  public static func oneErrorAway(from word: String, among candidates: [String]) -> String? {
    closest(to: word, among: candidates).flatMap { $0.distance <= 1 ? $0.word : nil }
  }

  /// The shortest beginning for which a candidate is suggested. A shorter one is too ambiguous.
  private static let shortestBeginning = 3

  private static func only(beginningWith word: String, among candidates: [String]) -> String? {
    let longer = candidates.filter { $0.utf8.count > word.utf8.count }
    guard !longer.isEmpty, word.count >= shortestBeginning else { return nil }
    let beginning = word.lowercased()
    let begun = longer.filter { $0.lowercased().hasPrefix(beginning) }
    return begun.count == 1 ? begun[0] : nil
  }

  private static func closest(
    to word: String, among candidates: [String]
  ) -> (word: String, distance: Int)? {
    let typed = Array(word.lowercased())
    let allowance = max(1, min(3, typed.count / 3 + 1))
    var best: (word: String, distance: Int)?
    for candidate in candidates {
      let letters = Array(candidate.lowercased())
      guard abs(letters.count - typed.count) <= allowance else { continue }
      let distance = distance(typed, letters)
      if distance <= allowance, distance < best?.distance ?? Int.max {
        best = (candidate, distance)
      }
    }
    return best
  }

  /// Returns the Damerau edit distance. Two swapped neighbors count as one change, because swapping
  /// is a common typing error.
  static func distance(_ left: [Character], _ right: [Character]) -> Int {
    guard !left.isEmpty else { return right.count }
    guard !right.isEmpty else { return left.count }
    var before: [Int] = []
    var above = Array(0...right.count)
    for row in 1...left.count {
      var current = [row]
      current.reserveCapacity(right.count + 1)
      for column in 1...right.count {
        let isSame = left[row - 1] == right[column - 1]
        var cost = min(
          above[column] + 1, current[column - 1] + 1, above[column - 1] + (isSame ? 0 : 1))
        if row > 1, column > 1, left[row - 1] == right[column - 2],
          left[row - 2] == right[column - 1]
        {
          cost = min(cost, before[column - 2] + 1)
        }
        current.append(cost)
      }
      before = above
      above = current
    }
    return above[right.count]
  }
}

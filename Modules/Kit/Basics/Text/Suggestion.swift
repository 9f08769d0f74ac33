/// Finds the known word that is nearest to an unknown word, for a question such as "Did you mean
/// `tasks`?"
public enum Suggestion {
  /// Returns the most likely candidate: the first of the following that exists.
  ///
  /// 1. A candidate that differs from the word by one typing error.
  ///
  /// 2. The only candidate that begins with the word, such as `complete` for `comp`.
  ///
  /// 3. The candidate with the smallest edit distance, if it is close enough. Of equally close
  /// candidates, the first one is returned.
  public static func nearest(to word: String, among candidates: [String]) -> String? {
    let closest = closest(to: word, among: candidates)
    if let closest, closest.distance <= 1 { return closest.word }
    return only(beginningWith: word, among: candidates) ?? closest?.word
  }

  /// Returns the first candidate that differs from the word by one typing error or less; nil if
  /// there is none. It is for words that can be right even if they are not among the candidates,
  /// such as names. For such a word, the program asks the person only if a typing error is likely.
  public static func oneErrorAway(from word: String, among candidates: [String]) -> String? {
    closest(to: word, among: candidates).flatMap { $0.distance <= 1 ? $0.word : nil }
  }

  /// The smallest number of characters that a typed beginning needs for a suggestion. Too many
  /// candidates begin with a shorter one.
  private static let shortestBeginning = 3

  private static func only(beginningWith word: String, among candidates: [String]) -> String? {
    let begun = self.candidates(candidates, beginningWith: word)
    return begun.count == 1 ? begun[0] : nil
  }

  /// Returns the longer candidates that begin with the word; none for a very short word.
  static func candidates(_ candidates: [String], beginningWith word: String) -> [String] {
    let longer = candidates.filter { $0.utf8.count > word.utf8.count }
    guard !longer.isEmpty, word.count >= shortestBeginning else { return [] }
    let beginning = word.lowercased()
    return longer.filter { $0.lowercased().hasPrefix(beginning) }
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

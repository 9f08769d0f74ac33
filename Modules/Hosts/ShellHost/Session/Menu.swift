import FeatureKit

/// A list of choices at a terminal. A person selects one by its number, or by words that fit no
/// other choice.
struct Menu {
  struct Choice {
    var words: [String]

    /// Creates a choice with its label.
    ///
    /// - Parameter others: words that are not in the label but that a person may type to select the
    ///   choice.
    init(_ label: String, others: [String] = []) {
      words = ([label] + others).flatMap { Menu.words(of: $0) }
    }
  }

  let choices: [Choice]

  init(_ choices: [Choice]) {
    self.choices = choices
  }

  /// Returns the position of the choice that the typed text selects; nil if no choice or several
  /// fit.
  ///
  /// Each typed word must be the beginning of a word of the choice. Words such as “the” and
  /// “please” are ignored.
  func meant(by typed: String) -> Int? {
    if let number = Int(typed) { return choices.indices.contains(number - 1) ? number - 1 : nil }
    let typed = Self.words(of: typed).filter { !Self.fillers.contains($0) }
    guard !typed.isEmpty else { return nil }
    let fitting = choices.indices.filter { place in
      typed.allSatisfy { word in choices[place].words.contains { $0.hasPrefix(word) } }
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// Returns whether the typed text asks for help: it is `help`, or has only question marks.
  static func asksForHelp(_ typed: String) -> Bool {
    typed.allSatisfy { $0 == "?" } || typed.lowercased() == "help"
  }

  private static let fillers: Set = ["a", "an", "the", "i", "am", "m", "im", "please", "my", "is"]

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

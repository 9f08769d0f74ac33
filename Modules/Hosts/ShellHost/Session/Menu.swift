import FeatureKit

/// A few choices, chosen by number or by words that fit only one of them.
struct Menu {
  struct Choice {
    var words: [String]

    /// - Parameter others: other words for the choice.
    init(_ label: String, others: [String] = []) {
      words = ([label] + others).flatMap { Menu.words(of: $0) }
    }
  }

  let choices: [Choice]

  init(_ choices: [Choice]) {
    self.choices = choices
  }

  /// The index of the chosen choice; nil if several fit, or none.
  ///
  /// Every word typed has to begin a word of the choice. Filler words are ignored.
  func meant(by typed: String) -> Int? {
    if let number = Int(typed) { return choices.indices.contains(number - 1) ? number - 1 : nil }
    let typed = Self.words(of: typed).filter { !Self.fillers.contains($0) }
    guard !typed.isEmpty else { return nil }
    let fitting = choices.indices.filter { place in
      typed.allSatisfy { word in choices[place].words.contains { $0.hasPrefix(word) } }
    }
    return fitting.count == 1 ? fitting[0] : nil
  }

  /// Whether the person asks about the choices instead of choosing.
  static func asksForHelp(_ typed: String) -> Bool {
    typed.allSatisfy { $0 == "?" } || typed.lowercased() == "help"
  }

  private static let fillers: Set = ["a", "an", "the", "i", "am", "m", "im", "please", "my", "is"]

  private static func words(of text: String) -> [String] {
    text.lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }
}

/// Texts that come with the program, such as the names of sports and measures. They reveal nothing
/// about a person, so a recording of a session may contain them.
public enum ListedTexts {
  /// The names and other spellings of all sports, positions, measures and units.
  public static let ofSports: Set<String> = {
    var texts = Set(MetricUnit.spellings)
    for sport in Sport.all { texts.formUnion([sport.name] + sport.otherNames + sport.positions) }
    for type in MetricType.allCases {
      texts.formUnion(type.wholeNames + type.shortNames + [type.defaultUnit])
    }
    return texts
  }()

  /// Returns whether each word of the text begins a word in the title of a task, as in
  /// `tasks complete strength`. False for a text with digits.
  public static func isOfTitle(_ text: String) -> Bool {
    let typed = words(text)
    return !typed.isEmpty && !text.contains(where: \.isNumber)
      && typed.allSatisfy { word in wordsOfTitles.contains { $0.hasPrefix(word) } }
  }

  /// The words in the titles of all tasks, also in those titles that only some sports have.
  private static let wordsOfTitles: Set<String> = {
    var found = Set(Sport.all.flatMap { words($0.name) })
    for task in TaskCatalogue.all {
      found.formUnion(words(task.title))
      found.formUnion(words(Sport(called: "").title(ofTask: task.id, otherwise: "")))
    }
    return found
  }()

  private static func words(_ text: String) -> [String] {
    text.lowercased().split { !$0.isLetter }.map { String($0) }
  }
}

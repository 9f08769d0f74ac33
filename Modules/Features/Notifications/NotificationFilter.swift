public import Domain
import FeatureKit

/// Selects the notifications that a list shows: all of them, or those of one type.
public enum NotificationFilter: Hashable, Sendable, CaseIterable {
  case all
  case only(NotificationType)

  public static let allCases: [NotificationFilter] =
    [.all] + NotificationType.allCases.map(NotificationFilter.only)

  var type: NotificationType? {
    if case .only(let type) = self { type } else { nil }
  }

  /// The label of the filter, such as `Follow-ups`.
  var words: String { type?.words ?? "All" }

  /// The word that a person types for the filter, such as `follow-ups`.
  var word: String { words.lowercased() }

  /// Finds a filter by its word, such as `follow-ups`, or by the stored name of its type of
  /// notification, such as `follow_up_reminder`. Nil if the text is neither.
  init?(_ typed: String) {
    let wanted = String(typed.trimmed.lowercased().map { $0 == "_" ? "-" : $0 })
    let found = Self.allCases.first { filter in
      let raw = filter.type.map { String($0.rawValue.map { $0 == "_" ? "-" : $0 }) }
      return filter.word == wanted || raw == wanted
    }
    guard let found else { return nil }
    self = found
  }
}

extension ValueKind where Value == NotificationFilter {
  /// The values of the option `--type` of notification commands: `all`, the word for a type of
  /// notification, such as `follow-ups`, or the type's stored name, such as `follow_up_reminder`.
  static var notificationFilter: ValueKind {
    let words = NotificationFilter.allCases.map(\.word)
    let label = { @Sendable (word: String) in NotificationFilter(word)?.words }
    return ValueKind(words.joined(separator: "|"), completion: .words(words), words: .program) {
      text, _ throws(Problem) in
      if let filter = NotificationFilter(text) { return filter }
      throw Problem.noChoice(text, among: words, called: label)
    }.called(label)
  }
}

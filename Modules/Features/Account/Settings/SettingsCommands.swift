import Domain
import FeatureKit

extension AccountFeature {
  var settingsCommands: Under<Self> {
    Under("settings") {
      Command(
        "show", "Show what is set: notifications, dashboard, pages.", .reads,
        examples: [CommandExample("settings", prints: "Settings\n…")]
      ) { .pageRequested(.settings) }
      Command(
        "set", "Change a setting.", .writesOwn,
        Argument("key", .setting, "The setting", ask: "Which setting?"),
        Argument<String>.rest(
          "value", .text(max: 100, words: .program), "Its new value; default puts it back",
          ask: "Its new value"),
        examples: [
          CommandExample(
            "settings set daily-digest off", prints: "✓ Daily digest: off.\n…"),
          CommandExample(
            "settings set quiet-hours 21:30-07:00",
            prints: "✓ Quiet hours: 21:30-07:00.\n…"),
        ]
      ) { .settingsRequested([$0: $1]) }
      .beginning { given throws(Problem) in
        guard let key = given["key"].first.flatMap({ SettingKey.named($0.text) }) else {
          return [:]
        }
        return ["value": [try await loadedSettings().value(of: key).text]]
      }
      .onlyWhereOffered
      .explained("The shell's own looks, such as colours and width, are set with `set`.")
      Command(
        "edit", "Change quiet hours and other settings.", .writesOwn, table: valued,
        examples: [
          CommandExample(
            "settings edit --follow-up-days 14 --quiet-hours none",
            prints: "✓ Follow-up days: 14. Quiet hours: none.\n…")
        ]
      ) { typed in
        .settingsRequested(
          Dictionary(
            uniqueKeysWithValues: SettingKey.valued.compactMap { key in
              typed[key.name].map { (key, $0) }
            }))
      }
      .guided
      .beginning { _ throws(Problem) in
        let loaded = try await loadedSettings()
        return Dictionary(
          uniqueKeysWithValues: SettingKey.valued.map { key -> (String, [String]) in
            let value = loaded.value(of: key)
            return (key.name, value == .hours(nil) ? [] : [value.text])
          })
      }
      .leavingOut { _ throws(Problem) in
        try await loadedSettings().tasks == nil ? Set(SettingKey.pages.map(\.name)) : []
      }
      mailCommand
    }
  }
}

extension AccountFeature {
  /// The options of `settings edit`, one for each setting that it can change.
  private var valued: [Option<String>] {
    let days = NotificationSettings.followUpDays
    return [
      Self.option(
        .followUpDays, .value(of: .followUpDays, "NUMBER"),
        "How many days a coach may hear nothing from you before a reminder, from \(days.lowerBound) to \(days.upperBound)"
      ),
      Self.option(
        .quietHours, .value(of: .quietHours, "HOURS"),
        "When you want no notifications, such as 22:00-07:00 or 10 pm to 7 am, or none"
      ).emptied(by: .word("none")),
      Self.option(
        .taskStatus,
        .value(
          of: .taskStatus, TaskStatusFilter.allCases.map { (typed: $0.typed, words: $0.words) }),
        "Which tasks the list of tasks shows at first"),
      Self.option(
        .taskUrgency,
        .value(
          of: .taskUrgency, TaskUrgencyFilter.allCases.map { (typed: $0.rawValue, words: $0.words) }
        ),
        "How urgent these tasks are; a task is shown if both choices fit it"),
    ]
  }

  /// Returns the option of a setting, with the setting's title as its label and question.
  private static func option(
    _ key: SettingKey, _ kind: ValueKind<String>, _ meaning: String
  ) -> Option<String> {
    Option<String>(key.name, kind, meaning, ask: key.title)
      .labelled(key.title, hint: meaning + ".")
  }
}

extension ValueKind<String> {
  /// Returns the type of value that a command accepts for a setting. The command then refuses a
  /// text that the setting does not allow.
  fileprivate static func value(
    of key: SettingKey, _ placeholder: String, completion: Completion = .none
  ) -> ValueKind {
    ValueKind(placeholder, completion: completion, words: .program) { text, _ throws(Problem) in
      try SettingValue(text, for: key).text
    }
  }

  fileprivate static func value(
    of key: SettingKey, _ choices: [(typed: String, words: String)]
  ) -> ValueKind {
    let typed = choices.map(\.typed)
    return value(of: key, typed.joined(separator: "|"), completion: .words(typed)).called { word in
      choices.first { $0.typed == word }?.words
    }
  }
}

extension ValueKind<SettingKey> {
  fileprivate static var setting: ValueKind {
    let names = SettingKey.all.map(\.name)
    return ValueKind("SETTING", completion: .words(names), words: .program) {
      text, _ throws(Problem) in
      if let key = SettingKey.named(text.trimmed) { return key }
      throw Problem.noChoice(
        text, among: names, title: "There is no setting `\(text)`.",
        fix: "See them all:  settings")
    }
  }
}

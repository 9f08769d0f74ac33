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
      ) { .settingRequested($0, $1) }
      .beginning { given throws(Problem) in
        guard let key = given["key"].first.flatMap({ SettingKey.named($0.text) }) else {
          return [:]
        }
        return ["value": [try await loadedSettings().value(of: key).text]]
      }
      .explained("The shell's own looks, such as colours and width, are set with `set`.")
      mailCommand
    }
  }
}

extension ValueKind<SettingKey> {
  fileprivate static var setting: ValueKind {
    let names = SettingKey.all.map(\.name)
    return ValueKind("SETTING", completion: .words(names)) { text, _ throws(Problem) in
      if let key = SettingKey.named(text.trimmed) { return key }
      throw Problem.noChoice(
        text, among: names, title: "There is no setting `\(text)`.",
        fix: "See them all:  settings")
    }
  }
}

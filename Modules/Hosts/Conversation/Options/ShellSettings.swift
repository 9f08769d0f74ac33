package import CivilTime
package import FeatureKit

/// A setting of the program that the command `set` changes, such as the theme. It is stored on this
/// machine and is not sent to a server.
package enum Setting: String, CaseIterable, Sendable {
  case theme, width, accessible, timezone, color, terminal

  /// The key under which the setting is stored, such as `shell_theme`.
  var key: String { "shell_" + rawValue }

  var summary: String {
    switch self {
    case .theme: "Colours for a dark or a light screen."
    case .width: "How wide pages are."
    case .accessible: "Plain sentences, one fact a line, for a screen reader."
    case .timezone: "Where your days begin and end."
    case .color: "Whether colours are used."
    case .terminal: "Whether pages in a browser show what a terminal needs."
    }
  }

  /// The value of a setting that the person has not changed.
  package var usual: String { self == .accessible || self == .terminal ? "off" : "auto" }

  package var choices: [String] {
    switch self {
    case .theme: ["auto", "dark", "light"]
    case .width: ["auto"]
    case .accessible, .terminal: ["on", "off"]
    case .timezone: ["auto"]
    case .color: ["auto", "always", "never"]
    }
  }

  /// Finds a time zone by its name, such as `America/New_York`. Throws if there is none.
  package static func zone(_ name: String) throws(Problem) -> Zone {
    guard let zone = try? Zone.named(name) else {
      throw Problem(
        .usage, "There is no time zone `\(name)`.",
        fix: "Examples: America/New_York, America/Los_Angeles, UTC")
    }
    return zone
  }

  /// Returns the text in the form in which the setting is stored. Throws if the setting cannot have
  /// this value.
  package func checked(_ text: String) throws(Problem) -> String {
    let value = text.lowercased()
    if choices.contains(value) { return value }
    switch self {
    case .width: return String(try LineOptions.width(text))
    case .timezone: return try Self.zone(text).name
    case .theme, .accessible, .color, .terminal:
      throw Problem.noChoice(
        text, among: choices, title: "`\(text)` is not a choice for \(rawValue).")
    }
  }
}

/// The settings that apply now. A stored value that is not valid counts as not set, so the default
/// applies.
package struct ShellSettings: Equatable, Sendable {
  private var values: [Setting: String] = [:]

  package init(_ stored: [String: String] = [:]) {
    for setting in Setting.allCases {
      values[setting] = stored[setting.key].flatMap { try? setting.checked($0) }
    }
  }

  package subscript(setting: Setting) -> String { values[setting] ?? setting.usual }

  package var width: Int? { Int(self[.width]) }
  package var isAccessible: Bool { self[.accessible] == "on" }
  /// Whether pages in a browser also show what people need at a terminal: the handles of records
  /// (short names such as `s4`) and the command of each page.
  package var showsTerminal: Bool { self[.terminal] == "on" }
}

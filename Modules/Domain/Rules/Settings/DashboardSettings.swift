public import JSON

/// The settings that say which parts of the dashboard a person sees (domain.md 2.5, category
/// `dashboard`). A part without a setting is shown.
public struct DashboardSettings: Hashable, Sendable {
  public enum Part: String, CaseIterable, Hashable, Sendable {
    case statsCards, widgets
  }

  private var stored: JSONObject

  public init(reading stored: JSONValue?) { self.stored = stored?.object ?? JSONObject() }

  public func shows(_ key: String, in part: Part) -> Bool {
    stored[part.rawValue]?[key]?.bool ?? true
  }

  /// Returns the settings with one item of the dashboard, such as a card, shown or hidden. All
  /// other stored values stay unchanged.
  public func setting(_ key: String, in part: Part, to isShown: Bool) -> DashboardSettings {
    var copy = self
    var keys = stored[part.rawValue]?.object ?? JSONObject()
    keys[key] = .bool(isShown)
    copy.stored[part.rawValue] = .object(keys)
    return copy
  }

  public var value: JSONValue { .object(stored) }
}

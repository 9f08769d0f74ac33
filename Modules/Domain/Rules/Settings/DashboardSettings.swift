public import JSON

/// The parts of the dashboard that a person shows (rule 2.5, category `dashboard`). By default all
/// are shown.
public struct DashboardSettings: Hashable, Sendable {
  public enum Part: String, CaseIterable, Hashable, Sendable {
    case statsCards, widgets
  }

  private var stored: JSONObject

  public init(reading stored: JSONValue?) { self.stored = stored?.object ?? JSONObject() }

  public func shows(_ key: String, in part: Part) -> Bool {
    stored[part.rawValue]?[key]?.bool ?? true
  }

  /// Returns the settings after a part is shown or hidden. All other stored values stay.
  public func setting(_ key: String, in part: Part, to isShown: Bool) -> DashboardSettings {
    var copy = self
    var keys = stored[part.rawValue]?.object ?? JSONObject()
    keys[key] = .bool(isShown)
    copy.stored[part.rawValue] = .object(keys)
    return copy
  }

  public var value: JSONValue { .object(stored) }
}

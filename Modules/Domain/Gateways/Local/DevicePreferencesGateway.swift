public import Basics

/// What is remembered on this machine for the acting person and never shared: filters, the last athlete looked at.
///
/// Keys are those of `DevicePreferenceKey`. Nothing here is an undo step.
public struct DevicePreferencesGateway: Gateway {
  public var value: @Sendable (_ key: String) async throws(Problem) -> String?
  public var set: @Sendable (_ key: String, _ value: String?) async throws(Problem) -> Void

  public static func unimplemented(_ place: Unimplemented) -> DevicePreferencesGateway {
    DevicePreferencesGateway(value: place.endpoint("value"), set: place.endpoint("set"))
  }
}

extension DevicePreferencesGateway {
  public func value(of key: String) async throws(Problem) -> String? { try await value(key) }

  /// Remembers the value, or forgets it with nil.
  public func set(_ value: String?, for key: String) async throws(Problem) {
    try await set(key, value)
  }
}

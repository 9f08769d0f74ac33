public import Basics

/// Values that this machine remembers for the acting person and never shares: filters, the last viewed athlete.
///
/// The keys are those of `DevicePreferenceKey`. Changes here are not undo steps.
public struct DevicePreferencesGateway: Gateway {
  public var value = Endpoint<String, String?>("value")
  public var set = Endpoint<(key: String, value: String?), Void>("set")

  public init() {}
}

extension DevicePreferencesGateway {
  public func value(of key: String) async throws(Problem) -> String? { try await value(key) }

  /// Stores the value; nil deletes the stored one.
  public func set(_ value: String?, for key: String) async throws(Problem) {
    try await set((key, value))
  }
}

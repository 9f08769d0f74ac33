public import Basics

/// The operations on values that this machine remembers for the signed-in person, such as filters
/// and the last viewed athlete. They are never sent to a server.
///
/// The keys are those of `DevicePreferenceKey`. A change of a value is not recorded in the journal
/// of changes, so `undo` does not revert it.
public struct DevicePreferencesGateway: Gateway {
  public var value = Endpoint<String, String?>("value")
  public var set = Endpoint<(key: String, value: String?), Void>("set")

  public init() {}
}

extension DevicePreferencesGateway {
  public func value(of key: String) async throws(Problem) -> String? { try await value(key) }

  /// Stores a value under the key; nil deletes the stored value.
  public func set(_ value: String?, for key: String) async throws(Problem) {
    try await set((key, value))
  }
}

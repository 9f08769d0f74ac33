public import Basics

/// Stores small secrets of this machine under names, such as the token of this device's session or
/// the password of a mail server.
public struct SecretStore: Gateway {
  /// Returns the secret with this name; nil if there is none.
  public var read = Endpoint<String, SecretText?>("read")
  public var save = Endpoint<(name: String, secret: SecretText), Void>("save")
  /// Deletes the secret with this name. Does nothing if there is none.
  public var remove = Endpoint<String, Void>("remove")

  public init() {}
}

extension SecretStore {
  public func save(_ secret: SecretText, as name: String) async throws(Problem) {
    try await save((name, secret))
  }
}

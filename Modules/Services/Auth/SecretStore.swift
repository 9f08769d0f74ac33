public import Basics

/// Stores small secrets of this machine under names, such as the token of this device's session or
/// the password of a mail server.
public struct SecretStore: Capability {
  private let readSecret: @Sendable (String) async throws(Problem) -> SecretText?
  private let saveSecret: @Sendable (String, SecretText) async throws(Problem) -> Void
  private let removeSecret: @Sendable (String) async throws(Problem) -> Void

  public init(
    read: @escaping @Sendable (String) async throws(Problem) -> SecretText?,
    save: @escaping @Sendable (String, SecretText) async throws(Problem) -> Void,
    remove: @escaping @Sendable (String) async throws(Problem) -> Void
  ) {
    readSecret = read
    saveSecret = save
    removeSecret = remove
  }

  /// Returns the secret with this name; nil if there is none.
  public func read(_ name: String) async throws(Problem) -> SecretText? {
    try await readSecret(name)
  }

  public func save(_ secret: SecretText, as name: String) async throws(Problem) {
    try await saveSecret(name, secret)
  }

  /// Deletes the secret with this name. Does nothing if there is none.
  public func remove(_ name: String) async throws(Problem) {
    try await removeSecret(name)
  }

  public static func unimplemented(_ place: Unimplemented) -> SecretStore {
    SecretStore(
      read: { _ throws(Problem) in throw place.problem("read") },
      save: { _, _ throws(Problem) in throw place.problem("save") },
      remove: { _ throws(Problem) in throw place.problem("remove") })
  }
}

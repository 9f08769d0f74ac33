/// Who may make an account at a server.
package enum Registration: String, CaseIterable, Sendable {
  case open
  /// Addresses that the owner invited (`compass-server invite`).
  case invite
  case closed
}

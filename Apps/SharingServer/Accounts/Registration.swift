/// The rule that decides who may create an account at a server.
package enum Registration: String, CaseIterable, Sendable {
  case open
  /// Only addresses that the owner of the server invited (`compass-server invite`) may create an
  /// account.
  case invite
  case closed
}

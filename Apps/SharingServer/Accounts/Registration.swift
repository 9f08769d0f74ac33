/// Which people may create an account on a server.
package enum Registration: String, CaseIterable, Sendable {
  case open
  /// Only e-mail addresses that the server's administrator has invited with `compass-server invite`
  /// may create an account.
  case invite
  case closed
}

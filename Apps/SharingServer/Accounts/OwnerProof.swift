/// What shows that a request for a new password or address comes from the account's owner, and not
/// from a device that was left signed in (decision 96).
struct OwnerProof: Equatable {
  /// The number of seconds since the session began, with a password, a code or a sign-up.
  var sessionAge: Int
  /// Whether the session began with the code for a forgotten password, an hour ago at most.
  var recovers: Bool
  /// Whether the current password in the request is right; nil if the request has none.
  var isPasswordRight: Bool?

  /// The number of seconds for which a session needs no current password.
  static let freshness = 600

  var isEnough: Bool { isPasswordRight ?? (recovers || sessionAge <= Self.freshness) }
}

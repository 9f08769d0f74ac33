/// The facts that show that a request for a new password or address comes from the account's owner,
/// and not from another person who uses a device that was left signed in (decision 96).
struct OwnerProof: Equatable {
  /// The number of seconds since the person signed in or signed up, when the session began.
  var sessionAge: Int
  /// Whether the session began with the code for a forgotten password, at most an hour ago.
  var recovers: Bool
  /// Whether the current password in the request is right; nil if the request has none.
  var isPasswordRight: Bool?

  /// For how many seconds after its beginning a session can change the password without the current
  /// one.
  static let freshness = 600

  var isEnough: Bool { isPasswordRight ?? (recovers || sessionAge <= Self.freshness) }
}

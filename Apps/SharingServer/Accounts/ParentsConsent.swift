package import PostgreSQL

/// A parent's consent to a child's account.
package enum ParentsConsent {
  /// Withdraws the consent, which signs the child out everywhere.
  ///
  /// - Parameters:
  ///   - person: the id of the child's account.
  ///   - ask: runs a statement as the database role that may read and change accounts.
  /// - Returns: the parent's e-mail address, and whether the consent was valid until now, so that
  ///   the parent gets an e-mail about the withdrawal; nil if no consent is recorded.
  package static func withdraw(
    for person: String,
    _ ask: (_ text: String, _ values: [String?]) async throws -> DatabaseRows
  ) async throws -> (parent: String, held: Bool)? {
    let told = try await ask(
      """
      SELECT c.parent_email, c.withdrawn_at IS NULL, accounts.withdraw_consent(c.person)
      FROM accounts.consents AS c WHERE c.person = $1::uuid
      """, [person])
    guard let row = told.rows.first, let parent = row[0] else { return nil }
    return (parent, row[1] == "t")
  }

  /// Makes a withdrawn consent valid again, as a consent to the present version of the consent
  /// text.
  ///
  /// - Parameter link: the secret of the link in the parent's e-mail. After the person who runs the
  ///   server has withdrawn a consent, no link fits it.
  /// - Returns: the parent's e-mail address; nil if no withdrawn consent has this link.
  package static func giveAgain(
    with link: String,
    _ ask: (_ text: String, _ values: [String?]) async throws -> DatabaseRows
  ) async throws -> String? {
    try await ask(
      """
      UPDATE accounts.consents SET withdrawn_at = NULL, text_version = $2
      WHERE withdraw_link = accounts.digest($1) AND withdrawn_at IS NOT NULL RETURNING parent_email
      """, [link, SignUpForm.consentText]
    ).value
  }
}

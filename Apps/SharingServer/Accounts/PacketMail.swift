package import CivilTime
package import FeatureKit
package import Mailing

/// Composes and sends the e-mails of athletes to coaches through the server. The server is the
/// sender, and coaches' replies go to the athlete.
package struct PacketMail: Sendable {
  package typealias Failure = MailFailure

  private let from: String
  private let now: @Sendable () -> Instant
  private let deliver: @Sendable (MailMessage) async throws(Failure) -> Void

  package init(
    from: String, now: @escaping @Sendable () -> Instant,
    deliver: @escaping @Sendable (MailMessage) async throws(Failure) -> Void
  ) {
    self.from = from
    self.now = now
    self.deliver = deliver
  }

  package func compose(
    _ draft: MailDraft, for athlete: Mailbox
  ) throws(Problem) -> MailMessage {
    do throws(MailFailure) {
      return try MailMessage(
        from: Mailbox(from, cleaning: athlete.name), to: draft.to, replyTo: athlete,
        subject: draft.subject, text: draft.text, attachments: draft.attachments,
        id: ServerMail.newMessageName(), sentAt: now())
    } catch {
      throw error.problem
    }
  }

  /// Sends a message.
  ///
  /// The server's log gets the full reason of a failure. The thrown reason, which the athlete
  /// reads, is general unless it concerns the recipient, because other reasons may name the
  /// server's mail account.
  package func send(_ message: MailMessage) async throws(MailFailure) {
    do throws(MailFailure) {
      try await deliver(message)
    } catch {
      ServerMail.log(error)
      if error.concernsThisMessageOnly { throw error }
      if case .unconfirmed = error { throw .unconfirmed(host: "The mail server") }
      throw .unavailable(.noMessageTaken)
    }
  }
}

extension Problem {
  fileprivate static let noMessageTaken = Problem(
    .serverError, "The mail server took no message.", fix: "Try again in a few minutes.")
}

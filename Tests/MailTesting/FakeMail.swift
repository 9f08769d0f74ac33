public import CivilTime
import FeatureKit
public import Mailing
import Synchronization

/// Outgoing mail through a scripted server, for tests of features.
///
/// `SMTPServer` is a real server for tests of the protocol.
public final class FakeMail: Sendable {
  public struct Contents: Sendable {
    public var setup = MailSetup(
      host: "smtp.example.org", user: "sam@example.org", hasPassword: true)
    /// The error with which sending to an address fails, by address.
    public var refusals: [String: MailFailure] = [:]
    /// The messages that the server has accepted, in order.
    public var taken: [MailMessage] = []
  }

  private let contents = Mutex(Contents())
  private let sender: String?
  private let now: Instant

  public init(sender: String? = nil, now: Instant) {
    self.sender = sender
    self.now = now
  }

  public var state: Contents { contents.withLock { $0 } }

  public func change(_ body: (inout Contents) -> Void) { contents.withLock { body(&$0) } }

  public var outgoing: OutgoingMail {
    OutgoingMail(
      setup: { self.state.setup },
      save: { _, _ throws(Problem) in throw Problem(.unimplemented) },
      compose: { draft throws(Problem) in
        do throws(MailFailure) {
          guard let from = self.state.setup.sender ?? draft.otherwiseFrom else {
            throw .senderMissing
          }
          return try MailMessage(
            from: Mailbox(from, name: self.sender), to: draft.to, subject: draft.subject,
            text: draft.text, attachments: draft.attachments, id: "id", sentAt: self.now)
        } catch {
          throw error.problem
        }
      },
      send: { message throws(MailFailure) in
        if let refusal = self.state.refusals[message.to.address] { throw refusal }
        self.change { $0.taken.append(message) }
      })
  }
}

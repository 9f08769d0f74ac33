import Domain
import FeatureKit
import InMemoryBackend
import Mailing
import Synchronization

/// Outgoing mail whose server does as it is told.
final class FakeMail: Sendable {
  struct Contents: Sendable {
    var setup = MailSetup(host: "smtp.example.org", user: "sam@example.org", hasPassword: true)
    /// What the server says to a message for this address.
    var refusals: [String: MailFailure] = [:]
    var taken: [MailMessage] = []
  }

  private let contents = Mutex(Contents())

  var state: Contents { contents.withLock { $0 } }

  func change(_ body: (inout Contents) -> Void) { contents.withLock { body(&$0) } }

  var outgoing: OutgoingMail {
    OutgoingMail(
      setup: { self.state.setup },
      save: { _, _ throws(Problem) in throw Problem(.unimplemented) },
      compose: { draft throws(Problem) in
        do throws(MailFailure) {
          guard let from = self.state.setup.sender ?? draft.otherwiseFrom else {
            throw .senderMissing
          }
          return try MailMessage(
            from: Mailbox(from), to: draft.to, subject: draft.subject, text: draft.text,
            attachments: draft.attachments, id: "id", sentAt: ExampleFamily.now)
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

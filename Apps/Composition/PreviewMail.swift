import FeatureKit
import Mailing
import Synchronization

/// A mail setup in memory for previews and replays. It sends nothing.
final class PreviewMail: Sendable {
  private let kept = Mutex(MailSetup())

  var outgoing: OutgoingMail {
    OutgoingMail(
      setup: { self.kept.withLock { $0 } },
      save: { setup, _ in self.kept.withLock { $0 = setup } },
      compose: { _ throws(Problem) in throw Self.refusal },
      send: { _ throws(MailFailure) in throw .unavailable(Self.refusal) })
  }

  private static let refusal = Problem(.failed, "No e-mail is sent from here.")
}

import FeatureKit
import Mailing
import Synchronization

/// A mail setup that is kept in memory and sends nothing. The preview of a feature (`--only
/// FEATURE`) and the replay of a recorded session use it.
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

import FeatureKit
import Mailing
import Synchronization

/// A replacement, in memory, for the stored mail setup: the server for outgoing e-mail and its
/// password.
///
/// It sends no mail, because the account feature only stores the setup.
final class KeptMail: Sendable {
  struct Contents: Sendable {
    var setup = MailSetup()
    var password: SecretText?
    /// The problem that saving the setup throws.
    var refusal: Problem?
  }

  private let contents = Mutex(Contents())

  var state: Contents { contents.withLock { $0 } }

  func change(_ body: (inout Contents) -> Void) { contents.withLock { body(&$0) } }

  var outgoing: OutgoingMail {
    OutgoingMail(
      setup: { self.state.setup },
      save: { setup, password throws(Problem) in
        if let refusal = self.state.refusal { throw refusal }
        self.change {
          $0.setup = setup
          $0.password = password ?? (setup.hasPassword ? $0.password : nil)
        }
      },
      compose: { _ throws(Problem) in throw Problem(.unimplemented) },
      send: { _ throws(MailFailure) in throw .notSetUp })
  }
}

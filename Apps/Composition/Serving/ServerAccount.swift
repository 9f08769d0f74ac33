import Auth
package import CivilTime
import Domain
package import FamilyContext
package import FeatureKit
package import HTTP
package import Mailing
import SharedFile
import Supabase

/// A person whose account is at the server that runs this program, for one session of one browser
/// at that server.
///
/// The person's file is an ordinary file connected to a server. Two things differ: the server is
/// called within this process, and the server itself vouches for the session.
package struct ServerAccount: Sendable {
  package typealias Failure = Problem

  package var person: RecordID
  package var email: String
  /// The server's public key.
  package var key: String
  /// The session of this browser as a device would store it, with a token that is valid for the next minutes.
  package var session: @Sendable () throws(Failure) -> SecretText
  package var http: HTTPClient
  /// The person's time zone, as it is when a request begins.
  package var zone: @Sendable () -> Zone
  /// Makes the e-mail of this person; nil where the server sends none for people.
  package var mail: (@Sendable (FamilyContextClient) -> OutgoingMail)?

  package init(
    person: RecordID, email: String, key: String,
    session: @escaping @Sendable () throws(Failure) -> SecretText, http: HTTPClient,
    zone: @escaping @Sendable () -> Zone,
    mail: (@Sendable (FamilyContextClient) -> OutgoingMail)? = nil
  ) {
    self.person = person
    self.email = email
    self.key = key
    self.session = session
    self.http = http
    self.zone = zone
    self.mail = mail
  }

  /// The address that names the server in the file. No request to it leaves the process.
  static let address = "http://localhost"

  /// The memory of who the person is. It is always the person of the account: no other profile of
  /// the family can sign in here.
  var memory: PersonMemory {
    PersonMemory(
      isOfDevice: false, read: { person.description },
      save: { other throws(Problem) in
        guard other == person.description else { throw .signOutFirst }
      })
  }

  /// A store that contains only the session, and stores nothing.
  var secrets: SecretStore {
    SecretStore(
      read: { name throws(Problem) in
        guard name == ServerSession.name(of: person) else { return nil }
        return try session()
      },
      save: { _, _ throws(Problem) in }, remove: { _ throws(Problem) in })
  }
}

extension Problem {
  fileprivate static let signOutFirst = Problem(
    .refused, "You are signed in with your own account here.",
    fix: "Sign out first:  account sign-out")
}

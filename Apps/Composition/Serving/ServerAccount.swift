import Auth
package import CivilTime
import Domain
package import FamilyContext
package import FeatureKit
package import HTTP
package import Mailing
import SharedFile
import Supabase

/// A person with an account on the server that runs this program, in one browser session.
///
/// The person's file is an ordinary file that is connected to a server, with two differences:
/// requests to the server are handled within this process, and the server itself provides the
/// session.
package struct ServerAccount: Sendable {
  package typealias Failure = Problem

  package var person: RecordID
  package var email: String
  /// The server's public API key, which every request to its interface must have.
  package var key: String
  /// Returns the browser's session in the form in which a device stores one. Its access token is
  /// valid for a few minutes.
  package var session: @Sendable () throws(Failure) -> SecretText
  package var http: HTTPClient
  /// Returns the person's time zone at the moment.
  package var zone: @Sendable () -> Zone
  /// Returns the time since which the person has been signed in with a browser; nil if no browser
  /// was signed in when the person's file was filled. The person can undo their own changes since
  /// that time.
  package var signedInSince: @Sendable () -> Instant?
  /// Creates the service that sends the person's e-mails; nil if the server sends none for people.
  package var mail: (@Sendable (FamilyContextClient) -> OutgoingMail)?

  package init(
    person: RecordID, email: String, key: String,
    session: @escaping @Sendable () throws(Failure) -> SecretText, http: HTTPClient,
    zone: @escaping @Sendable () -> Zone,
    signedInSince: @escaping @Sendable () -> Instant? = { nil },
    mail: (@Sendable (FamilyContextClient) -> OutgoingMail)? = nil
  ) {
    self.person = person
    self.email = email
    self.key = key
    self.session = session
    self.http = http
    self.zone = zone
    self.signedInSince = signedInSince
    self.mail = mail
  }

  /// The address under which the file is connected to its server. No request is sent to this
  /// address, because requests to the server are handled in this process.
  static let address = "http://localhost"

  /// Remembers which person uses the pages. This is always the owner of the account; no other
  /// profile of the family can sign in here.
  var memory: PersonMemory {
    PersonMemory(
      isOfDevice: false, read: { person.description },
      save: { other throws(Problem) in
        guard other == person.description else { throw .signOutFirst }
      })
  }

  /// The store for the sign-in at the server, as every connected file has one. It returns the
  /// session of the browser, and ignores attempts to save a session, because the server itself has
  /// all sessions.
  var secrets: SecretStore {
    SecretStore {
      $0.read.implement { name throws(Problem) in
        guard name == ServerSession.name(of: person) else { return nil }
        return try session()
      }
      $0.save.implement { _ in }
      $0.remove.implement { _ in }
    }
  }
}

extension Problem {
  fileprivate static let signOutFirst = Problem(
    .refused, "You are signed in with your own account here.",
    fix: "Sign out first:  account sign-out")
}

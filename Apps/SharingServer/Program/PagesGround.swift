package import CivilTime
package import FeatureKit
package import HTTP
package import HTTPServing
package import JSON
package import PostgreSQL

/// The parts of the server that its pages for browsers use. The pages themselves are in the module
/// `ServerPages`.
package struct PagesGround: Sendable {
  package typealias Failure = Problem

  package var settings: PagesSettings
  package var registration: Registration
  package var publicKey: String
  /// Sends the server's e-mails; nil if the configuration has no mail server.
  package var mail: ServerMail?
  /// Returns the address of the pages, for links in e-mails.
  package var address: @Sendable () -> String
  /// Runs one statement as the database role that may read and change accounts.
  package var ask: @Sendable (_ text: String, _ values: [String?]) async throws -> DatabaseRows
  /// Counts an attempt under the name `who`, of which `most` are allowed in five minutes. Returns how
  /// many seconds the attempt has to wait; nil if it may be made now.
  package var noteTry: @Sendable (_ who: String, _ most: Int) async throws -> Int?
  /// Answers a request as if it had come over the network.
  package var answer: @Sendable (Request) async -> Response
  /// Returns a new access token for a session of an account.
  package var token: @Sendable (_ user: JSONValue, _ session: String) throws(Failure) -> String
  /// Returns the claims of a token that is valid now; nil for any other text.
  package var claims: @Sendable (_ token: String) -> TokenClaims?
  /// Returns the network address of a request's sender, for which attempts are counted and limited.
  package var network: @Sendable (Request) -> String
  /// Returns a keyed digest of the text, which is the same on all servers that share the database.
  package var digest: @Sendable (_ text: String) throws(Failure) -> [UInt8]
  package var now: @Sendable () -> Instant
}

/// The running pages of a server, as functions that the server calls.
package struct RunningPages: Sendable {
  package var answer: @Sendable (Request) async -> Response
  /// Returns the path template of an endpoint for the log, with the names of its parameters in
  /// place of their values; nil for an unknown path.
  package var template: @Sendable (_ pieces: [String]) -> String?
  package var clientKind: @Sendable (Request) -> ClientKind
  /// Returns the page for a request that the server refuses before it asks the pages, such as one
  /// that is too large.
  package var refusal: @Sendable (Status, RequestFault?, Request) -> Response
  /// Starts the regular work of the pages. The server calls it after opening its port.
  package var begin: @Sendable (_ port: Int) -> Void
  package var stop: @Sendable () async -> Void

  package init(
    answer: @escaping @Sendable (Request) async -> Response,
    template: @escaping @Sendable (_ pieces: [String]) -> String?,
    clientKind: @escaping @Sendable (Request) -> ClientKind,
    refusal: @escaping @Sendable (Status, RequestFault?, Request) -> Response,
    begin: @escaping @Sendable (_ port: Int) -> Void, stop: @escaping @Sendable () async -> Void
  ) {
    self.answer = answer
    self.template = template
    self.clientKind = clientKind
    self.refusal = refusal
    self.begin = begin
    self.stop = stop
  }
}

/// Makes the pages of a server whose configuration asks for them.
package typealias MakePages = @Sendable (PagesGround) throws -> RunningPages

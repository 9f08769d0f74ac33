package import CivilTime
package import FeatureKit
package import HTTP
package import HTTPServing
package import JSON
package import PostgreSQL

/// What a server gives the pages that it shows (module `ServerPages`).
package struct PagesGround: Sendable {
  package typealias Failure = Problem

  package var settings: PagesSettings
  package var registration: Registration
  package var publicKey: String
  /// How letters are sent; nil if no mail server is named.
  package var mail: ServerMail?
  /// The address of the pages, for links in letters.
  package var address: @Sendable () -> String
  /// Runs one statement in the role that can access accounts.
  package var ask: @Sendable (_ text: String, _ values: [String?]) async throws -> DatabaseRows
  /// The answer to a request as if it had come over the network.
  package var answer: @Sendable (Request) async -> Response
  /// An access token for one session of an account.
  package var token: @Sendable (_ user: JSONValue, _ session: String) throws(Failure) -> String
  /// The claims of a token that is valid now; nil for every other text.
  package var claims: @Sendable (_ token: String) -> TokenClaims?
  /// The network of a request's sender, by which tries are counted.
  package var network: @Sendable (Request) -> String
  /// A keyed digest that all servers over the database have in common.
  package var digest: @Sendable (_ text: String) throws(Failure) -> [UInt8]
  package var now: @Sendable () -> Instant
}

/// Pages as a server runs them.
package struct RunningPages: Sendable {
  package var answer: @Sendable (Request) async -> Response
  /// The path of an endpoint with the names of its parameters instead of their values, as logs have it; nil for other paths.
  package var template: @Sendable (_ pieces: [String]) -> String?
  package var standing: @Sendable (Request) -> Standing
  /// Receives the port once it is open.
  package var begin: @Sendable (_ port: Int) -> Void
  package var stop: @Sendable () async -> Void

  package init(
    answer: @escaping @Sendable (Request) async -> Response,
    template: @escaping @Sendable (_ pieces: [String]) -> String?,
    standing: @escaping @Sendable (Request) -> Standing,
    begin: @escaping @Sendable (_ port: Int) -> Void, stop: @escaping @Sendable () async -> Void
  ) {
    self.answer = answer
    self.template = template
    self.standing = standing
    self.begin = begin
    self.stop = stop
  }
}

/// Makes the pages of a server whose configuration asks for them.
package typealias MakePages = @Sendable (PagesGround) throws -> RunningPages

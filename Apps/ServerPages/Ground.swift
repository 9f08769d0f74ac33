import AuthLive
import CivilTime
import Domain
import FeatureKit
import Glibc
import HTTP
import JSON
import PostgreSQL
import SharingServer

extension PagesGround {
  /// Returns a client that calls the server's own interface within the process, without a network.
  ///
  /// - Parameter visitor: the browser's request for which the call is made. The server's limits
  ///   count the call as one from the browser's network address.
  func http(for visitor: Request? = nil) -> HTTPClient {
    let waiting = RepetitionWaiting(
      sleep: { try await Task.sleep(for: $0) }, chance: { Double.random(in: 0..<1) },
      now: { .ofSystem })
    return HTTPClient(waiting: waiting) { request, body, rules async throws(HTTPFailure) in
      var request = request
      if let visitor {
        request.peer = visitor.peer
        for name in ["X-Forwarded-For", "User-Agent"] {
          request.headers[name] = visitor.headers[name]
        }
      }
      request.body = body.map { .bytes($0) } ?? .none
      let response = await answer(request)
      guard let bytes = try? await response.collected(), bytes.count <= rules.answerLimit else {
        throw .connectionLost(host: "localhost")
      }
      let rest = RequestBody.bytes(bytes)
      return ArrivingResponse(status: response.status, headers: response.headers) {
        () async throws(HTTPFailure) in
        do { return try await rest.next() } catch { throw .connectionLost(host: "localhost") }
      }
    }
  }

  /// Returns the time since which the person has always been signed in with at least one browser,
  /// by the clock of the database; nil if the person is not signed in with any browser.
  func signedInSince(_ person: RecordID) async throws -> Instant? {
    try await ask("SELECT accounts.signed_in_since($1::uuid)", [person.description])
      .value.flatMap { Instant($0) }
  }

  /// Returns a session in the form in which a device stores it. It cannot be renewed and needs no
  /// renewal: its access token is valid for longer than the request for which it is made.
  func deviceSession(_ session: String, of user: JSONValue) throws(Problem) -> SecretText {
    let late = Instant.ofSystem.adding(seconds: 365 * 86_400).description
    return SecretText(
      JSONValue.object([
        "access_token": .string(try token(user, session)), "refresh_token": "none",
        "expires_at": .string(late), "refreshes_at": .string(late), "user": user,
      ]).text)
  }
}

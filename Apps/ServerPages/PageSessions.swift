import AuthLive
import CivilTime
import Domain
import FeatureKit
import HTTP
import JSON
import PostgreSQL
import SharingServer
import Synchronization
import WebHost

/// A person who is signed in with a browser, as the database described the person at the time of
/// the request.
struct SignedInPerson: Sendable {
  /// The value of the browser's session cookie. It is empty if the server works for the person
  /// without a request of a browser, for example to create notifications.
  let cookie: String
  /// The id of the account's session. It stays the same when the browser gets a new cookie.
  var session: String
  /// Whether the response has to give the browser a new cookie in place of the present one.
  var renewsCookie = false
  let person: RecordID
  let user: JSONValue
  /// The state of the person's data in the database. If the person's file has another state, the
  /// server has to fetch rows into it.
  var reached: Reached
  /// The token that every form on the pages must send back, against cross-site request forgery.
  let token: [UInt8]

  var email: String { user["email"]?.string ?? "" }
  /// The time zone that the person chose, or the zone of the browser when the person signed up.
  var zone: Zone? {
    user["user_metadata"]?[TimeZoneFields.member]?.string.flatMap { try? Zone.named($0) }
  }
  var hasProfile: Bool { reached.scopes[person] != nil }
}

extension SignedInPerson {
  /// Reads a person from a row of the database, for work that the server does without a request of
  /// a browser. The person has no cookie then. Returns nil if the JSON lacks a member.
  init?(readerIn json: JSONValue, session: String, token: [UInt8] = []) {
    guard let person = json["person"]?.string.flatMap({ RecordID($0) }), let user = json["user"],
      let reached = Reached(json)
    else { return nil }
    self.init(
      cookie: "", session: session, person: person, user: user, reached: reached, token: token)
  }
}

/// The state of the data that a person may see, in a database or in a file that was fetched from
/// that database. Two equal values mean that nothing has to be fetched.
struct Reached: Equatable, Sendable {
  var era: String
  /// The revision of each sync scope of the person; a scope is a family, or a person for the rows
  /// that belong to that person alone.
  var scopes: [RecordID: Int]
  /// A text computed from the requests to join a family: those that the person made, and those that
  /// the person can see. If one of these requests changes, the text changes.
  var joining: String

  init?(_ json: JSONValue) {
    guard let era = json["era"]?.string, let scopes = json["scopes"]?.object,
      let joining = json["joining"]?.string
    else { return nil }
    self.era = era
    self.joining = joining
    self.scopes = [:]
    for member in scopes.members {
      if let scope = RecordID(member.key) { self.scopes[scope] = member.value.int }
    }
  }
}

/// The browser sessions, which are stored in the database, so that any server of the database can
/// answer a browser's next request.
final class PageSessions: Sendable {
  private let ground: PagesGround
  /// A cache of recently used cookies, each with the id of its session. It serves checks that must
  /// not wait for the database.
  private let found = Mutex<[String: String]>([:])

  private static let mostRemembered = 10_000

  init(_ ground: PagesGround) { self.ground = ground }

  /// Returns whether the cookie was valid when a browser last sent it. The answer comes from memory
  /// and not from the database, so the cookie can have become invalid since.
  func knows(_ cookie: String) -> Bool { found.withLock { $0[cookie] != nil } }

  /// Removes a cookie that is no longer valid from the cache.
  ///
  /// - Returns: the id of the session that has ended with the cookie; nil if the session continues
  ///   with another cookie.
  func forget(_ cookie: String) -> String? {
    found.withLock { found in
      guard let session = found.removeValue(forKey: cookie), !found.values.contains(session) else {
        return nil
      }
      return session
    }
  }

  /// Returns the person whom a cookie signs in, with the state of the person's data; nil if the
  /// cookie is not valid. The database is asked with one statement.
  func find(_ cookie: String) async throws -> SignedInPerson? {
    guard Base64URL.bytes(cookie)?.count == EntryKeys.length else { return nil }
    let told = try await ground.ask(
      "SELECT accounts.page(accounts.digest($1))", [cookie])
    guard let json = try told.json, let session = json["session"]?.string,
      let person = json["person"]?.string.flatMap({ RecordID($0) }), let user = json["user"],
      let reached = Reached(json)
    else { return nil }
    found.withLock { found in
      if found.count >= Self.mostRemembered { found = [:] }
      found[cookie] = session
    }
    return SignedInPerson(
      cookie: cookie, session: session, renewsCookie: json["renew"]?.bool ?? false, person: person,
      user: user, reached: reached, token: try ground.digest("forms of \(session)"))
  }

  /// Returns the state of the data of each person. One statement asks for all of them.
  func reached(_ people: [RecordID]) async throws -> [RecordID: Reached] {
    let rows = try await ground.ask(
      "SELECT person, compass.reached(person) FROM unnest($1::uuid[]) AS p(person)",
      [people.asArray])
    var found: [RecordID: Reached] = [:]
    for row in rows.rows where row.count == 2 {
      guard let person = row[0].flatMap({ RecordID($0) }),
        let json = row[1].flatMap({ try? JSONValue.parse($0) })
      else { continue }
      found[person] = Reached(json)
    }
    return found
  }

  /// Creates the first cookie of a browser for a session of an account.
  func begin(_ session: String) async throws -> String {
    let cookie = try Self.drawCookie()
    _ = try await ground.ask(
      "SELECT accounts.begin_page(accounts.digest($1), $2::uuid)", [cookie, session])
    return cookie
  }

  /// Replaces the browser's cookie by a new one.
  ///
  /// - Parameter atOnce: whether the old cookie stops working immediately. Otherwise it works until
  ///   the browser has sent the new one.
  /// - Returns: the new cookie; nil if another request of the same browser got one at the same
  ///   moment.
  func renew(_ signedIn: SignedInPerson, atOnce: Bool = false) async throws -> String? {
    let cookie = try Self.drawCookie()
    let isValid = try await ground.ask(
      "SELECT accounts.renew_page(accounts.digest($1), accounts.digest($2), $3::boolean)",
      [signedIn.cookie, cookie, "\(atOnce)"]
    ).value
    if atOnce { _ = forget(signedIn.cookie) }
    return isValid == "t" ? cookie : nil
  }

  private static func drawCookie() throws -> String {
    Base64URL.text(try RandomSource.system.bytes(EntryKeys.length))
  }

  /// Signs the person out of the browser and ends its session.
  ///
  /// - Returns: the number of browsers in which the person is still signed in.
  func end(_ signedIn: SignedInPerson) async throws -> Int {
    _ = try await ground.ask("SELECT accounts.sign_out($1::uuid, 'local')", [signedIn.session])
    _ = forget(signedIn.cookie)
    let left = try await ground.ask(
      "SELECT accounts.pages_of($1::uuid)", [signedIn.person.description])
    return left.value.flatMap { Int($0) } ?? 0
  }
}

extension Sequence<RecordID> {
  /// The ids as the text of a PostgreSQL array.
  var asArray: String { "{\(map(\.description).joined(separator: ","))}" }
}

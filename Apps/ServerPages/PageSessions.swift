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

/// A person who is signed in with a browser, as the database knows it at this moment.
struct SignedInPerson: Sendable {
  /// The value of the cookie.
  let cookie: String
  /// The session of the account, as any device has one. It stays the same when the browser gets another cookie.
  var session: String
  /// Whether the browser is to get another cookie.
  var renewsCookie = false
  let person: RecordID
  let user: JSONValue
  /// How far the database is with what the person may see.
  var reached: Reached
  /// The token of the forms.
  let token: [UInt8]

  var email: String { user["email"]?.string ?? "" }
  /// The time zone that the person has chosen, or had when they signed up.
  var zone: Zone? {
    user["user_metadata"]?[TimeZoneFields.member]?.string.flatMap { try? Zone.named($0) }
  }
  var hasProfile: Bool { reached.scopes[person] != nil }
}

extension SignedInPerson {
  /// A person in whose name the server reads without a browser.
  init?(readerIn json: JSONValue, session: String, token: [UInt8] = []) {
    guard let person = json["person"]?.string.flatMap({ RecordID($0) }), let user = json["user"],
      let reached = Reached(json)
    else { return nil }
    self.init(
      cookie: "", session: session, person: person, user: user, reached: reached, token: token)
  }
}

/// How far something is with what a person may see.
struct Reached: Equatable, Sendable {
  var era: String
  /// The revision of each scope of the person.
  var scopes: [RecordID: Int]
  /// Changes with the requests to join a family that the person sees or made.
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

/// The sessions of browsers. They are in the database, so that any server can answer the next request.
final class PageSessions: Sendable {
  private let ground: PagesGround
  /// Cookies that were found lately, with their sessions, for questions that cannot wait for the database.
  private let found = Mutex<[String: String]>([:])

  private static let mostRemembered = 10_000

  init(_ ground: PagesGround) { self.ground = ground }

  /// Whether a cookie was valid when it was last shown.
  func knows(_ cookie: String) -> Bool { found.withLock { $0[cookie] != nil } }

  /// Forgets a cookie that is no longer valid.
  ///
  /// - Returns: its session, unless that one goes on with another cookie.
  func forget(_ cookie: String) -> String? {
    found.withLock { found in
      guard let session = found.removeValue(forKey: cookie), !found.values.contains(session) else {
        return nil
      }
      return session
    }
  }

  /// The person of a cookie, and how far their data is: one statement.
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

  /// How far the database is with each of these people: one statement for all.
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

  /// Gives a session of an account its first cookie.
  func begin(_ session: String) async throws -> String {
    let cookie = try Self.drawCookie()
    _ = try await ground.ask(
      "SELECT accounts.begin_page(accounts.digest($1), $2::uuid)", [cookie, session])
    return cookie
  }

  /// Gives the browser another cookie in the place of its own.
  ///
  /// - Parameter atOnce: whether its own is worthless from now on, and not only when the other one was shown.
  /// - Returns: the other one; nil if another request of the browser got one at the same moment.
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

  /// Ends the session of a browser.
  ///
  /// - Returns: how many browsers the person is still signed in with.
  func end(_ signedIn: SignedInPerson) async throws -> Int {
    _ = try await ground.ask("SELECT accounts.sign_out($1::uuid, 'local')", [signedIn.session])
    _ = forget(signedIn.cookie)
    let left = try await ground.ask(
      "SELECT accounts.pages_of($1::uuid)", [signedIn.person.description])
    return left.value.flatMap { Int($0) } ?? 0
  }
}

extension Sequence<RecordID> {
  /// The ids as PostgreSQL writes an array.
  var asArray: String { "{\(map(\.description).joined(separator: ","))}" }
}

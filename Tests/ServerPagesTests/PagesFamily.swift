import FeatureKit
import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Synchronization
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

/// A server with web pages, and browsers that visit it.
struct ServedPeople {
  let server: RunningServer
  let folder: String

  static let password = "a long enough password"

  static func with(
    openFiles: Int = 50, registration: Registration = .open, address: String? = nil,
    mail: ServerMail? = nil, pages: @escaping MakePages = ServerPages.make,
    mailThrough settings: MailSettings? = nil, inOwnDatabase: Bool = false,
    cronSecret: SecretText? = nil,
    _ use: (ServedPeople) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pages-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    func change(_ config: inout ServerConfig) {
      config.pages = PagesSettings(folder: folder)
      config.pages?.openFiles = openFiles
      // Tests share a database, so the daily work of this test's server would write rows for people
      // of other tests.
      config.pages?.doesDailyWork = false
      config.pages?.cronSecret = cronSecret
      config.registration = registration
      config.mail = settings
      config.pages?.address = address
    }
    func run(_ server: RunningServer) async throws {
      try await use(ServedPeople(server: server, folder: folder))
    }
    if inOwnDatabase {
      try await RunningServer.withOwnDatabase(pages: pages, mail: mail, change, run)
    } else {
      try await RunningServer.with(pages: pages, mail: mail, change, run)
    }
  }

  /// Returns a new browser with an IP address of its own.
  ///
  /// The server limits attempts by IP address, and many tests make accounts at the same time.
  func browser() -> Browser {
    let parts = (0..<3).map { _ in String(Int.random(in: 1...250)) }
    return Browser(port: server.port, from: "127." + parts.joined(separator: "."))
  }

  static func address() -> String { "somebody-\(UUID().uuidString.lowercased())@example.org" }

  /// Creates an account and a profile through the sign-up pages.
  ///
  /// Returns the browser, which shows the first page.
  func signedUp(
    _ email: String = address(), role: String = "player", name: String = "Sam Lee"
  ) async throws -> Browser {
    let browser = browser()
    let begun = try await browser.post(
      [
        ("email", email), ("password", Self.password), ("password", Self.password),
        ("born", "1990-05-31"),
      ], to: "/sign-up")
    try #require(begun.path == "/begin", "\(begun.status) \(begun.words)")
    let first = try await browser.post(
      begun.fields + [("role", role), ("name", name), ("year", "2028"), ("sport", "baseball")],
      to: "/begin")
    try #require(first.status == 200, "\(first.status) \(first.words)")
    return browser
  }

  /// Creates an account with a profile, confirms its address with the code of the letter, and
  /// returns its access token.
  func confirmed(
    _ role: String = "player", _ email: String = address(), _ code: (String) async throws -> String
  ) async throws -> String {
    func ask(_ path: String, token: String? = nil, _ body: JSONValue) async throws -> JSONValue {
      let answer = try await server.ask(.post, path, token: token, body)
      try #require(answer.status == .ok)
      return try JSONValue.parse(utf8: await answer.collected())
    }
    _ = try await ask(
      "/auth/v1/signup",
      [
        "email": .string(email), "password": .string(Self.password),
        "data": ["birth_date": "1980-05-31"],
      ])
    let session = try await ask(
      "/auth/v1/verify",
      ["type": "signup", "email": .string(email), "token": .string(try await code(email))])
    let token = try #require(session["access_token"]?.string)
    _ = try await ask(
      "/rest/v1/rpc/open_profile", token: token,
      ["role": .string(role), "full_name": "Sam Lee", "graduation_year": 2028])
    return token
  }

  /// Sends the form to sign up in a new browser, and returns the answer.
  func signUp(_ email: String, _ more: [(String, String)] = []) async throws -> Browser.Answer {
    try await browser().post(
      [
        ("email", email), ("password", Self.password), ("password", Self.password),
        ("born", "1990-05-31"),
      ] + more, to: "/sign-up")
  }

  func signedIn(_ email: String) async throws -> Browser {
    let browser = browser()
    let first = try await browser.post(
      [("email", email), ("password", Self.password)], to: "/sign-in")
    try #require(first.status == 200, "\(first.status) \(first.words)")
    return browser
  }

  /// Runs a second server over the same database, with data files of its own. The browser that
  /// `use` gets is signed in at the second server with the session of `browser`.
  func withSecondServer(
    _ browser: Browser, _ use: (Browser) async throws -> Void
  ) async throws {
    let folder = self.folder + "-\(UUID().uuidString)"
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let first = server.config
    try await RunningServer.with(
      pages: ServerPages.make,
      { config in
        config.refreshKey = first.refreshKey
        config.signingKeys = first.signingKeys
        config.pages = PagesSettings(folder: folder)
      }
    ) { server in
      let other = Browser(port: server.port)
      other.cookie = browser.cookie
      try await use(other)
    }
  }

  /// Ends all sessions of the person with this e-mail address, as if they had expired.
  func end(_ email: String) async throws {
    _ = try await server.admin.run(
      """
      SELECT accounts.sign_out(s.id, 'local') FROM accounts.sessions AS s
      JOIN accounts.people AS p ON p.id = s.person WHERE p.email = $1
      """, [email])
  }

  func schools(called name: String) async throws -> Int {
    try await count("SELECT count(*) FROM public.schools WHERE name = $1", name)
  }

  /// The names of the files in the folder of the web pages' data files, without the lock file.
  var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "lock" }
    }
  }

  /// Runs a statement that returns a count. `value` is the statement's only parameter.
  func count(_ statement: String, _ value: String) async throws -> Int {
    let rows = try await server.admin.run(statement, [value])
    return rows.value.flatMap { Int($0) } ?? -1
  }
}

extension Browser.Answer {
  /// The hidden fields, which a test sends together with its own fields.
  var fields: [(String, String)] { hidden.map { ($0.key, $0.value) } }
}

/// A connection that stays open, and the text that it has received so far.
final class Heard: Sendable {
  private let descriptor: Int32
  private let text = Mutex("")

  init(_ request: String, port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw POSIXError(.ECONNREFUSED) }
    send(request)
    Thread.detachNewThread { [self] in
      var room = [UInt8](repeating: 0, count: 4_096)
      while case let count = recv(descriptor, &room, room.count, 0), count > 0 {
        let piece = String(decoding: room.prefix(count), as: UTF8.self)
        text.withLock { $0 += piece }
      }
    }
  }

  func send(_ text: String) {
    _ = Array(text.utf8).withUnsafeBytes {
      Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
    }
  }

  /// Waits at most a minute until these words have arrived; returns whether they have.
  func wait(for words: String) async throws -> Bool {
    for _ in 0..<600 {
      if text.withLock({ $0.contains(words) }) { return true }
      try await Task.sleep(for: .milliseconds(100))
    }
    return false
  }

  var received: String { text.withLock { $0 } }

  func close() { shutdown(descriptor, Int32(SHUT_RDWR)) }
}

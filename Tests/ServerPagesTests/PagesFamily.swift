import Foundation
import JSON
import PostgreSQL
import SharingTesting
import Testing
import WebTesting

@testable import ServerPages
@testable import SharingServer

/// A server with pages, and browsers at it.
struct ServedPeople {
  let server: RunningServer
  let folder: String

  static let password = "a long enough password"

  static func with(
    openFiles: Int = 50, _ use: (ServedPeople) async throws -> Void
  ) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appending(path: "pages-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try await RunningServer.with(
      pages: ServerPages.make,
      { config in
        config.pages = PagesSettings(folder: folder)
        config.pages?.openFiles = openFiles
      }
    ) { server in
      try await use(ServedPeople(server: server, folder: folder))
    }
  }

  func browser() -> Browser { Browser(port: server.port) }

  static func address() -> String { "somebody-\(UUID().uuidString.lowercased())@example.org" }

  /// A browser of a new person, on their first page.
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
      begun.fields + [("role", role), ("name", name), ("year", "2028")], to: "/begin")
    try #require(first.status == 200, "\(first.status) \(first.words)")
    return browser
  }

  func signedIn(_ email: String) async throws -> Browser {
    let browser = browser()
    let first = try await browser.post(
      [("email", email), ("password", Self.password)], to: "/sign-in")
    try #require(first.status == 200, "\(first.status) \(first.words)")
    return browser
  }

  /// The names of what is in the folder of the pages, without its lock.
  var files: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder).filter { $0 != "lock" }
    }
  }

  /// The number of rows of a table with this value.
  func count(_ statement: String, _ value: String) async throws -> Int {
    let rows = try await server.admin.run(statement, [value])
    return rows.value.flatMap { Int($0) } ?? -1
  }
}

extension Browser.Answer {
  /// The hidden fields, to be sent along.
  var fields: [(String, String)] { hidden.map { ($0.key, $0.value) } }
}

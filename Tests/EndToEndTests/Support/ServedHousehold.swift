import Composition
import FeatureKit
import Foundation
import HTTP
import HTTPServing
import JSON
import ShellHost
import Synchronization
import Testing
import WebHost
import WebTesting

/// Serves the pages of a household from the test's own process, with the modules that the program
/// uses for it.
final class ServedHousehold {
  let household: Household
  let file: FamilyFile
  let host: WebHost
  let server: HTTPServer
  private var browsers: [String: (browser: Browser, token: String)] = [:]

  init(_ household: Household) throws {
    self.household = household
    let options = try GlobalOptions.parse(household.options)
    file = try FamilyFiles().file(options, environment: Environment(["TZ": "UTC"]))
    let folder = ServingFolder(dataFolder: household.data)
    try folder.make()
    makeKey = { try folder.makeKey { count in (0..<count).map { _ in .random(in: 0...255) } } }
    var program = WebProgram.live(file, options)
    // The keys that let a browser in are valid for an hour and not for a minute: with hundreds of
    // tests at once, more than a minute may pass between making a key and using it.
    program.keys = folder.keys(lasting: 3_600_000)
    let host = WebHost(program)
    self.host = host
    var settings = ServerSettings(port: 0)
    settings.refusal = { status, fault, request in host.refusal(status, fault, request) }
    settings.times.idle = .seconds(3_600)
    server = try HTTPServer.start(settings) { await host.answer($0) }
    host.origin = .ofThisComputer(port: server.port)
  }

  private let makeKey: () throws -> String

  func browser() async throws -> Browser {
    let browser = Browser(port: server.port)
    let answer = try await browser.get("/enter?key=\(try makeKey())")
    try #require(answer.status == 200)
    return browser
  }

  /// Returns a browser that another server of the same data gave its cookie.
  func browser(with cookie: String?) -> Browser {
    let browser = Browser(port: server.port)
    browser.cookie = cookie
    return browser
  }

  /// The error that no person with the name could sign in, with the server's answer.
  struct SignInRefused: Error {
    var answer: Browser.Answer
  }

  /// Sends a command line to the web host as another program does, in a request for JSON. The
  /// person with this name is signed in.
  func send(
    _ line: String, as person: String?, files: [Browser.Upload] = []
  ) async throws -> Browser.Answer {
    let (browser, token) = try await visitor(person)
    var headers = ["Accept": "application/json", "X-Compass-Token": token]
    guard !files.isEmpty else {
      headers["Content-Type"] = "application/json"
      let body = JSONValue.object(JSONObject([("command", .string(line))])).text
      return renewed(person, try await browser.send("POST", "/command", headers, body))
    }
    headers["Content-Type"] = Browser.multipartType
    return renewed(
      person,
      try await browser.send(
        "POST", "/command", headers, Browser.multipart([("_command", line)], files)))
  }

  /// Returns a function that makes a request with a command line. A test passes the request to the
  /// web host itself, so that it can cancel it.
  ///
  /// The function's argument `isRead` is called when the host has read the request's body.
  func request(
    _ line: String, files: [Browser.Upload] = []
  ) async throws -> @Sendable (_ isRead: @escaping @Sendable () -> Void) -> HTTP.Request {
    let (browser, token) = try await visitor(nil)
    let headers: [(String, String)] = [
      ("Host", "127.0.0.1:\(server.port)"), ("Accept", "application/json"),
      ("X-Compass-Token", token), ("Cookie", "compass-\(server.port)=\(browser.cookie ?? "")"),
      ("Content-Type", Browser.multipartType),
    ]
    var sent = Headers()
    for (name, value) in headers { sent[name] = value }
    let target = try RequestTarget("/command")
    let body = Browser.multipart([("_command", line)], files)
    return { [sent] isRead in
      let rest = Mutex<[UInt8]?>(Array(body.utf8))
      return HTTP.Request(
        .post, target, headers: sent,
        body: RequestBody(length: body.utf8.count) { () throws(RequestFault) in
          let piece = rest.withLock { rest in
            defer { rest = nil }
            return rest
          }
          if piece == nil { isRead() }
          return piece
        })
    }
  }

  /// Stores the form token that an answer brings after a new sign-in, because the server refuses
  /// forms with the old one.
  private func renewed(_ person: String?, _ answer: Browser.Answer) -> Browser.Answer {
    if let token = answer.headers["x-compass-token"] { browsers[person ?? ""]?.token = token }
    return answer
  }

  private func visitor(_ person: String?) async throws -> (browser: Browser, token: String) {
    if let known = browsers[person ?? ""] { return known }
    let browser = try await browser()
    let accept = ["Accept": "application/json"]
    var answer = try await browser.get("/c?line=help", accept)
    if let person {
      answer = try await browser.send(
        "POST", "/command",
        accept.merging([
          "Content-Type": "application/json",
          "X-Compass-Token": try #require(answer.headers["x-compass-token"]),
        ]) { $1 },
        JSONValue.object(
          JSONObject([
            ("command", "account sign-in"),
            ("fields", .object(JSONObject([("profile", .string(person))]))),
          ])
        ).text)
      guard answer.status == 200 else { throw SignInRefused(answer: answer) }
    }
    let made = (browser, try #require(answer.headers["x-compass-token"]))
    browsers[person ?? ""] = made
    return made
  }

  func stop() async {
    await server.stop(within: .zero)
    await host.finishLaterWork(within: .seconds(60))
    file.close()
  }
}

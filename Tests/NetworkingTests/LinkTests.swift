import Domain
import Foundation
import MailTesting
import Testing
import ToolTesting

@testable import Networking

@Suite("Asking a real web server whether a page is there")
struct LinkTests {
  private func answer(
    _ path: String, at server: WebServer, _ asking: LinkAsking = .patient
  ) async -> LinkAnswer {
    await LinkProbe.web(asking).answer(of: "http://127.0.0.1:\(server.port)/\(path)")
  }

  @Test(
    "The server's last word is the answer, its redirections followed",
    arguments: [
      ("200", LinkAnswer.status(200)), ("404", .status(404)), ("410", .status(410)),
      ("401", .status(401)), ("503", .status(503)), ("moved", .status(200)),
      ("lost", .status(404)), ("loop", .tooManyRedirections),
    ])
  func answers(path: String, answer: LinkAnswer) async throws {
    let server = try WebServer()
    #expect(await self.answer(path, at: server) == answer)
  }

  @Test("Asked for the public web alone, no address of this computer is opened")
  func publicAlone() async throws {
    let server = try WebServer()
    var asking = LinkAsking.patient
    asking.isOfThePublicWeb = true
    #expect(await answer("200", at: server, asking) == .notFromHere)
    let named = await LinkProbe.web(asking).answer(of: "http://localhost:\(server.port)/200")
    #expect(named == .notFromHere)
    #expect(await answer("200", at: server) == .status(200))
    #expect(try server.asked().path == "/200", "the first that was asked")
  }

  @Test(
    "Which addresses are none of the public internet",
    arguments: [
      "0.0.0.0", "10.0.0.1", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1",
      "172.31.255.255", "192.168.1.1", "198.18.0.1", "224.0.0.1", "255.255.255.255", "[::]",
      "[::1]", "[fe80::1]", "[fd00::1]", "[ff02::1]", "[::ffff:127.0.0.1]", "[64:ff9b::7f00:1]",
      "[2002:7f00:1::]", "[2001::1]", "[2001:db8::1]",
    ])
  func otherAddresses(host: String) async {
    var asking = LinkAsking.patient
    asking.isOfThePublicWeb = true
    #expect(await LinkProbe.web(asking).answer(of: "http://\(host):9/") == .notFromHere)
  }

  @Test("A page is asked for by its head, and nothing else is said")
  func head() async throws {
    let server = try WebServer()
    #expect(await answer("200?film=1", at: server) == .status(200))
    let asked = try server.asked()
    #expect(asked.method == "HEAD" && asked.path == "/200?film=1")
    #expect(Set(asked.headers.keys) == ["Host", "User-Agent", "Accept"])
    #expect(asked.headers["User-Agent"] == "Mozilla/5.0 (compatible; link check)")
  }

  @Test(
    "A server that knows no HEAD is asked for the page's beginning",
    arguments: [405, 501, 403, 404]
  )
  func headIsRefused(_ status: Int) async throws {
    let server = try WebServer()
    #expect(await answer("head-\(status)", at: server) == .status(200))
    #expect(try server.asked().method == "HEAD")
    let second = try server.asked()
    #expect(second.method == "GET" && second.headers["Range"] == "bytes=0-0")
  }

  @Test("No redirection leads to a file or any other kind of address")
  func staysOnTheWeb() async throws {
    let server = try WebServer()
    #expect(await answer("file", at: server) == .strange)
  }

  @Test("A server that says nothing is given up when the time is over")
  func silent() async throws {
    let server = try WebServer()
    var asking = LinkAsking.patient
    asking.totalMilliseconds = 300
    #expect(await answer("silent", at: server, asking) == .timedOut(seconds: 1))
  }

  @Test("A server that hangs up, and a port where none listens")
  func gone() async throws {
    let server = try WebServer()
    #expect(await answer("hang-up", at: server) == .connectionLost)
    var asking = LinkAsking.patient
    asking.isOffline = { false }
    // No server listens at port 9 of the loopback interface.
    #expect(await LinkProbe.web(asking).answer(of: "http://127.0.0.1:9/") == .connectionRefused)
  }

  @Test("Without a network nothing is said against the link")
  func offline() async {
    var asking = LinkAsking.patient
    asking.isOffline = { true }
    #expect(await LinkProbe.web(asking).answer(of: "http://127.0.0.1:9/") == .offline)
    #expect(
      await LinkProbe.web(asking).answer(of: "https://no-such-site.invalid/") == .offline)
  }

  @Test("A certificate nobody vouches for is not trusted, and one that somebody does is")
  func certificates() async throws {
    let certificate = try Certificate(for: "localhost")
    let server = try WebServer(certificate: certificate)
    let address = "https://localhost:\(server.port)/200"
    #expect(await LinkProbe.web.answer(of: address) == .untrusted)
    var asking = LinkAsking.patient
    asking.certificates = certificate.file
    #expect(await LinkProbe.web(asking).answer(of: address) == .status(200))
    let other = "https://127.0.0.1:\(server.port)/200"
    #expect(await LinkProbe.web(asking).answer(of: other) == .untrusted)
  }

  @Test(
    "What is no address of the web is not tried",
    arguments: ["file:///etc/passwd", "ftp://example.org/", "films/one.mp4", "", "http://a\0b/"])
  func notOfTheWeb(_ address: String) async {
    #expect(await LinkProbe.web.answer(of: address) == .notTried)
  }

  @Test("Without the library the answer says so")
  func noLibrary() async {
    var asking = LinkAsking.patient
    asking.library = CurlLibrary("libcurl-that-is-not-there.so")
    #expect(await LinkProbe.web(asking).answer(of: "https://example.org/") == .libraryMissing)
  }

  @Test("Whoever stops waiting is not kept waiting")
  func cancelled() async throws {
    let server = try WebServer()
    let port = server.port
    let asking = Task {
      await LinkProbe.web(.patient).answer(of: "http://127.0.0.1:\(port)/silent")
    }
    _ = try await server.askedMeanwhile()
    asking.cancel()
    #expect(await asking.value == .notTried)
  }
}

extension LinkAsking {
  /// Very long limits, because a machine that runs all tests at once may answer late.
  fileprivate static var patient: LinkAsking {
    var asking = LinkAsking()
    asking.connectMilliseconds = 3_600_000
    asking.totalMilliseconds = 3_600_000
    return asking
  }
}

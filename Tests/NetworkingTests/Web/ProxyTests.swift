import HTTP
import HTTPServing
import MailTesting
import Testing
import ToolTesting

@testable import Networking

@Suite("Through a proxy")
struct ProxyTests {
  @Test("Plain requests are asked of the proxy, and encrypted ones go through it unread")
  func through() async throws {
    let certificate = try Certificate(for: "localhost")
    let files = TLSFiles(certificate: certificate.file, key: certificate.key)
    try await serving(tls: files, { _ in Response(.ok, .plainText, "inside") }) { server in
      let target = server.port
      let proxy = try RawServer { line, _ in
        guard let head = line.head() else { return }
        if head.hasPrefix("CONNECT") {
          line.send("HTTP/1.1 200 Connected\r\nX-Proxy: here\r\n\r\n")
          line.join(target)
        } else {
          line.send("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nplain")
        }
      }
      let client = HTTPClient.plain(
        proxy: .at("http://me:pass@127.0.0.1:\(proxy.port)"), certificates: certificate.file)
      let plain = try Request(.get, address: "http://example.invalid/page")
      #expect(try await client.answer(to: plain, .patient).text == "plain")
      let secret = try Request(
        .get, address: "https://localhost:\(target)/", headers: ["Authorization": "Bearer secret"])
      let answer = try await client.answer(to: secret, .patient)
      #expect(answer.text == "inside" && answer.headers["X-Proxy"] == nil)
      #expect(proxy.heads[0].hasPrefix("GET http://example.invalid/page HTTP/1.1\r\n"))
      #expect(proxy.heads[1].hasPrefix("CONNECT localhost:\(target) HTTP/1.1\r\n"))
      #expect(!proxy.heads[1].contains("secret"))
    }
  }

  @Test("What a proxy refuses is told from what the server refuses, and its password is not shown")
  func refusals() async throws {
    let proxy = try RawServer.saying(
      "HTTP/1.1 407 Proxy Authentication Required\r\nContent-Length: 0\r\n\r\n")
    let shown = "127.0.0.1:\(proxy.port)"
    let client = HTTPClient.plain(proxy: .at("http://me:hunter2@\(shown)"))
    let request = try Request(.get, address: "https://example.invalid/")
    #expect(
      await client.failure(request, .patient { $0.repeats = .never })
        == .proxyRefused(proxy: shown, status: 407))
    let nobody = HTTPClient.plain(proxy: .at("http://me:hunter2@127.0.0.1:9"))
    let failure = await nobody.failure(request, .patient { $0.repeats = .never })
    #expect(failure == .refused(host: "127.0.0.1:9"))
    let unknown = HTTPClient.plain(proxy: .at("http://me:hunter2@no-such-proxy.invalid:8080"))
    #expect(await unknown.failure(request) == .proxyUnknown("no-such-proxy.invalid:8080"))
  }

  @Test(
    "The environment says which proxy it is",
    arguments: [
      (["https_proxy": "http://p:1"], "example.org", true, "http://p:1"),
      (["https_proxy": "http://p:1"], "example.org", false, nil),
      (["http_proxy": "http://p:1"], "example.org:80", false, "http://p:1"),
      (["HTTP_PROXY": "http://p:1"], "example.org", false, nil),
      (["all_proxy": "http://p:2"], "example.org", true, "http://p:2"),
      (["https_proxy": "", "all_proxy": "http://p:2"], "example.org", true, "http://p:2"),
      (["https_proxy": "http://p:1", "no_proxy": "example.org"], "example.org:443", true, nil),
      (["https_proxy": "http://p:1", "no_proxy": "x, .example.org"], "a.Example.org", true, nil),
      (
        ["https_proxy": "http://p:1", "no_proxy": "ample.org"], "example.org", true, "http://p:1"
      ),
      (["https_proxy": "http://p:1", "NO_PROXY": "*"], "example.org", true, nil),
      (["http_proxy": "http://p:1", "no_proxy": "::1"], "[::1]:8080", false, nil),
      ([:], "example.org", true, nil),
    ] as [([String: String], String, Bool, String?)])
  func environment(
    variables: [String: String], host: String, isSecure: Bool, proxy: String?
  ) {
    #expect(
      ProxyChoice.environment.address(for: host, isSecure: isSecure) { variables[$0] } == proxy)
  }
}

@Suite("What a failure says")
struct HTTPFailureTests {
  @Test("No failure says more than the host: no path, no query, no token, no password")
  func secrets() async throws {
    let silent = try RawServer { line, _ in
      _ = line.head()
      line.stall()
    }
    let cut = try RawServer.saying("")
    let strange = try RawServer.saying("hunter2 is not HTTP\r\n")
    let client = HTTPClient.plain(proxy: .none)
    for address in [silent.address, cut.address, strange.address, "http://127.0.0.1:9"] {
      let request = try Request(
        .post, address: "\(address)/hunter2?token=hunter2",
        headers: ["Authorization": "Bearer hunter2"], body: .bytes(Array("hunter2".utf8)))
      let rules = AskingRules.patient { $0.total = .milliseconds(150) }
      let failure = await client.failure(request, rules)
      #expect(failure != nil)
      let words =
        "\(String(reflecting: failure)) \(failure?.sentence ?? "") \(failure?.advice ?? "")"
      #expect(!words.contains("hunter2"), "\(words)")
    }
  }
}

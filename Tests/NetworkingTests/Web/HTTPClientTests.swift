import Foundation
import HTTP
import HTTPServing
import MailTesting
import Synchronization
import Testing
import ToolTesting

@testable import Networking

@Suite("Asking real servers over HTTP")
struct HTTPClientTests {
  private let client = HTTPClient.plain()

  /// A handler that answers with parts of the request: its first line, one header, and the body.
  private let echo: Handler = { request in
    let body = try await request.body.bytes(limit: 64 << 20)
    let length = request.headers["Content-Length"] ?? "none"
    let first = "\(request.method) \(request.target.text) \(length)"
    return Response(
      .created, headers: ["X-Said": request.headers["X-Said"] ?? "", "X-First": first],
      body: .bytes(body))
  }

  @Test(
    "Method, address, headers and body arrive as they were meant, and the answer comes back",
    arguments: [
      (Method.get, "", "GET /a%20b?q=1%2B1 none"), (.post, "body", "POST /a%20b?q=1%2B1 4"),
      (.post, "", "POST /a%20b?q=1%2B1 0"), (.patch, "{}", "PATCH /a%20b?q=1%2B1 2"),
      (.put, "", "PUT /a%20b?q=1%2B1 0"), (.delete, "", "DELETE /a%20b?q=1%2B1 none"),
      (.delete, "why", "DELETE /a%20b?q=1%2B1 3"),
    ])
  func values(method: Method, body: String, first: String) async throws {
    try await serving(echo) { server in
      let request = try Request(
        method, address: "http://127.0.0.1:\(server.port)/a%20b?q=1%2B1",
        headers: ["X-Said": "so: \"it\" is"], body: .bytes(Array(body.utf8)))
      let answer = try await client.answer(to: request, .patient)
      #expect(answer.status == .created && answer.text == body)
      #expect(answer.headers["x-first"] == first && answer.headers["X-Said"] == "so: \"it\" is")
    }
  }

  @Test("Nothing is said that nobody asked for")
  func headers() async throws {
    let server = try RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    var request = try Request(.post, address: server.address, body: .bytes([1, 2]))
    request.headers.add("X-Empty", "")
    _ = try await client.answer(to: request, .patient)
    let lines = server.heads[0].split(separator: "\r\n").sorted()
    #expect(
      lines == [
        "Accept-Encoding: gzip", "Accept: */*", "Content-Length: 2",
        "Host: 127.0.0.1:\(server.port)", "POST / HTTP/1.1", "User-Agent: recruiting-compass",
        "X-Empty:",
      ])
  }

  @Test("An answer to HEAD has headers and no body")
  func head() async throws {
    try await serving({ _ in Response(.ok, .plainText, "five!") }) { server in
      let request = try Request(.head, address: "http://127.0.0.1:\(server.port)/")
      let answer = try await client.answer(to: request, .patient)
      #expect(answer.status == .ok && answer.text == "" && answer.headers["Content-Length"] == "5")
    }
  }

  @Test("Compressed answers are unpacked, and counted by what they unpack to")
  func compressed() async throws {
    let text = String(repeating: "The same words again. ", count: 20_000)
    try await serving({ _ in Response(.ok, .plainText, text) }) { server in
      let request = try Request(.get, address: "http://127.0.0.1:\(server.port)/")
      let answer = try await client.answer(to: request, .patient)
      #expect(answer.text == text && answer.headers["Content-Encoding"] == "gzip")
      let small = AskingRules.patient { $0.answerLimit = text.utf8.count - 1 }
      #expect(
        await client.failure(request, small)
          == .answerTooLarge(host: "127.0.0.1:\(server.port)", limit: text.utf8.count - 1))
    }
  }

  @Test("A large body goes and comes in pieces, and nothing of it is lost")
  func large() async throws {
    let bytes = (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
    try await serving(echo) { server in
      let request = try Request(
        .post, address: "http://127.0.0.1:\(server.port)/", body: .bytes(bytes))
      let streamed = try await client.stream(request, .patient)
      #expect(streamed.status == .created)
      #expect(try await streamed.collected() == bytes)
      let less = AskingRules.patient { $0.bodyLimit = 5_999_999 }
      #expect(await client.failure(request, less) == .bodyTooLarge(limit: 5_999_999))
      let short = AskingRules.patient { $0.answerLimit = 1_000_000 }
      let cut = try await client.stream(request, short)
      await #expect(
        throws: HTTPFailure.answerTooLarge(host: "127.0.0.1:\(server.port)", limit: 1_000_000)
      ) { try await cut.collected() }
    }
  }

  @Test("Hundreds of requests share one thread, and each gets its own answer")
  func many() async throws {
    try await serving(echo) { server in
      let port = server.port
      let answers = await withTaskGroup(of: Bool.self) { group in
        for number in 0..<300 {
          group.addTask { [client] in
            let body = Array("number \(number)".utf8)
            guard
              let request = try? Request(
                .put, address: "http://127.0.0.1:\(port)/", body: .bytes(body)),
              let answer = try? await client.answer(to: request, .patient)
            else { return false }
            return answer.text == "number \(number)"
          }
        }
        return await group.reduce(into: 0) { $0 += $1 ? 1 : 0 }
      }
      #expect(answers == 300)
    }
  }

  @Test(
    "SSL_CERT_FILE names the authorities that are trusted, and an empty one names none",
    arguments: [("/etc/own.pem" as String?, "/etc/own.pem" as String?), ("", nil), (nil, nil)])
  func environment(value: String?, certificates: String?) {
    #expect(
      WebSettings.of { $0 == "SSL_CERT_FILE" ? value : "/other.pem" }.certificates == certificates)
  }

  @Test("A certificate nobody vouches for is not trusted, and one that somebody does is")
  func certificates() async throws {
    let certificate = try Certificate(for: "localhost")
    let files = TLSFiles(certificate: certificate.file, key: certificate.key)
    try await serving(tls: files, echo) { server in
      let request = try Request(.get, address: "https://localhost:\(server.port)/")
      #expect(await client.failure(request) == .untrusted(host: "localhost:\(server.port)"))
      let trusting = HTTPClient.plain(certificates: certificate.file)
      #expect(try await trusting.answer(to: request, .patient).status == .created)
      let other = try Request(.get, address: "https://127.0.0.1:\(server.port)/")
      #expect(await trusting.failure(other) == .untrusted(host: "127.0.0.1:\(server.port)"))
      let none = HTTPClient.plain(certificates: "/no/such/file.pem")
      #expect(await none.failure(request) == .certificatesUnreadable(path: "/no/such/file.pem"))
    }
  }

  @Test("Whoever stops waiting is let go at once, and others go on")
  func cancelled() async throws {
    let asked = AsyncStream<Void>.makeStream()
    let server = try RawServer { line, _ in
      guard let head = line.head() else { return }
      if head.hasPrefix("GET /silent") {
        asked.continuation.yield()
        line.stall()
      } else {
        line.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      }
    }
    let silent = try Request(.get, address: server.address + "/silent")
    let waiting = Task { await client.failure(silent) }
    for await _ in asked.stream { break }
    waiting.cancel()
    #expect(await waiting.value == .cancelled)
    let next = try Request(.get, address: server.address)
    #expect(try await client.answer(to: next, .patient).text == "ok")
  }

  @Test("An answer that nobody reads to its end is let go")
  func abandoned() async throws {
    let gone = AsyncStream<Void>.makeStream()
    let server = try RawServer { line, _ in
      guard line.head() != nil else { return }
      line.send("HTTP/1.1 200 OK\r\nContent-Length: 9999999999\r\n\r\n")
      while line.send([UInt8](repeating: 7, count: 65_536)) {}
      gone.continuation.yield()
    }
    let request = try Request(.get, address: server.address)
    var streamed: Response? = try await client.stream(request, .patient)
    #expect(streamed?.status == .ok)
    streamed = nil
    for await _ in gone.stream { break }
  }

  @Test("A host without a server, a name that nobody has, and no network at all are told apart")
  func nobody() async throws {
    // No server listens at port 9 of the loopback interface.
    let refused = try Request(.delete, address: "http://127.0.0.1:9/")
    let unknown = try Request(.delete, address: "http://no-such-site.invalid/")
    let online = HTTPClient.plain()
    #expect(
      await online.failure(refused, .patient { $0.repeats = .never })
        == .refused(host: "127.0.0.1:9"))
    #expect(
      [.hostUnknown("no-such-site.invalid"), .offline].contains(await online.failure(unknown)))
    let offline = HTTPClient.plain(isOffline: true)
    #expect(await offline.failure(unknown) == .offline)
  }

  @Test("Without the library it says so")
  func noLibrary() async throws {
    let client = HTTPClient.plain(library: CurlLibrary("libcurl-that-is-not-there.so"))
    let request = try Request(.get, address: "https://example.org/")
    #expect(await client.failure(request) == .libraryMissing)
  }

  @Test(
    "What is no address of the web is refused before anything opens",
    arguments: ["file:///etc/passwd", "/path", "http://", "https://me:secret@example.org/", "x"])
  func addresses(_ address: String) {
    #expect(throws: RequestFault.self) { try Request(.get, address: address) }
  }
}

import Foundation
import HTTP
import MailTesting
import Synchronization
import Testing

@testable import Networking

@Suite("Servers that lie, stall, cut and repeat")
struct HostileServerTests {
  private let client = HTTPClient.plain()
  private let once = AskingRules.patient { $0.repeats = .never }

  @Test(
    "An answer that breaks off is never taken for a whole one",
    arguments: [
      "", "HTTP/1.1 200 OK\r\nContent-Le", "HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nfive!",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfive!\r\n",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nfi",
      "HTTP/1.1 100 Continue\r\n\r\n",
    ])
  func cut(_ answer: String) async throws {
    let server = try RawServer.saying(answer)
    let request = try Request(.get, address: server.address)
    #expect(
      await client.failure(request, once) == .connectionLost(host: "127.0.0.1:\(server.port)"))
  }

  @Test(
    "What is no HTTP is not taken for an answer",
    arguments: [
      "SSH-2.0-OpenSSH_9.2\r\n", "220 mail.example.org ready\r\n",
      "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 9\r\n\r\nnot gzip!",
    ])
  func notHTTP(_ answer: String) async throws {
    let server = try RawServer.saying(answer)
    let request = try Request(.get, address: server.address)
    #expect(await client.failure(request, once) == .notHTTP(host: "127.0.0.1:\(server.port)"))
  }

  @Test("Headers without end are not collected without end")
  func endlessHeaders() async throws {
    let server = try RawServer { line, _ in
      guard line.head() != nil else { return }
      line.send("HTTP/1.1 200 OK\r\n")
      while line.send("X-More: \(String(repeating: "x", count: 1_000))\r\n") {}
    }
    let request = try Request(.get, address: server.address)
    #expect(await client.failure(request, once) != nil)
  }

  @Test("A header that would steer a terminal is not taken, and the others are")
  func strangeHeaders() async throws {
    let server = try RawServer.saying(
      "HTTP/1.1 200 OK\r\nX-Good: yes\r\nX-Bad: \u{1B}[2J\r\nContent-Length: 2\r\n\r\nok"
    )
    let request = try Request(.get, address: server.address)
    let answer = try await client.answer(to: request, once)
    #expect(answer.headers["X-Good"] == "yes" && answer.headers["X-Bad"] == nil)
    #expect(answer.text == "ok")
  }

  @Test("A redirection is an answer; what was said to one host is not said to another")
  func redirections() async throws {
    let other = try RawServer.saying("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
    let server = try RawServer.saying(
      "HTTP/1.1 307 Moved\r\nLocation: \(other.address)/\r\nContent-Length: 0\r\n\r\n")
    let request = try Request(
      .get, address: server.address, headers: ["Authorization": "Bearer secret"])
    #expect(try await client.answer(to: request, once).status.code == 307)
    #expect(other.heads == [])
  }

  @Test("A server that says nothing, or stops in the middle, is given up when the time is over")
  func stalls() async throws {
    let server = try RawServer { line, _ in
      guard let head = line.head() else { return }
      if head.contains("/half") { line.send("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhal") }
      line.stall()
    }
    let host = "127.0.0.1:\(server.port)"
    let rules = AskingRules.patient { $0.total = .milliseconds(900) }
    for path in ["/", "/half"] {
      let request = try Request(.get, address: server.address + path)
      #expect(
        await client.failure(request, rules)
          == .timedOut(host: host, .answer, after: .milliseconds(900)))
    }
    let open = AskingRules.patient {
      $0.total = nil
      $0.silence = .seconds(1)
    }
    let request = try Request(.get, address: server.address + "/half")
    #expect(
      await client.failure(request, open) == .timedOut(host: host, .silence, after: .seconds(1)))
  }

  @Test("Who connects and says nothing of encryption is slow, not refused")
  func stalledHandshake() async throws {
    let server = try RawServer { line, _ in line.stall() }
    let request = try Request(.get, address: "https://127.0.0.1:\(server.port)/")
    let rules = AskingRules.patient { $0.connect = .milliseconds(150) }
    #expect(
      await client.failure(request, rules)
        == .timedOut(
          host: "127.0.0.1:\(server.port)", .connection, after: .milliseconds(150)))
    let plain = try RawServer { line, _ in
      _ = line.read(10)
      line.send("HTTP/1.1 400 Bad Request\r\n\r\n")
    }
    let unencrypted = try Request(.get, address: "https://127.0.0.1:\(plain.port)/")
    #expect(await client.failure(unencrypted) == .noTLS(host: "127.0.0.1:\(plain.port)"))
  }

  @Test("A reader that is slow holds up the sender, and then gets everything")
  func slowReader() async throws {
    let total = 24 << 20
    let sent = Mutex(0)
    let server = try RawServer { line, _ in
      guard line.head() != nil else { return }
      line.send("HTTP/1.1 200 OK\r\nContent-Length: \(total)\r\n\r\n")
      let piece = [UInt8](repeating: 9, count: 1 << 20)
      while sent.withLock({ $0 }) < total, line.send(piece) { sent.withLock { $0 += piece.count } }
    }
    let rules = AskingRules.patient { $0.answerLimit = total }
    let answer = try await client.stream(
      try Request(.get, address: server.address), rules)
    guard case .stream(let length, let produce) = answer.body else {
      Issue.record("The body is no stream.")
      return
    }
    let got = Mutex(0)
    try await produce(
      BodyWriter { bytes in
        // The reader pauses after the first piece. The client must not receive the whole body
        // meanwhile. A pause after each of the 1,500 pieces would prove no more and would delay the
        // other tests.
        if got.withLock({ $0 }) == 0 {
          try await Task.sleep(for: .milliseconds(200))
          #expect(sent.withLock { $0 } < total)
        }
        got.withLock { $0 += bytes.count }
        #expect(bytes.count <= Transfer.room)
      })
    #expect(length == total && got.withLock { $0 } == total)
  }

  @Test("No more is held for a slow reader than there is room")
  func room() throws {
    let order = TransferOrder(
      try Request(.get, address: "http://localhost/"), nil, .patient, host: "localhost",
      proxy: nil, certificates: nil)
    let transfer = Transfer(order, isOffline: { false })
    let piece = [UInt8](repeating: 1, count: 16_384)
    let taken = (0..<100).prefix { _ in piece.withUnsafeBufferPointer(transfer.hearBody) }.count
    #expect(taken == Transfer.room / 16_384)
  }
}

@Suite("What is sent again, and what never is")
struct RepetitionTests {
  /// Returns a server that gives this failing answer a number of times and then succeeds.
  private func failing(_ times: Int, _ answer: String = "HTTP/1.1 503 Later\r\n\r\n") throws
    -> RawServer
  {
    try RawServer { line, number in
      guard line.head() != nil else { return }
      line.send(
        number < times
          ? answer : "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 2\r\n\r\nok")
    }
  }

  @Test(
    "Reading is tried three times, and writing only with a key",
    arguments: [
      (Method.get, AskingRules.Repeats.whenIdempotent, 200, 3),
      (.delete, .whenIdempotent, 200, 3), (.post, .whenIdempotent, 503, 1),
      (.patch, .whenIdempotent, 503, 1), (.post, .keyed, 200, 3), (.get, .never, 503, 1),
    ])
  func which(
    method: Method, repeats: AskingRules.Repeats, status: Int, requests: Int
  ) async throws {
    let server = try failing(2)
    let waits = Waits()
    let request = try Request(method, address: server.address, body: .bytes([1]))
    let answer = try await HTTPClient.plain(waits).answer(
      to: request, .patient { $0.repeats = repeats })
    #expect(answer.status.code == status && server.heads.count == requests)
    #expect(waits.all == Array([.milliseconds(500), .milliseconds(1_500)].prefix(requests - 1)))
  }

  @Test("After the third time the failure stands")
  func enough() async throws {
    let server = try failing(9, "")
    let request = try Request(.get, address: server.address)
    #expect(
      await HTTPClient.plain().failure(request)
        == .connectionLost(host: "127.0.0.1:\(server.port)"))
    #expect(server.heads.count == 3)
  }

  @Test(
    "A server that says when to come back is listened to, unless it asks for too much",
    arguments: [
      ("Retry-After: 7", [Duration.seconds(7)], 200), ("Retry-After: 0", [.milliseconds(500)], 200),
      ("Retry-After: Sun, 06 Nov 1994 08:49:47 GMT", [.seconds(10)], 200),
      ("Retry-After: -5", [.milliseconds(500)], 200),
      ("Retry-After: soon", [.milliseconds(500)], 200), ("Retry-After: 31", [], 503),
    ])
  func retryAfter(header: String, expected: [Duration], status: Int) async throws {
    let server = try failing(1, "HTTP/1.1 503 Later\r\n\(header)\r\n\r\n")
    let waits = Waits()
    let request = try Request(.get, address: server.address)
    let answer = try await HTTPClient.plain(waits).answer(to: request, .patient)
    #expect(answer.status.code == status && waits.all == expected)
  }

  @Test("Chance spreads those who failed together")
  func jitter() async throws {
    for (chance, pause) in [(0.0, Duration.milliseconds(250)), (0.9, .milliseconds(700))] {
      let server = try failing(1)
      let waits = Waits(chance: chance)
      let request = try Request(.get, address: server.address)
      _ = try await HTTPClient.plain(waits).answer(to: request, .patient)
      #expect(waits.all == [pause])
    }
  }

  @Test(
    "A request that must not be heard twice is not sent again by the library either",
    arguments: [(AskingRules.Repeats.never, 1), (.whenIdempotent, 1)])
  func reusedConnection(repeats: AskingRules.Repeats, posts: Int) async throws {
    // The server closes the connection after it has read the second request, without an answer. A
    // client whose request was a POST cannot know whether the server executed it, and must not
    // repeat it.
    let server = try RawServer { line, _ in
      guard line.head() != nil else { return }
      line.send("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok")
      _ = line.head()
    }
    let client = HTTPClient.plain()
    _ = try await client.answer(to: try Request(.get, address: server.address), .patient)
    let post = try Request(.post, address: server.address)
    let answer = try await client.answer(to: post, .patient { $0.repeats = repeats })
    #expect(answer.text == "ok")
    #expect(server.heads.count { $0.hasPrefix("POST") } == posts)
  }
}

import Foundation
import HTTP
import Testing
import ToolTesting

@testable import HTTPServing

@Suite("Starting and stopping") struct StartStopTests {
  @Test("A request that is under way is answered before the server ends, and nobody new is let in")
  func graceful() async throws {
    let began = Signal<Bool>()
    let goOn = Signal<Bool>()
    let server = try HTTPServer.start(ServerSettings.patient(port: 0)) { _ in
      began.send()
      _ = await goOn.next()
      return Response(.ok, .plainText, "done")
    }
    let idle = try RawClient(port: server.port)
    let client = try RawClient(port: server.port)
    await client.send(get("/"))
    _ = await began.next()
    async let stopped: Void = server.stop(within: .seconds(3_600))
    // A server that stops first closes its listening socket and then the idle connections. When the
    // idle connection of this test has ended, a new connection must be refused.
    #expect(await idle.rest() == "")
    #expect(throws: POSIXError.self) { try RawClient(port: server.port) }
    goOn.send()
    let answer = try await client.answer()
    #expect(answer.body == "done")
    #expect(answer.headers["connection"] == "close")
    #expect(await client.rest() == "")
    await stopped
  }

  @Test(
    "What is not over in time is broken off, and its handler is told",
    arguments: ["/never", "/body", "/stream"])
  func brokenOff(_ path: String) async throws {
    let began = Signal<Bool>()
    let ended = Signal<Bool>()
    let server = try HTTPServer.start(ServerSettings.patient(port: 0)) { request in
      began.send()
      switch request.path {
      case "/body":
        defer { ended.send() }
        return Response(.ok, .bytes, try await request.body.bytes(limit: 100))
      case "/stream":
        return Response(
          .ok,
          body: .stream(length: nil) { writer in
            defer { ended.send() }
            while true { try await writer.write([UInt8](repeating: 0x61, count: 50_000)) }
          })
      default:
        defer { ended.send() }
        try await forever()
        return Response(.ok)
      }
    }
    let client = try RawClient(port: server.port)
    await client.send("POST \(path) HTTP/1.1\r\nHost: x\r\nContent-Length: 10\r\n\r\nabc")
    if path == "/stream" { await client.send("defghij") }
    _ = await began.next()
    await server.stop(within: .zero)
    _ = await ended.next()
    #expect(!(await client.rest()).hasSuffix("0\r\n\r\n"))
  }

  @Test("Open pages are told that their stream has ended, and nobody waits for them")
  func events() async throws {
    let server = try HTTPServer.start(ServerSettings.patient(port: 0)) { _ in
      .events { events in
        try await events.send(ServerEvent(data: "hello"))
        try await forever()
      }
    }
    var clients: [RawClient] = []
    for _ in 0..<10 {
      let client = try RawClient(port: server.port)
      await client.send(get("/"))
      _ = try await client.text(through: "\r\n\r\n")
      #expect(try await client.chunk() == "data: hello\n\n")
      clients.append(client)
    }
    await server.stop(within: .seconds(3_600))
    for client in clients {
      #expect(try await client.chunk() == nil)
      #expect(await client.rest() == "")
    }
  }

  @Test("Stopping twice, at once or later, ends once")
  func twice() async throws {
    let server = try HTTPServer.start(ServerSettings.patient(port: 0), echo)
    async let first: Void = server.stop(within: .seconds(5))
    async let second: Void = server.stop(within: .zero)
    await first
    await second
    await server.stop(within: .seconds(5))
  }

  @Test("A port that is in use is said to be")
  func portTaken() async throws {
    try await serving(echo) { server in
      #expect(throws: ServingFailure.portTaken(server.port)) {
        try HTTPServer.start(ServerSettings.patient(port: server.port), echo)
      }
    }
  }

  @Test("A port can be used again at once, though connections to it are not quite over")
  func again() async throws {
    let first = try HTTPServer.start(ServerSettings.patient(port: 0), echo)
    let client = try RawClient(port: first.port)
    await client.send(post("/", "abc"))
    #expect(try await client.answer().body == "abc")
    await first.stop(within: .seconds(5))
    try await serving(ServerSettings.patient(port: first.port), echo) { try await stillServes($0) }
  }

  @Test(
    "An address or files that cannot be used are named",
    arguments: [
      ("localhost", nil, ServingFailure.badAddress("localhost")),
      ("192.0.2.1", nil, .notListening(address: "192.0.2.1", port: 0, code: EADDRNOTAVAIL)),
      (
        "127.0.0.1", TLSFiles(certificate: "/nowhere/c.pem", key: "/nowhere/k.pem"),
        .fileUnreadable(path: "/nowhere/c.pem", code: ENOENT)
      ),
      (
        "127.0.0.1", TLSFiles(certificate: "/etc/passwd", key: "/etc/passwd"),
        .certificateRefused(certificate: "/etc/passwd", key: "/etc/passwd")
      ),
    ] as [(String, TLSFiles?, ServingFailure)])
  func refused(_ address: String, _ tls: TLSFiles?, _ failure: ServingFailure) {
    var settings = ServerSettings.patient(port: 0)
    settings.address = address
    settings.tls = tls
    #expect(throws: failure) { try HTTPServer.start(settings, echo) }
  }

  @Test("Without the library it says what to install")
  func libraryMissing() {
    #expect(throws: ServingFailure.libraryMissing) {
      try HTTPServer(ServerSettings.patient(port: 0), echo, MicroHTTPDLibrary("libnone.so.1"))
    }
    #expect(ServingFailure.libraryMissing.sentence == "Serving pages needs libmicrohttpd.")
    #expect(
      ServingFailure.libraryMissing.fix == "Install it with: sudo apt install libmicrohttpd12")
    #expect(ServingFailure.portTaken(80).sentence == "Port 80 is in use by another program.")
  }

  @Test("Both kinds of addresses are served, and the older is told as such")
  func dualStack() async throws {
    var settings = ServerSettings.patient(port: 0)
    settings.address = "::"
    try await serving(settings) {
      Response(.ok, .plainText, $0.peer)
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get("/"))
      #expect(try await client.answer().body == "127.0.0.1")
    }
  }

  @Test("With a certificate it speaks TLS, and only TLS")
  func tls() async throws {
    let certificate = try Certificate(for: "localhost")
    var settings = ServerSettings.patient(port: 0)
    settings.tls = TLSFiles(certificate: certificate.file, key: certificate.key)
    try await serving(settings) { request in
      let bytes = try await request.body.bytes(limit: 1 << 20)
      return Response(
        .ok,
        body: .stream(length: nil) { writer in
          try await writer.write("\(request.isSecure) \(bytes.count) ")
          for _ in 0..<100 { try await writer.write([UInt8](repeating: 0x61, count: 10_000)) }
        })
    } _: { server in
      let answer = try await PythonClient.ask(port: server.port, trusting: certificate)
      #expect(answer == "200 true 500000 1000012\n")
      let plain = try RawClient(port: server.port)
      await plain.send(get("/"))
      #expect(!(await plain.rest()).hasPrefix("HTTP"))
    }
  }

  @Test(
    "A new certificate counts from the next connection on, and files that are none change nothing")
  func newCertificate() async throws {
    let (used, next) = (try Certificate(for: "localhost"), try Certificate(for: "localhost"))
    let first = try Certificate(copying: used)
    var settings = ServerSettings.patient(port: 0)
    settings.tls = TLSFiles(certificate: used.file, key: used.key)
    try await serving(settings) { request in
      Response(.ok, .plainText, "\(try await request.body.bytes(limit: 1 << 20).count)")
    } _: { server in
      func answers(_ certificate: Certificate) async throws -> Bool {
        try await PythonClient.ask(port: server.port, trusting: certificate) == "200 500000 6\n"
      }
      #expect(try await answers(first))
      // Only the certificate was copied, so it does not belong to the private key. This happens
      // while an administrator copies the two files one after the other.
      try next.copy(to: used, key: false)
      #expect(throws: ServingFailure.self) { try server.renewCertificate(within: .seconds(5)) }
      #expect(try await answers(first))
      #expect(try await !answers(next))
      try next.copy(to: used, key: true)
      for _ in 0..<3 { try server.renewCertificate(within: .seconds(5)) }
      #expect(try await answers(next))
      #expect(try await !answers(first))
    }
  }

  @Test("A request that is under way at a renewal is answered, and stopping ends both loops")
  func renewedMeanwhile() async throws {
    let (began, goOn) = (Signal<Bool>(), Signal<Bool>())
    let server = try HTTPServer.start(ServerSettings.patient(port: 0)) { request in
      if request.path == "/slow" {
        began.send()
        _ = await goOn.next()
      }
      return Response(.ok, .plainText, request.path)
    }
    let slow = try RawClient(port: server.port)
    await slow.send(get("/slow"))
    _ = await began.next()
    try server.renewCertificate(within: .seconds(60))
    let client = try RawClient(port: server.port)
    await client.send(get("/new"))
    #expect(try await client.answer().body == "/new")
    goOn.send()
    #expect(try await slow.answer().body == "/slow")
    let stuck = try RawClient(port: server.port)
    await stuck.send(get("/slow"))
    _ = await began.next()
    try server.renewCertificate(within: .seconds(60))
    await server.stop(within: .zero)
    #expect(throws: (any Error).self) { try RawClient(port: server.port) }
    // Renewing the certificate of a stopped server must not make it listen again.
    try server.renewCertificate(within: .zero)
    #expect(throws: (any Error).self) { try RawClient(port: server.port) }
    goOn.send()
  }

  @Test("Each request is told when it is over, whole or not")
  func served() async throws {
    let requests = Signal<ServedRequest>()
    var settings = ServerSettings.patient(port: 0)
    settings.served = { requests.send($0) }
    try await serving(settings) { request in
      if request.path == "/never" { try await forever() }
      if request.path == "/events" { return .events { _ in } }
      return Response(request.path == "/" ? .ok : .notFound)
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get("/?secret=1") + post("/none", "") + get("/never"))
      let first = await requests.next()
      #expect([first?.method.name, first?.target?.path] == ["GET", "/"])
      #expect(first?.status == .ok)
      #expect(first?.isWhole == true)
      let second = await requests.next()
      #expect([second?.method.name, second?.target?.path] == ["POST", "/none"])
      #expect(second?.status == .notFound)
      _ = try await client.answer()
      _ = try await client.answer()
      client.close()
      let third = await requests.next()
      #expect(third?.target?.path == "/never")
      #expect(third?.status == nil)
      #expect(third?.isWhole == false)
      let stream = try RawClient(port: server.port)
      await stream.send(get("/events"))
      #expect(await requests.next()?.isEvents == true)
      #expect([first, second, third].allSatisfy { $0?.isEvents == false })
    }
  }
}

import Foundation
import HTTP
import Testing

@testable import HTTPServing

// Many connections at once.
extension HostileTests {
  @Test("One address has so many connections that are at work, and no more")
  func perAddress() async throws {
    var settings = ServerSettings.patient(port: 0)
    settings.limits.connectionsForAddress = 2
    let (asked, over) = (Signal<Bool>(), Signal<Bool>())
    try await serving(settings) { request in
      asked.send()
      _ = await over.next()
      return Response(.ok, .plainText, "done")
    } _: { server in
      let clients = [try RawClient(port: server.port), try RawClient(port: server.port)]
      for client in clients {
        await client.send(get("/"))
        _ = await asked.next()
      }
      let third = try RawClient(port: server.port)
      await third.send(get("/"))
      #expect(await third.rest() == "")
      for client in clients {
        over.send()
        #expect(try await client.answer().body == "done")
      }
    }
  }

  @Test(
    "A hundred connections of strangers keep nobody out, and none of who is known is closed for them",
    arguments: [
      "", "GET / HTTP/1.1\r\nX:", "POST /\(head)Content-Length: 1000000\r\n\r\nabc",
      "POST /\(head)Content-Length: 500\r\n\r\nabc",
      "POST /\(head)Transfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n", "GET /large\(head)\r\n",
    ])
  func strangersAtOnce(_ beginning: String) async throws {
    var settings = ServerSettings.patient(port: 0)
    settings.limits.connectionsForAddress = 20
    settings.limits.body = 1_000
    settings.times.undisturbed = .zero
    settings.clientKind = { $0.path == "/known" ? .known : .stranger }
    // The system's buffers cannot hold this response, so it is never sent while its client does not
    // read.
    let large = [UInt8](repeating: 0x61, count: 4 << 20)
    try await serving(settings) { request in
      if request.path == "/large" { return Response(.ok, body: .bytes(large)) }
      return try await echo(request)
    } _: { server in
      let owner = try RawClient(port: server.port)
      await owner.send(post("/known", "abc"))
      #expect(try await owner.answer().body == "abc")
      var strangers: [RawClient] = []
      for _ in 0..<60 {
        let stranger = try RawClient(port: server.port)
        await stranger.send(beginning)
        // Until the handler has answered, the server works for the stranger and closes others.
        if beginning.hasPrefix("GET /large") { _ = try await stranger.text(through: "\r\n\r\n") }
        strangers.append(stranger)
      }
      await owner.send(post("/known", "again"))
      #expect(try await owner.answer().body == "again")
      for _ in 0..<5 {
        let another = try RawClient(port: server.port)
        await another.send(post("/known", "new"))
        #expect(try await another.answer().body == "new")
      }
    }
  }

  @Test("The response to a stranger is not broken off for a newcomer in its first moments")
  func undisturbed() async throws {
    var settings = ServerSettings.patient(port: 0)
    settings.limits.connectionsForAddress = 1
    settings.times.undisturbed = .seconds(3_600)
    settings.clientKind = { _ in .stranger }
    let large = String(repeating: "a", count: 4 << 20)
    try await serving(settings) { _ in
      Response(.ok, .plainText, large)
    } _: { server in
      let stranger = try RawClient(port: server.port)
      await stranger.send("GET /\(Self.head)Connection: close\r\n\r\n")
      _ = try await stranger.text(through: "\r\n\r\n")
      let newcomer = try RawClient(port: server.port)
      #expect(await newcomer.rest() == "")
      #expect(await stranger.rest().hasSuffix(large))
    }
  }

  @Test(
    "Idle connections make room for newcomers: strangers' before known people's, and those who wait are not counted"
  )
  func idleOnes() async throws {
    var settings = ServerSettings.patient(port: 0)
    settings.limits.connections = 20
    settings.limits.waiting = 5
    settings.clientKind = { request in
      request.path == "/wait" ? .waiting : request.path == "/known" ? .known : .stranger
    }
    let (asked, told) = (AsyncStream<Void>.makeStream(), AsyncStream<Void>.makeStream())
    try await serving(settings) { request in
      if request.path == "/wait" {
        asked.continuation.yield()
        for await _ in told.stream { break }
      }
      return Response(.ok, .plainText, "yes")
    } _: { server in
      let waiting = try (0..<5).map { _ in try RawClient(port: server.port) }
      var arrivals = asked.stream.makeAsyncIterator()
      for client in waiting {
        await client.send(get("/wait"))
        _ = await arrivals.next()
      }
      let known = try RawClient(port: server.port)
      await known.send(get("/known"))
      #expect(try await known.answer().body == "yes")
      // Idle connections use up the limit of 20. The server must close idle ones for new clients,
      // because none of these 60 clients closes its own.
      var idle: [RawClient] = []
      for _ in 0..<60 {
        let client = try RawClient(port: server.port)
        await client.send(get("/"))
        #expect(try await client.answer().body == "yes")
        idle.append(client)
      }
      #expect(await idle[0].rest() == "")
      await known.send(get("/known"))
      #expect(try await known.answer().body == "yes")
      await idle[59].send(get("/"))
      #expect(try await idle[59].answer().body == "yes")
      let sixth = try RawClient(port: server.port)
      await sixth.send(get("/wait"))
      #expect(try await sixth.answer().status.contains("503"))
      told.continuation.finish()
      for client in waiting { #expect(try await client.answer().body == "yes") }
    }
  }

  @Test(
    "All addresses of a network of IPv6 are one asker's",
    arguments: [
      ("2001:db8:1:2:3:4:5:6", "20010db800010002/64"), ("2001:db8:1:2::1", "20010db800010002/64"),
      ("2001:db8:1:3::1", "20010db800010003/64"), ("192.0.2.7", "192.0.2.7"), ("", ""),
    ])
  func networks(address: String, network: String) {
    #expect(Network.of(address) == network)
  }

  @Test("More connections than allowed wait until one leaves")
  func inAll() async throws {
    var settings = ServerSettings.patient(port: 0)
    settings.limits.connections = 2
    settings.limits.waiting = 0
    try await serving(settings, echo) { server in
      let first = try RawClient(port: server.port)
      let second = try RawClient(port: server.port)
      for client in [first, second] {
        await client.send(post("/", "abc"))
        #expect(try await client.answer().body == "abc")
      }
      let third = try RawClient(port: server.port)
      await third.send(post("/", "third"))
      first.close()
      #expect(try await third.answer().body == "third")
    }
  }

  @Test("Hundreds of clients that come, say something or nothing, and go leave nothing behind")
  func comeAndGo() async throws {
    let beginnings = [
      "", "G", "GET / HTTP/1.1\r\n", get("/"), get("/stream"),
      "POST /\(Self.head)Content-Length: 10\r\n\r\nabc", post("/", "abc"), "\u{0}\u{1}\r\n\r\n",
    ]
    var settings = ServerSettings.patient(port: 0)
    // The server notices only within a second that the client of a suspended connection has left,
    // and counts the connection until then. With a limit per address, the next clients would be
    // refused.
    settings.limits.connectionsForAddress = nil
    let server = try HTTPServer.start(settings) { request in
      if request.path == "/stream" {
        return Response(
          .ok,
          body: .stream(length: nil) { writer in
            while true { try await writer.write([UInt8](repeating: 0x61, count: 10_000)) }
          })
      }
      return try await echo(request)
    }
    for round in 0..<25 {
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          let client = try RawClient(port: server.port)
          let text = beginnings[(round + number) % beginnings.count]
          group.addTask {
            await client.send(text)
            client.close()
          }
        }
        try await group.waitForAll()
      }
    }
    try await stillServes(server)
    #expect(openSockets(at: server.port) > 0)
    // The stop ends when the server breaks off the last stream, long before its time limit of an
    // hour.
    await server.stop(within: .seconds(3_600))
    #expect(openSockets(at: server.port) == 0)
  }

  /// Counts the sockets of this process whose local port is this one.
  ///
  /// The kernel's table of connections would be inexact: it omits lines when other tests open and
  /// close sockets while it is read.
  private func openSockets(at port: Int) -> Int {
    (0..<Int32(65_536)).count { descriptor in
      var address = sockaddr_in()
      var size = socklen_t(MemoryLayout<sockaddr_in>.size)
      let failed = withUnsafeMutablePointer(to: &address) { address in
        address.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          getsockname(descriptor, $0, &size)
        }
      }
      return failed == 0 && Int32(address.sin_family) == AF_INET
        && Int(UInt16(bigEndian: address.sin_port)) == port
    }
  }
}

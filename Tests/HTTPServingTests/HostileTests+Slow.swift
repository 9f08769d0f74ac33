import Foundation
import HTTP
import Testing

@testable import HTTPServing

// Clients and handlers that are slow, never end or leave.
extension HostileTests {
  @Test(
    "A server that was full and whose idle connections all ended together answers the next",
    arguments: [(headers: 1, idle: 3_600), (headers: 3_600, idle: 1)])
  func allIdleEnd(headers: Int, idle: Int) async throws {
    var settings = ServerSettings.patient(port: 0)
    settings.limits.connections = 2
    settings.limits.waiting = 0
    settings.times.headers = .seconds(headers)
    settings.times.idle = .seconds(idle)
    try await serving(settings, echo) { server in
      // The server accepts two connections at a time, so the third one waits in the system's queue.
      // When a time limit ends the first two, the server must accept it and end it too.
      let idle = try (0..<3).map { _ in try RawClient(port: server.port) }
      for client in idle { #expect(await client.rest() == "") }
      try await stillServes(server)
    }
  }

  @Test("A body that nobody wants and that never ends is broken off")
  func endlessBody() async throws {
    var settings = ServerSettings.patient(port: 0)
    (settings.limits.body, settings.limits.unwantedBody) = (1_000, 100_000)
    try await serving(settings, echo) { server in
      let client = try RawClient(port: server.port)
      await client.send("POST /\(Self.head)Transfer-Encoding: chunked\r\n\r\n")
      let chunk = "8000\r\n" + String(repeating: "x", count: 32_768) + "\r\n"
      while await client.send(chunk) {}
      let declared = try RawClient(port: server.port)
      await declared.send("POST /\(Self.head)Content-Length: 99999999999\r\n\r\n")
      #expect(try await declared.answer().status == "413 Content Too Large")
      #expect(await declared.rest() == "")
      try await stillServes(server)
    }
  }

  @Test(
    "Who is too slow with the headers is left, also one who sends a little all the time",
    arguments: ["", "GET", "GET / HTTP/1.1\r\nX: "])
  func slowHeaders(_ beginning: String) async throws {
    var settings = ServerSettings.patient(port: 0)
    settings.times.headers = .milliseconds(100)
    try await serving(settings, echo) { server in
      let silent = try RawClient(port: server.port)
      await silent.send(beginning)
      #expect(await silent.rest() == "")
      let dripping = try RawClient(port: server.port)
      while await dripping.send("a") {}
    }
  }

  @Test("Who is too slow with the body is left, and the handler hears it")
  func slowBody() async throws {
    var settings = ServerSettings.patient(port: 0)
    settings.times.body = .milliseconds(50)
    settings.times.slowestBody = 1_000_000
    let faults = Signal<RequestFault?>()
    try await serving(settings) { request in
      do throws(RequestFault) {
        _ = try await request.body.bytes(limit: 1_000)
      } catch {
        faults.send(error)
      }
      return Response(.ok)
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send("POST /\(Self.head)Content-Length: 1000\r\n\r\n")
      while await client.send("a") {}
      #expect(await faults.next() == .some(.bodyCutShort))
    }
  }

  @Test("A connection that asks nothing more is closed")
  func idle() async throws {
    var settings = ServerSettings.patient(port: 0)
    // The library measures its time limits in whole seconds, so one second is the shortest.
    settings.times.idle = .seconds(1)
    try await serving(settings, echo) { server in
      // On a busy machine the idle limit of one second can pass before the request arrives, so the
      // test tries again.
      var answered: RawClient?
      while answered == nil {
        let client = try RawClient(port: server.port)
        await client.send(post("/", "abc"))
        if (try? await client.answer())?.body == "abc" { answered = client }
      }
      #expect(await answered?.rest() == "")
    }
  }

  @Test("A handler that never answers holds up nobody, and ends when its asker leaves")
  func neverAnswers() async throws {
    let began = Signal<Bool>()
    let ended = Signal<Bool>()
    try await serving { request in
      guard request.path == "/never" else { return Response(.ok) }
      began.send()
      defer { ended.send() }
      try await forever()
      return Response(.ok)
    } _: { server in
      var stuck: [RawClient] = []
      for _ in 0..<20 {
        let client = try RawClient(port: server.port)
        await client.send(get("/never"))
        stuck.append(client)
        _ = await began.next()
      }
      try await stillServes(server)
      for client in stuck { client.close() }
      for _ in stuck { _ = await ended.next() }
    }
  }

  @Test("Who makes a body hears that its receiver has left", arguments: ["/stream", "/events"])
  func receiverLeaves(_ path: String) async throws {
    let left = Signal<Bool>()
    try await serving { request in
      if request.path == "/events" {
        return .events { events in
          do {
            try await events.send(ServerEvent(data: "first"))
            try await forever()
          } catch {
            left.send()
          }
        }
      }
      guard request.path == "/stream" else { return Response(.ok) }
      return Response(
        .ok,
        body: .stream(length: nil) { writer in
          do {
            while true { try await writer.write([UInt8](repeating: 0x61, count: 10_000)) }
          } catch {
            left.send()
          }
        })
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get(path))
      _ = try await client.text(through: "\r\n\r\n")
      _ = try await client.chunk()
      client.close()
      _ = await left.next()
      try await stillServes(server)
    }
  }

  @Test("An open page that nothing happens on is sent pings")
  func pings() async throws {
    var settings = ServerSettings.patient(port: 0)
    settings.times.ping = .milliseconds(5)
    try await serving(settings) { _ in
      .events { _ in try await forever() }
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get("/"))
      let head = try await client.text(through: "\r\n\r\n")
      #expect(head.contains("Content-Type: text/event-stream"))
      #expect(try await client.chunk() == ": ping\n\n")
      #expect(try await client.chunk() == ": ping\n\n")
    }
  }
}

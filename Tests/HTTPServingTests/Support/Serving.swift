import HTTP
import HTTPServing
import Synchronization

/// Runs a server for one test and stops it afterwards.
func serving(
  _ settings: ServerSettings, _ handler: @escaping Handler,
  _ use: (HTTPServer) async throws -> Void
) async throws {
  let server = try HTTPServer.start(settings, handler)
  do {
    try await use(server)
  } catch {
    await server.stop(within: .zero)
    throw error
  }
  await server.stop(within: .zero)
}

/// Passes values from a server's handler to the test that awaits them, in order.
final class Signal<Value: Sendable>: Sendable {
  private let stream: AsyncStream<Value>
  private let continuation: AsyncStream<Value>.Continuation

  init() { (stream, continuation) = AsyncStream.makeStream() }

  func send(_ value: Value) { continuation.yield(value) }

  func next() async -> Value? {
    for await value in stream { return value }
    return nil
  }
}

extension Signal where Value == Bool {
  func send() { send(true) }
}

/// Waits until the task is cancelled.
func forever() async throws {
  let (stream, _) = AsyncStream<Never>.makeStream()
  for await _ in stream {}
  try Task.checkCancellation()
}

let echo: Handler = { request in
  Response(.ok, .bytes, try await request.body.bytes(limit: 64 << 20))
}

func get(_ path: String, _ more: String = "") -> String {
  "GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(more)\r\n"
}

func post(_ path: String, _ body: String, _ more: String = "") -> String {
  "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Length: \(body.utf8.count)\r\n\(more)\r\n\(body)"
}

func serving(
  _ handler: @escaping Handler, _ use: (HTTPServer) async throws -> Void
) async throws {
  try await serving(ServerSettings.patient(port: 0), handler, use)
}

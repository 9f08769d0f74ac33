import CMicroHTTPD
import Glibc
import HTTP

/// The methods that send the responses to the requests of a connection.
extension Link {
  func send(_ response: Response) -> CInt {
    guard let answer = made(response) else { return CInt(compass_http_close) }
    for header in response.headers where !Self.isOfTheLibrary(header.name) {
      // libmicrohttpd rejects some headers, for example one with a tab in its value. The response
      // is sent without such a header.
      _ = compass_answer_add(loop.daemon, answer, header.name, header.value)
    }
    // For a HEAD request whose body has an unknown length, libmicrohttpd 0.9.75 sends the bytes
    // that end a body. The client would take them for the beginning of its next response, so the
    // connection is closed.
    let endsHere = loop.isStopping || (method == .head && response.hasUnknownLength)
    if endsHere { _ = compass_answer_add(loop.daemon, answer, "Connection", "close") }
    stage = .sending
    sendingBegan = loop.now
    status = response.status
    lastSent = loop.now
    let isTaken = compass_answer_send(
      loop.daemon, connection, UInt32(clamping: response.status.code), answer)
    return CInt(isTaken ? compass_http_go_on : compass_http_close)
  }

  private func made(_ response: Response) -> OpaquePointer? {
    switch response.body {
    case _ where response.status.hasNoBody: return compass_answer_of_bytes(loop.daemon, nil, 0)
    case .bytes(let bytes):
      return bytes.withUnsafeBytes {
        compass_answer_of_bytes(loop.daemon, $0.baseAddress, $0.count)
      }
    case .stream(let length, _): return pulling(length: length)
    case .events:
      isEvents = true
      if loop.isStopping { exchange?.endEvents() }
      return pulling(length: nil)
    }
  }

  private func pulling(length: Int?) -> OpaquePointer? {
    compass_answer_of_stream(
      loop.daemon, Int64(length ?? -1), Unmanaged.passUnretained(self).toOpaque()
    ) { link, _, buffer, room in
      guard let link, let buffer else { return compass_http_body_breaks_off }
      return Unmanaged<Link>.fromOpaque(link).takeUnretainedValue().pulled(
        UnsafeMutableRawBufferPointer(start: buffer, count: room))
    }
  }

  private func pulled(_ room: UnsafeMutableRawBufferPointer) -> Int {
    guard !isDoomed, let exchange else { return compass_http_body_breaks_off }
    switch exchange.pull(into: room) {
    case .bytes(let count):
      lastSent = loop.now
      return count
    case .wait:
      suspend()
      return 0
    // libmicrohttpd itself aborts the connection if a body ends before its declared length.
    case .end(.whole): return compass_http_body_ends
    case .end(.broken): return compass_http_body_breaks_off
    }
  }

  /// Returns whether libmicrohttpd adds this header to each response itself. If the program added
  /// it too, the client would get it twice.
  private static func isOfTheLibrary(_ name: String) -> Bool {
    ["content-length", "transfer-encoding", "connection", "date"].contains(name.lowercased())
  }
}

extension Response {
  fileprivate var hasUnknownLength: Bool {
    switch body {
    case .bytes: false
    case .stream(let length, _): length == nil && !status.hasNoBody
    case .events: !status.hasNoBody
    }
  }
}

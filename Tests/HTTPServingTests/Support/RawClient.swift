import Foundation
import Synchronization

/// A client that sends any bytes, well-formed or not, and reads the answer.
///
/// It blocks on separate threads; on the threads of Swift's tasks it could keep the server's
/// handlers from running.
final class RawClient: Sendable {
  struct Answer: Equatable {
    var status: String
    var headers: [String: String]
    var body: String
  }

  struct Ended: Error {}

  private let descriptor: Int32
  private let isOpen = Mutex(true)
  private let held = Mutex<[UInt8]>([])

  init(port: Int) throws {
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    // `deinit` closes the socket, also when this error is thrown.
    if code != 0 { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
  }

  deinit { close() }

  func close() {
    let wasOpen = isOpen.withLock { isOpen in
      defer { isOpen = false }
      return isOpen
    }
    if wasOpen { Glibc.close(descriptor) }
  }

  /// Tells the server that no more bytes will be sent.
  func finishSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// Sends the bytes; returns false when the server no longer accepts any.
  @discardableResult
  func send(_ bytes: [UInt8]) async -> Bool {
    await onThread { [descriptor] in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
  }

  @discardableResult
  func send(_ text: String) async -> Bool { await send(Array(text.utf8)) }

  /// Reads one answer, of the length that its headers declare.
  func answer(hasBody: Bool = true) async throws -> Answer {
    let head = try await text(through: "\r\n\r\n")
    var lines = head.components(separatedBy: "\r\n")
    let status = lines.removeFirst()
    let pairs = lines.compactMap { line -> (String, String)? in
      guard let colon = line.firstIndex(of: ":") else { return nil }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      return (line[..<colon].lowercased(), value)
    }
    let headers = Dictionary(pairs, uniquingKeysWith: { "\($0) | \($1)" })
    var body = ""
    let hasNone = ["100", "204", "304"].contains { status.contains(" \($0) ") }
    if hasBody, !hasNone {
      if let length = headers["content-length"].flatMap(Int.init) {
        body = String(decoding: try await bytes(length), as: UTF8.self)
      } else if headers["transfer-encoding"] == "chunked" {
        while let chunk = try await chunk() { body += chunk }
      } else {
        body = await rest()
      }
    }
    return Answer(
      status: status.replacingOccurrences(of: "HTTP/1.1 ", with: ""), headers: headers, body: body)
  }

  /// Reads one chunk of a body; returns nil for the last one.
  ///
  /// - Throws: `Ended` when the body breaks off.
  func chunk() async throws -> String? {
    let line = try await text(through: "\r\n").trimmingCharacters(in: .whitespacesAndNewlines)
    guard let size = Int(line, radix: 16) else { throw Ended() }
    let chunk = String(decoding: try await bytes(size), as: UTF8.self)
    _ = try await bytes(2)
    return size == 0 ? nil : chunk
  }

  /// Returns everything that arrives until the server closes the connection.
  func rest() async -> String {
    while await more() {}
    return held.withLock { held in
      defer { held = [] }
      return String(decoding: held, as: UTF8.self)
    }
  }

  func text(through end: String) async throws -> String {
    let wanted = Array(end.utf8)
    while true {
      let found: String? = held.withLock { held in
        guard held.count >= wanted.count else { return nil }
        for start in 0...(held.count - wanted.count) where held[start...].starts(with: wanted) {
          defer { held.removeFirst(start + wanted.count) }
          return String(decoding: held[..<(start + wanted.count)], as: UTF8.self)
        }
        return nil
      }
      if let found { return found }
      guard await more() else { throw Ended() }
    }
  }

  private func bytes(_ count: Int) async throws -> [UInt8] {
    while held.withLock({ $0.count }) < count {
      guard await more() else { throw Ended() }
    }
    return held.withLock { held in
      defer { held.removeFirst(count) }
      return Array(held.prefix(count))
    }
  }

  private func more() async -> Bool {
    let bytes = await onThread { [descriptor] in
      var room = [UInt8](repeating: 0, count: 65_536)
      let count = recv(descriptor, &room, room.count, 0)
      return Array(room.prefix(max(0, count)))
    }
    held.withLock { $0 += bytes }
    return !bytes.isEmpty
  }
}

func onThread<Answer: Sendable>(_ work: @escaping @Sendable () -> Answer) async -> Answer {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: work()) }
  }
}

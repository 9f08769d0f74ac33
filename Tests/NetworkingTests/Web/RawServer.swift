import Foundation
import Synchronization

/// A server whose connections follow a script, so that its answers can be malformed.
///
/// Each connection has its own thread.
final class RawServer: Sendable {
  let port: Int
  private let listener: Int32
  private let heard = Heard()

  /// The heads (request line and headers) of the requests that arrived, in order.
  var heads: [String] { heard.heads.withLock { $0 } }
  var address: String { "http://127.0.0.1:\(port)" }

  /// Starts the server at a free port.
  ///
  /// - Parameter talk: handles one connection and gets the connection's number, which begins at 0.
  ///   The connection is closed when it returns.
  init(_ talk: @escaping @Sendable (Line, Int) -> Void) throws {
    listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let descriptor = listener
    let code = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && listen(descriptor, 128) == 0
          ? getsockname(descriptor, pointer, &size) : -1
      }
    }
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
    port = Int(UInt16(bigEndian: address.sin_port))
    Thread.detachNewThread { [heard] in
      var number = 0
      while true {
        let connection = accept(descriptor, nil, nil)
        guard connection >= 0 else { break }
        let line = Line(connection) { head in heard.heads.withLock { $0.append(head) } }
        Thread.detachNewThread { [number] in
          talk(line, number)
          line.close()
        }
        number += 1
      }
      Glibc.close(descriptor)
    }
  }

  deinit { shutdown(listener, Int32(SHUT_RDWR)) }

  /// Returns a server that sends the same answer to every client and then closes the connection.
  static func saying(_ answer: String) throws -> RawServer {
    try RawServer { line, _ in
      if line.head() != nil { line.send(answer) }
    }
  }

  private final class Heard: Sendable {
    let heads = Mutex<[String]>([])
  }

  /// The server's end of one connection.
  final class Line: Sendable {
    private let descriptor: Int32
    private let hear: @Sendable (String) -> Void

    init(_ descriptor: Int32, _ hear: @escaping @Sendable (String) -> Void) {
      self.descriptor = descriptor
      self.hear = hear
    }

    /// Returns the head of a request; nil when the client closes before it is complete.
    func head() -> String? {
      var bytes: [UInt8] = []
      while !bytes.suffix(4).elementsEqual([13, 10, 13, 10]) {
        guard let byte = read(1).first else { return nil }
        bytes.append(byte)
      }
      let head = String(decoding: bytes, as: UTF8.self)
      hear(head)
      return head
    }

    /// Returns at most `count` bytes; none when the client has closed.
    func read(_ count: Int) -> [UInt8] {
      var room = [UInt8](repeating: 0, count: count)
      while true {
        let got = recv(descriptor, &room, count, 0)
        if got < 0, errno == EINTR { continue }
        return Array(room.prefix(max(0, got)))
      }
    }

    /// Sends the bytes; returns false when the client no longer accepts any.
    @discardableResult
    func send(_ bytes: [UInt8]) -> Bool {
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = rest.withUnsafeBytes {
          Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        if count < 0, errno == EINTR { continue }
        if count <= 0 { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }

    @discardableResult
    func send(_ text: String) -> Bool { send(Array(text.utf8)) }

    /// Sends nothing and waits until the client closes.
    func stall() { while !read(4096).isEmpty {} }

    /// Connects to another port of this machine and forwards bytes in both directions until one
    /// side closes, as a proxy does.
    func join(_ port: Int) {
      let other = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = in_port_t(UInt16(port).bigEndian)
      address.sin_addr.s_addr = inet_addr("127.0.0.1")
      let code = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(other, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard code == 0 else { return close() }
      let there = Line(other) { _ in }
      Thread.detachNewThread {
        while case let bytes = there.read(65_536), !bytes.isEmpty, self.send(bytes) {}
        shutdown(self.descriptor, Int32(SHUT_RDWR))
      }
      while case let bytes = read(65_536), !bytes.isEmpty, there.send(bytes) {}
      there.close()
    }

    func close() {
      // Reads the unread bytes first. Closing a socket with unread bytes sends a reset, which could
      // discard the bytes that the client has not yet received.
      shutdown(descriptor, Int32(SHUT_WR))
      stall()
      Glibc.close(descriptor)
    }
  }
}

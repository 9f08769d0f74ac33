import Foundation
import Synchronization

/// A minimal browser for tests: it stores cookies, follows redirects, reads hidden fields, and can
/// send false headers.
package final class Browser: Sendable {
  package struct Answer: Sendable {
    package var status: Int
    package var headers: [String: String]
    package var body: String
    /// The path of the page, after all redirects.
    package var path: String

    /// The hidden fields of all forms on the page. If several fields have the same name, the first
    /// one counts.
    package var hidden: [String: String] {
      Dictionary(allHidden, uniquingKeysWith: { first, _ in first })
    }

    /// The hidden fields that a browser sends: the first field of each name, and all `_was.`
    /// and `_named.` fields.
    ///
    /// A `_was.` field contains a value from before the edit, and a `_named.` field the record of a
    /// name. A field with several values has one of each for each of them.
    var sentHidden: [(String, String)] {
      let first = hidden.filter { !$0.key.contains(".") }.map { ($0.key, $0.value) }
      return first + allHidden.filter { $0.0.contains(".") }
    }

    private var allHidden: [(String, String)] {
      // The page writes an empty value as the name of the attribute alone: `value` instead of
      // `value=""`.
      let pattern =
        /<input type="hidden" name="(_[a-z]+(?:\.[a-z-]*)?)" value(?:="([^"]*)")?>/
      return body.matches(of: pattern)
        .map { (String($0.1), Browser.unescaped(String($0.2 ?? ""))) }
        .filter { $0.0 != "_command" }
    }

    /// The text of the page's outcome box, which reports the result of the last command.
    package var outcome: String {
      guard let name = body.range(of: "id=\"outcome\""),
        let start = body.range(of: ">", range: name.upperBound..<body.endIndex),
        let end = ["<div class=\"owner\"", "<h1"].compactMap({
          body.range(of: $0, range: start.upperBound..<body.endIndex)?.lowerBound
        }).min()
      else { return "" }
      return Browser.plain(String(body[start.upperBound..<end]))
    }

    package var words: String { Browser.plain(body) }
  }

  package let port: Int
  private let source: String?
  private let cookies = Mutex<[String: String]>([:])

  /// - Parameter source: the loopback address from which the browser connects, such as 127.3.4.5;
  ///   nil for the usual one. Servers count attempts for each address.
  package init(port: Int, from source: String? = nil) {
    self.port = port
    self.source = source
  }

  package var cookie: String? {
    get { cookies.withLock { $0["compass-\(port)"] } }
    set { cookies.withLock { $0["compass-\(port)"] = newValue } }
  }

  /// The value of the `Origin` header for forms of this host.
  package var origin: String { "http://127.0.0.1:\(port)" }

  package func get(
    _ path: String, follow: Bool = true, _ headers: [String: String] = [:]
  ) async throws -> Answer {
    var answer = try await send("GET", path, headers, nil)
    var steps = 0
    while follow, answer.status == 303, let next = answer.headers["location"], steps < 5 {
      answer = try await send("GET", next, headers, nil)
      steps += 1
    }
    return answer
  }

  /// Sends the form that runs `command`, with the hidden fields of `page`. `fields` are the values
  /// that the person has entered.
  package func press(
    _ command: String, on page: Answer, _ fields: [(String, String)] = [], follow: Bool = true,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    try await post(
      page.sentHidden + [("_command", command)] + fields, follow: follow,
      headers: headers)
  }

  package func post(
    _ fields: [(String, String)], to path: String = "/command", follow: Bool = true,
    headers: [String: String] = [:]
  ) async throws -> Answer {
    let body = fields.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
    var all = ["Origin": origin, "Content-Type": "application/x-www-form-urlencoded"]
    all.merge(headers) { $1 }
    let answer = try await send("POST", path, all.filter { !$0.value.isEmpty }, body)
    guard follow, answer.status == 303, let next = answer.headers["location"] else { return answer }
    return try await get(next)
  }

  /// A file that a form uploads.
  package struct Upload: Sendable {
    package var field: String
    package var name: String
    package var text: String

    package init(_ field: String, _ name: String, _ text: String) {
      self.field = field
      self.name = name
      self.text = text
    }
  }

  /// Sends the form that runs `command`, with these entered values and uploaded files.
  package func press(
    _ command: String, on page: Answer, _ fields: [(String, String)], _ files: [Upload]
  ) async throws -> Answer {
    let answer = try await send(
      "POST", "/command", ["Origin": origin, "Content-Type": Self.multipartType],
      Self.multipart(page.sentHidden + [("_command", command)] + fields, files))
    guard answer.status == 303, let next = answer.headers["location"] else { return answer }
    return try await get(next)
  }

  package static let multipartType = "multipart/form-data; boundary=cut"

  package static func multipart(_ fields: [(String, String)], _ files: [Upload]) -> String {
    var body = ""
    for (name, value) in fields {
      body += "--cut\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
    }
    for file in files {
      body +=
        "--cut\r\nContent-Disposition: form-data; name=\"\(file.field)\"; filename=\"\(file.name)\"\r\n\r\n\(file.text)\r\n"
    }
    return body + "--cut--\r\n"
  }

  package func send(
    _ method: String, _ path: String, _ headers: [String: String], _ body: String?
  ) async throws -> Answer {
    var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    let kept = cookies.withLock { $0 }
    if !kept.isEmpty {
      all["Cookie"] = kept.map { "\($0.key)=\($0.value)" }.joined(separator: "; ")
    }
    all.merge(headers) { $1 }
    if let body { all["Content-Length"] = String(body.utf8.count) }
    let lines = all.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    let head = (["\(method) \(path) HTTP/1.1"] + lines).joined(separator: "\r\n")
    let answer = Self.answer(
      try await Self.exchange(
        Array((head + "\r\n\r\n" + (body ?? "")).utf8), port: port, from: source),
      from: path)
    for line in (answer.headers["set-cookie"] ?? "").split(separator: "|") {
      let pair = line.split(separator: ";")[0].split(separator: "=", maxSplits: 1)
      let name = pair[0].trimmingCharacters(in: .whitespaces)
      // After a sign-out the browser still sends the removed session cookie, so that tests cover a
      // caller who kept a copy of it.
      if pair.count == 2 {
        cookies.withLock { $0[name] = String(pair[1]) }
      } else if name != "compass-\(port)" {
        cookies.withLock { $0[name] = nil }
      }
    }
    return answer
  }

  package static func answer(_ text: String, from path: String) -> Answer {
    let halves = text.components(separatedBy: "\r\n\r\n")
    var lines = halves[0].components(separatedBy: "\r\n")
    let status = Int(lines.removeFirst().split(separator: " ").dropFirst().first ?? "") ?? 0
    var headers: [String: String] = [:]
    for line in lines {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let name = line[..<colon].lowercased()
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      headers[name] = headers[name].map { "\($0)|\(value)" } ?? value
    }
    return Answer(
      status: status, headers: headers, body: halves.dropFirst().joined(separator: "\r\n\r\n"),
      path: path)
  }

  /// Sends the bytes and returns everything that the server answers until it closes the connection.
  ///
  /// The call runs on its own thread, so that it does not block a thread on which the server runs.
  package static func exchange(
    _ bytes: [UInt8], port: Int, from source: String? = nil
  ) async throws -> String {
    let got: [UInt8]? = await withCheckedContinuation { continuation in
      Thread.detachNewThread { continuation.resume(returning: talk(bytes, port, source)) }
    }
    guard let got else { throw POSIXError(.ECONNREFUSED) }
    return String(decoding: got, as: UTF8.self)
  }

  private static func talk(_ bytes: [UInt8], _ port: Int, _ source: String?) -> [UInt8]? {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(descriptor) }
    var address = sockaddr_in()
    if let source {
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = inet_addr(source)
      let code = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
      guard code == 0 else { return nil }
    }
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = in_port_t(UInt16(port).bigEndian)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { return nil }
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes {
        Foundation.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
      }
      guard count > 0 else { break }
      rest = rest.dropFirst(count)
    }
    var all: [UInt8] = []
    var room = [UInt8](repeating: 0, count: 65_536)
    while case let count = recv(descriptor, &room, room.count, 0), count > 0 {
      all += room.prefix(count)
    }
    return all
  }

  package static func encoded(_ text: String) -> String {
    text.utf8.map { byte in
      let letter = Character(Unicode.Scalar(byte))
      return letter.isASCII && (letter.isLetter || letter.isNumber)
        ? String(letter) : "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
    }.joined()
  }

  package static func unescaped(_ text: String) -> String {
    [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&#39;", "'"), ("&amp;", "&")]
      .reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }

  package static func plain(_ body: String) -> String {
    unescaped(body.replacing(/<[^>]*>/, with: " ").replacing(/\s+/, with: " "))
      .trimmingCharacters(in: .whitespaces)
  }
}

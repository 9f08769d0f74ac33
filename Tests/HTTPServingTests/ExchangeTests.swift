import Foundation
import HTTP
import Testing
import ToolTesting

@testable import HTTPServing

@Suite("Requests and answers over a socket") struct ExchangeTests {
  @Test("A connection serves one request after the other, also when they come at once")
  func keepAlive() async throws {
    try await serving { request in
      Response(.ok, .plainText, "\(request.method) \(request.path) \(request.query["q"] ?? "-")")
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get("/a?q=%C3%A9"))
      let first = try await client.answer()
      #expect(first.status == "200 OK")
      #expect(first.body == "GET /a é")
      #expect(first.headers["content-type"] == "text/plain; charset=utf-8")
      #expect(first.headers["connection"] == nil)
      await client.send(get("/b") + post("/c", "body") + get("/d"))
      let bodies = [
        try await client.answer().body, try await client.answer().body,
        try await client.answer().body,
      ]
      #expect(bodies == ["GET /b -", "POST /c -", "GET /d -"])
    }
  }

  @Test("A handler sees headers, cookies, the host and who asks")
  func head() async throws {
    try await serving { request in
      Response(
        .ok, .plainText,
        [
          request.headers["x-TEST"] ?? "", request.cookies["a"] ?? "", request.host ?? "",
          request.peer, "\(request.isSecure)", "\(request.headers.values(of: "twice"))",
        ].joined(separator: "|"))
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get("/", "X-Test: 1\r\nCookie: a=b\r\nTwice: 1\r\nTwice: 2\r\n"))
      #expect(try await client.answer().body == #"1|b|localhost|127.0.0.1|false|["1", "2"]"#)
    }
  }

  @Test("HEAD gets the headers of GET, and no body is made for it")
  func headMethod() async throws {
    try await serving { request in
      if request.path == "/stream" {
        return Response(
          .ok,
          body: .stream(length: nil) { _ in Issue.record("A body was made for HEAD.") })
      }
      return Response(.ok, .plainText, "hello")
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send("HEAD / HTTP/1.1\r\nHost: x\r\n\r\n" + get("/"))
      let first = try await client.answer(hasBody: false)
      #expect(first.headers["content-length"] == "5")
      #expect(try await client.answer().body == "hello")
      await client.send("HEAD /stream HTTP/1.1\r\nHost: x\r\n\r\n" + get("/"))
      let second = try await client.answer(hasBody: false)
      #expect(second.status == "200 OK")
      #expect(second.headers["connection"] == "close")
      #expect(!(await client.rest()).contains("hello"))
    }
  }

  @Test(
    "Answers without a body leave the connection open", arguments: [Status.noContent, .notModified])
  func noBody(_ status: Status) async throws {
    try await serving { _ in
      Response(status, body: .bytes([1, 2, 3]))
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get("/") + get("/"))
      #expect(try await client.answer().status.hasPrefix("\(status.code)"))
      #expect(try await client.answer().status.hasPrefix("\(status.code)"))
    }
  }

  @Test("A body arrives whole, with a length or in chunks", arguments: [0, 1, 70_000, 5_000_000])
  func bodies(_ size: Int) async throws {
    try await serving(echo) { server in
      let body = String(repeating: "0123456789", count: size / 10 + 1).prefix(size)
      let client = try RawClient(port: server.port)
      async let sent = client.send(post("/", String(body)))
      #expect(try await client.answer().body == body)
      #expect(await sent)
      let chunks = stride(from: 0, to: size, by: 40_000).map { start in
        let piece = String(Substring(body.utf8.dropFirst(start).prefix(40_000)))
        return "\(String(piece.utf8.count, radix: 16))\r\n\(piece)\r\n"
      }
      async let again = client.send(
        "POST / HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks.joined()
          + "0\r\n\r\n")
      #expect(try await client.answer().body == body)
      #expect(await again)
    }
  }

  @Test("A body is read before the answer is given: what is left of it then is thrown away")
  func bodyAfterAnswer() async throws {
    try await serving { request in
      Response(
        .ok,
        body: .stream(length: nil) { writer in
          await #expect(throws: RequestFault.bodyCutShort) { try await request.body.next() }
          try await writer.write("answer")
        })
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(post("/", String(repeating: "x", count: 100_000)))
      #expect(try await client.answer().body == "answer")
    }
  }

  @Test("Leave to send a body is given when the handler asks for it")
  func expectContinue() async throws {
    try await serving(echo) { server in
      let client = try RawClient(port: server.port)
      await client.send(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await client.answer().status == "100 Continue")
      await client.send("abc")
      #expect(try await client.answer().body == "abc")
    }
  }

  @Test("A body that is not wanted is refused before it is sent")
  func expectRefused() async throws {
    try await serving { _ in
      Response(.forbidden, .plainText, "no")
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(
        "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nExpect: 100-continue\r\n\r\n")
      #expect(try await client.answer().status == "403 Forbidden")
      #expect(await client.rest() == "")
    }
  }

  @Test("An answer before the body was read reaches who sends it, and the connection goes on")
  func unreadBody() async throws {
    try await serving { request in
      Response(request.path == "/" ? .ok : .notFound, .plainText, "answer")
    } _: { server in
      let client = try RawClient(port: server.port)
      let body = String(repeating: "x", count: 3_000_000)
      async let sent = client.send(post("/none", body) + get("/"))
      #expect(try await client.answer().status == "404 Not Found")
      #expect(try await client.answer().status == "200 OK")
      #expect(await sent)
    }
  }

  @Test("A streamed answer comes in chunks, or with its length")
  func streamed() async throws {
    try await serving { request in
      Response(
        .ok,
        body: .stream(length: request.path == "/length" ? 300_000 : nil) { writer in
          for _ in 0..<300 { try await writer.write([UInt8](repeating: 0x61, count: 1_000)) }
        })
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get("/") + get("/length"))
      let chunked = try await client.answer()
      #expect(chunked.headers["transfer-encoding"] == "chunked")
      #expect(chunked.body.count == 300_000)
      let whole = try await client.answer()
      #expect(whole.headers["content-length"] == "300000")
      #expect(whole.body.count == 300_000)
    }
  }

  @Test(
    "A body that fails on the way breaks off, and never looks whole",
    arguments: ["/fails", "/short"])
  func brokenStream(_ path: String) async throws {
    struct Broken: Error {}
    try await serving { request in
      Response(
        .ok,
        body: .stream(length: request.path == "/short" ? 10 : nil) { writer in
          try await writer.write("half")
          if request.path == "/fails" { throw Broken() }
        })
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get(path))
      await #expect(throws: RawClient.Ended.self) { try await client.answer() }
    }
  }

  @Test("An older client gets a body that ends with the connection")
  func oldVersion() async throws {
    try await serving { _ in
      Response(.ok, body: .stream(length: nil) { try await $0.write("old") })
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send("GET / HTTP/1.0\r\n\r\n")
      let answer = try await client.answer()
      #expect(answer.headers["transfer-encoding"] == nil)
      #expect(answer.body == "old")
    }
  }

  @Test("Nothing in a header's value begins another header")
  func injection() async throws {
    try await serving { request in
      Response(.ok, headers: ["X-Name": request.query["name"] ?? ""], body: .empty)
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get("/?name=a%0d%0aSet-Cookie:%20b=c%0d%0a%0d%0a%3cscript%3e"))
      let answer = try await client.answer()
      #expect(answer.headers["x-name"] == "a  Set-Cookie: b=c    <script>")
      #expect(answer.headers["set-cookie"] == nil)
    }
  }

  @Test("The body's length and the connection are said once, by the library")
  func libraryHeaders() async throws {
    try await serving { _ in
      Response(
        .ok, headers: ["Content-Length": "99", "Date": "never", "Transfer-Encoding": "x"],
        body: .bytes([0x61]))
    } _: { server in
      let client = try RawClient(port: server.port)
      await client.send(get("/"))
      let answer = try await client.answer()
      #expect(answer.headers["content-length"] == "1")
      #expect(answer.headers["transfer-encoding"] == nil)
      #expect(HTTPDate.instant(answer.headers["date"] ?? "") != nil)
    }
  }

  @Test("Text is compressed for who takes it, and reads the same")
  func gzip() async throws {
    let page = String(repeating: "<li>Cedar Valley</li>\n", count: 500)
    try await serving { request in
      switch request.path {
      case "/done":
        Response(
          .ok, headers: ["Content-Type": "text/css", "Content-Encoding": "br"],
          body: .bytes(Array(page.utf8)))
      case "/small": Response(.ok, .html, "small")
      case "/picture": Response(.ok, .bytes, page)
      default: Response(.ok, .html, page)
      }
    } _: { server in
      let client = try RawClient(port: server.port)
      let takes = "Accept-Encoding: gzip\r\n"
      await client.send(
        get("/") + get("/done", takes) + get("/small", takes) + get("/picture", takes))
      let plain = try await client.answer()
      #expect(plain.body == page)
      #expect(plain.headers["vary"] == "Accept-Encoding")
      #expect(try await client.answer().headers["content-encoding"] == "br")
      #expect(try await client.answer().headers["content-encoding"] == nil)
      #expect(try await client.answer().headers["content-encoding"] == nil)
      await client.send(get("/", takes))
      let packed = try await client.answer()
      #expect(packed.headers["content-encoding"] == "gzip")
      #expect(Int(packed.headers["content-length"] ?? "").map { $0 < page.utf8.count / 10 } == true)
    }
    let packed = try #require(Gzip.packed(Array(page.utf8), level: 9))
    #expect(try await unpacked(packed) == Array(page.utf8))
    #expect(Gzip.packed([]) == nil)
    #expect(Gzip.packed((0..<4_096).map { _ in UInt8.random(in: 0...255) }) == nil)
  }

  @Test("A form's file is kept for its owner alone, and is gone when nobody holds it")
  func upload() async throws {
    let folder = FileManager.default.temporaryDirectory.appending(
      path: "uploads-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let content = String(repeating: "1,2,3\r\n", count: 100_000)
    try await serving { [path = folder.path] request in
      let form = try await request.form(files: UploadFolder(path))
      let file = try #require(form.files.first)
      let attributes = try FileManager.default.attributesOfItem(atPath: file.content.path)
      let size = try Data(contentsOf: URL(filePath: file.content.path)).count
      return Response(
        .ok, .plainText,
        "\(form.fields["title"] ?? "") \(file.name) \(size) \(attributes[.posixPermissions] ?? 0)")
    } _: { server in
      let client = try RawClient(port: server.port)
      let form =
        "--x\r\nContent-Disposition: form-data; name=title\r\n\r\nMine\r\n--x\r\n"
        + "Content-Disposition: form-data; name=f; filename=\"../a.csv\"\r\n\r\n\(content)\r\n--x--\r\n"
      async let sent = client.send(
        post("/", form, "Content-Type: multipart/form-data; boundary=x\r\n"))
      #expect(try await client.answer().body == "Mine a.csv 700000 384")
      #expect(await sent)
      await client.send(post("/", "rubbish", "Content-Type: multipart/form-data; boundary=x\r\n"))
      #expect(try await client.answer().status == "400 Bad Request")
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [])
  }

  private func unpacked(_ bytes: [UInt8]) async throws -> [UInt8] {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString).gz")
    try Data(bytes).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    let program = try PipedProgram(["gzip", "-dc", file.path])
    return await onThread { program.rest() }
  }
}

import Synchronization
import Testing

@testable import HTTP

@Suite("Forms") struct FormTests {
  static let browser = [
    "preamble\r\n--x\r\nContent-Disposition: form-data; name=\"title\"\r\n\r\nA \r\n--y- b\r\n--x\r\n",
    "Content-Disposition: form-data; name=\"empty\"\r\n\r\n\r\n--x\r\n",
    "content-disposition: form-data; name=\"f%22i\"; filename=\"C:\\tmp\\a.csv\"\r\n",
    "Content-Type: text/csv\r\n\r\n\r\n\r\n1,2\r\n\r\n--x--\r\nepilogue --x\r\n",
  ].joined()

  @Test(
    "A multipart form reads the same, however its bytes arrive", arguments: [1, 2, 3, 7, 64, 9_999])
  func pieces(_ size: Int) async throws {
    let store = MemoryStore()
    let form = try await request(Self.browser, pieces: size).form(files: store)
    #expect(form.fields.all == [.init("title", "A \r\n--y- b"), .init("empty", "")])
    #expect(form.files.map(\.field) == ["f\"i"])
    #expect(form.files.map(\.name) == ["a.csv"])
    #expect(form.files.first?.type?.essence == "text/csv")
    #expect(form.files.first?.size == 9)
    #expect(form.files.first?.content.path == "\r\n\r\n1,2\r\n")
  }

  @Test("A plain form is read, with its limits")
  func plain() async throws {
    let form = try await request("a=1&b=%C3%A9+x", type: "application/x-www-form-urlencoded").form()
    #expect(form.fields.all == [.init("a", "1"), .init("b", "é x")])
    var limits = FormLimits()
    limits.textBytes = 5
    await #expect(throws: RequestFault.fieldsTooLarge(limit: 5)) {
      try await request("a=1234", type: "application/x-www-form-urlencoded").form(limits)
    }
    limits.textBytes = 100
    limits.fields = 1
    await #expect(throws: RequestFault.tooManyFields(limit: 1)) {
      try await request("a=1&b=2", type: "application/x-www-form-urlencoded").form(limits)
    }
  }

  @Test(
    "A body that is no form, or half of one, is told apart",
    arguments: [
      ("a=1", "text/plain", RequestFault.notAForm(type: "text/plain")),
      ("a=1", nil, .notAForm(type: nil)),
      (
        "a=%zz", "application/x-www-form-urlencoded",
        .formMalformed("“a=%zz” is not encoded properly")
      ),
      ("", "multipart/form-data", .formMalformed("it does not say what stands between its parts")),
      ("", "multipart/form-data; boundary=x", .bodyCutShort),
      (
        "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nabc",
        "multipart/form-data; boundary=x", .bodyCutShort
      ),
      (
        "--x\r\nContent-Disposition: form-data; name=a\r\n\r\nabc\r\n--x",
        "multipart/form-data; boundary=x", .bodyCutShort
      ),
      (
        "--x\r\nContent-Type: text/plain\r\n\r\nabc\r\n--x--", "multipart/form-data; boundary=x",
        .formMalformed("a part has no name")
      ),
      ("--x\r\n\r\nabc\r\n--x--", "multipart/form-data; boundary=x", .bodyCutShort),
      (
        "--x\r\nrubbish\r\n\r\nabc\r\n--x--", "multipart/form-data; boundary=x",
        .formMalformed("a part has a line without a colon")
      ),
      (
        "--xy\r\nContent-Disposition: form-data; name=a\r\n\r\n", "multipart/form-data; boundary=x",
        .formMalformed("the line between two parts is damaged")
      ),
    ] as [(String, String?, RequestFault)])
  func broken(_ body: String, _ type: String?, _ fault: RequestFault) async {
    await #expect(throws: fault) { try await request(body, type: type).form() }
  }

  @Test("A part's head that never ends is refused after eight kilobytes")
  func endlessHead() async {
    let body = "--x\r\nX: " + String(repeating: "a", count: 20_000)
    await #expect(throws: RequestFault.formMalformed("the head of a part is too long")) {
      try await request(body, pieces: 100).form()
    }
  }

  @Test("More text, parts, files or bytes of a file than allowed are refused")
  func limits() async {
    var limits = FormLimits()
    (limits.textBytes, limits.fileBytes, limits.files, limits.fields) = (10, 4, 1, 3)
    let file = "--x\r\nContent-Disposition: form-data; name=f; filename=a\r\n\r\n"
    let field = "--x\r\nContent-Disposition: form-data; name=n\r\n\r\n"
    let tables: [(String, RequestFault)] = [
      (field + "1234567890\r\n--x--", .fieldsTooLarge(limit: 10)),
      (file + "1\r\n" + file + "2\r\n--x--", .tooManyFields(limit: 1)),
      (
        field + "\r\n" + field + "\r\n" + field + "\r\n" + field + "\r\n--x--",
        .tooManyFields(limit: 3)
      ),
    ]
    for (body, fault) in tables {
      let store = MemoryStore()
      await #expect(throws: fault) { try await request(body).form(limits, files: store) }
    }
    await #expect(throws: RequestFault.tooManyFields(limit: 0)) {
      try await request(file + "1\r\n--x--").form(limits)
    }
  }

  @Test(
    "A file that is too large is left out, and the fields around it are read",
    arguments: [
      ("1234", [], ["f"]), ("12345", ["f"], []), (String(repeating: "x", count: 9_999), ["f"], []),
    ] as [(String, [String], [String])])
  func largeFile(content: String, large: [String], stored: [String]) async throws {
    var limits = FormLimits()
    limits.fileBytes = 4
    let part = "--x\r\nContent-Disposition: form-data; name="
    let file = "\(part)f; filename=\"/tmp/b.csv\"\r\n\r\n\(content)\r\n"
    let body = "\(part)a\r\n\r\n1\r\n\(file)\(part)c\r\n\r\n2\r\n--x--"
    let form = try await request(body, pieces: 64).form(limits, files: MemoryStore())
    #expect(form.fields.all == [.init("a", "1"), .init("c", "2")])
    #expect(form.files.map(\.field) == stored)
    #expect(form.tooLarge.keys.sorted() == large)
    #expect(form.tooLarge.values.allSatisfy { $0 == .fileTooLarge(name: "b.csv", limit: 4) })
  }

  @Test("A file field that was left empty is no file")
  func emptyFile() async throws {
    let body = "--x\r\nContent-Disposition: form-data; name=f; filename=\"\"\r\n\r\n\r\n--x--"
    let form = try await request(body).form(files: MemoryStore())
    #expect(form.files.isEmpty)
  }

  @Test(
    "A form that was received before it is asked for is the same, and so is its fault",
    arguments: [
      ("a=1&b=two", "application/x-www-form-urlencoded"),
      (
        "--x\r\nContent-Disposition: form-data; name=a\r\n\r\n1\r\n"
          + "--x\r\nContent-Disposition: form-data; name=b\r\n\r\ntwo\r\n"
          + "--x\r\nContent-Disposition: form-data; name=f; filename=c.csv\r\n\r\nz\r\n--x--",
        "multipart/form-data; boundary=x"
      ),
    ])
  func receivedAhead(body: String, type: String) async throws {
    let sent = try request(body, type: type)
    await sent.receiveForm(FormLimits(), files: MemoryStore())
    let form = try await sent.form(files: MemoryStore())
    #expect(form.fields.all == [.init("a", "1"), .init("b", "two")])
    #expect(form.files.map(\.name) == (sent.isMultipart ? ["c.csv"] : []))
    var limits = FormLimits()
    limits.textBytes = 3
    let tooLong = try request(body, type: type)
    await tooLong.receiveForm(limits, files: MemoryStore())
    await #expect(throws: RequestFault.fieldsTooLarge(limit: 3)) {
      try await tooLong.form(limits, files: MemoryStore())
    }
  }

  @Test("A body above the limit is refused by its declared length, before a byte of it is taken")
  func declared() async {
    let body = RequestBody(length: 100) { () throws(RequestFault) -> [UInt8]? in
      Issue.record("The body was asked for.")
      return nil
    }
    await #expect(throws: RequestFault.bodyTooLarge(limit: 99)) { try await body.bytes(limit: 99) }
  }

  @Test(
    "A body that does not say how long it is has the same limit",
    arguments: [(4, true), (3, false), (0, false)])
  func undeclared(limit: Int, isTaken: Bool) async throws {
    let body = try request("abcd", pieces: 1).body
    if isTaken {
      #expect(try await body.bytes(limit: limit) == Array("abcd".utf8))
    } else {
      await #expect(throws: RequestFault.bodyTooLarge(limit: limit)) {
        try await body.bytes(limit: limit)
      }
    }
  }

  @Test("A body that breaks off is not read as a whole one, in whichever form it comes")
  func cutShort() async throws {
    for type in ["application/x-www-form-urlencoded", "multipart/form-data; boundary=x"] {
      let pieces = Mutex(1)
      let body = RequestBody(length: nil) { () throws(RequestFault) -> [UInt8]? in
        let isFirst = pieces.withLock { left in
          defer { left = 0 }
          return left == 1
        }
        guard isFirst else { throw .bodyCutShort }
        return Array("a=1".utf8)
      }
      let request = Request(
        .post, try RequestTarget("/"), headers: ["Content-Type": type], body: body)
      await #expect(throws: RequestFault.bodyCutShort) { try await request.form() }
    }
  }

  @Test(
    "A part cannot add a header of its own or be two things at once",
    arguments: [
      ("form-data; name=a\r\nContent-Disposition: form-data; name=b", "a"),
      ("form-data; name=a; name=b", "a"),
      ("form-data; name=\"a\\\"; filename=\\\"x\"", "a\"; filename=\"x"),
      ("form-data; name=\"a%22; filename=%22x\"", "a\"; filename=\"x"),
      ("form-data; name=\"a%0D%0AContent-Type: text/html\"", "a\r\nContent-Type: text/html"),
      ("form-data; name=\"%41%00\"", "%41%00"),
    ])
  func part(disposition: String, name: String) async throws {
    let body = "--x\r\nContent-Disposition: \(disposition)\r\n\r\n1\r\n--x--"
    let form = try await request(body).form(files: MemoryStore())
    #expect(form.fields.all == [.init(name, "1")])
    #expect(form.files.isEmpty)
  }

  @Test(
    "A file's name is one piece of a path, whatever its sender wrote",
    arguments: [
      ("../../etc/passwd", "passwd"), ("C:\\tmp\\a.csv", "a.csv"), ("..", "file"), ("/", "file"),
      ("a/\u{301}b", "\u{301}b"), ("a%0D%0Ab", "ab"), ("\u{202E}vsc.a", "vsc.a"),
    ])
  func fileName(sent: String, name: String) async throws {
    let head = "Content-Disposition: form-data; name=f; filename=\"\(sent)\""
    let form = try await request("--x\r\n\(head)\r\n\r\n1\r\n--x--").form(files: MemoryStore())
    #expect(form.files.first.map { Array($0.name.unicodeScalars) } == Array(name.unicodeScalars))
  }

  @Test("A streamed answer can be collected without a server")
  func collected() async throws {
    let stream = Response(
      .ok,
      body: .stream(length: nil) { writer in
        try await writer.write("a")
        try await writer.write([0x62])
      })
    #expect(try await stream.collected() == Array("ab".utf8))
    let events = Response.events { try await $0.send(ServerEvent("x", data: "1")) }
    #expect(try await events.collected() == Array("event: x\ndata: 1\n\n".utf8))
  }

  private func request(
    _ body: String, type: String? = "multipart/form-data; boundary=x", pieces: Int = 16
  ) throws -> Request {
    let left = Mutex(Array(body.utf8)[...])
    var headers = Headers()
    headers["Content-Type"] = type
    return Request(
      .post, try RequestTarget("/"), headers: headers,
      body: RequestBody(length: nil) { () throws(RequestFault) -> [UInt8]? in
        left.withLock { left in
          let piece = left.prefix(pieces)
          left = left.dropFirst(pieces)
          return piece.isEmpty ? nil : Array(piece)
        }
      })
  }
}

/// Stores uploads in memory; the path of a stored upload is its content.
private struct MemoryStore: UploadStore {
  func begin() async throws -> any Upload { Memory() }

  final class Memory: Upload, StoredUpload {
    let bytes = Mutex<[UInt8]>([])
    var path: String { bytes.withLock { String(decoding: $0, as: UTF8.self) } }
    func write(_ more: [UInt8]) async throws { bytes.withLock { $0 += more } }
    func finish() async throws -> any StoredUpload { self }
  }
}

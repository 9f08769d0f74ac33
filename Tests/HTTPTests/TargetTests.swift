import Testing

@testable import HTTP

@Suite("Addresses") struct TargetTests {
  @Test(
    "An address is a path of decoded pieces and a query",
    arguments: [
      ("/", [], []), ("/tasks", ["tasks"], []), ("/tasks/", ["tasks"], []),
      ("/schools/s4?sort=name&sort=tier", ["schools", "s4"], ["sort=name", "sort=tier"]),
      ("/a%2Fb/caf%C3%A9", ["a/b", "café"], []), ("/a+b?q=a+b%2B", ["a+b"], ["q=a b+"]),
      ("/?", [], []), ("/?a", [], ["a="]), ("/?=b&&c=d=e", [], ["=b", "c=d=e"]),
      ("http://localhost:80/x?y=1", ["x"], ["y=1"]), ("HTTPS://localhost", [], []),
      ("*", [], []),
    ])
  func read(_ raw: String, _ segments: [String], _ query: [String]) throws {
    let target = try RequestTarget(raw)
    #expect(target.segments == segments)
    #expect(target.query.all.map { "\($0.name)=\($0.value)" } == query)
  }

  @Test(
    "What could be read in two ways is refused",
    arguments: [
      "", "tasks", "//evil.example/x", "/a//b", "/../etc/passwd", "/a/..", "/a/./b", "/%2e%2e/x",
      "/a/%2E", "/a%00b", "/a%0d%0aSet-Cookie:x", "/a b", "/a\tb", "/é", "/%", "/%4", "/%zz",
      "/%ff",
      "/a#b", "/a\\b", "/?q=%zz", "/?q=%ff", "\u{7F}", "ftp://x/y", "/\r\nX: y",
    ])
  func refused(_ raw: String) {
    #expect(throws: RequestFault.badTarget(raw)) { try RequestTarget(raw) }
  }

  @Test("The host of a whole address is kept beside the path")
  func wholeAddress() throws {
    let target = try RequestTarget("http://evil.example:99/tasks")
    #expect(target.host == "evil.example:99")
    #expect(target.path == "/tasks")
    #expect(Request(.get, target, headers: ["Host": "localhost"]).host == "evil.example:99")
  }

  @Test("A query has a thousand fields at most")
  func tooManyFields() throws {
    let most = "/?" + Array(repeating: "a", count: 1_000).joined(separator: "&")
    #expect(try RequestTarget(most).query.all.count == 1_000)
    #expect(throws: RequestFault.tooManyFields(limit: 1_000)) { try RequestTarget(most + "&a") }
  }

  @Test(
    "A field's text that is encoded is read as itself",
    arguments: ["", "plain", "a b+c%d", "é/ü?&=#", "\u{1F3C8}", "\r\n\0", "-._~"])
  func roundTrip(_ text: String) throws {
    let fields = Fields([Fields.Field(text, text), Fields.Field("b", text)])
    #expect(try Fields(parsing: fields.text) == fields)
    #expect(fields.text.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F })
  }

  @Test("Fields of one name are all kept, and the first speaks for them")
  func fields() throws {
    let fields = try Fields(parsing: "box=a&box=b&name=Sam+O%27Neil")
    #expect(fields["box"] == "a")
    #expect(fields.values(of: "box") == ["a", "b"])
    #expect(fields["name"] == "Sam O'Neil")
    #expect(fields["none"] == nil)
  }

  @Test("A redirect stays on this host and carries its query")
  func redirect() throws {
    let answer = Response.seeOther(try RequestTarget("/tasks?q=a%0d%0aX:%20y"))
    #expect(answer.status == .seeOther)
    #expect(answer.headers["Location"] == "/tasks?q=a%0D%0AX%3A+y")
  }
}

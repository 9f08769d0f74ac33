import CivilTime
import Testing

@testable import HTTP

@Suite("Headers") struct HeaderTests {
  @Test("Names are the same in any case, and lines of one name stay apart")
  func names() {
    var headers: Headers = ["Set-Cookie": "a=1"]
    headers.add("set-cookie", "b=2")
    #expect(headers.values(of: "SET-COOKIE") == ["a=1", "b=2"])
    headers["Set-cookie"] = "c=3"
    #expect(headers.map { "\($0.name): \($0.value)" } == ["Set-cookie: c=3"])
    headers["SET-COOKIE"] = nil
    #expect(Array(headers).isEmpty)
  }

  @Test(
    "Nothing that is put into a value begins a header of its own",
    arguments: ["a\r\nX: y", "a\nX: y", "a\rX: y", "a\0X: y", "a\u{7F}\u{1B}[1mX"])
  func injection(_ value: String) {
    let headers: Headers = ["Location": value]
    #expect(headers["Location"]?.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } == true)
    #expect(headers["Location"]?.utf8.count == value.utf8.count)
  }

  @Test(
    "A name that can be none is not sent", arguments: ["", "a b", "a:", "a\r\nb", "é", "a\0"])
  func badNames(_ name: String) {
    var headers = Headers()
    headers.add(name, "x")
    #expect(Array(headers).isEmpty)
    #expect(throws: RequestFault.badHeader(name)) { try headers.addReceived(name, "x") }
  }

  @Test(
    "A received value with a control character is refused", arguments: ["a\0", "\u{1}", "a\rb"])
  func badValues(_ value: String) {
    var headers = Headers()
    #expect(throws: RequestFault.badHeader("X")) { try headers.addReceived("X", value) }
  }

  @Test("Cookies are read pair by pair; what is no pair is left out")
  func cookies() {
    let cookies = Cookies(["Cookie": #"a=1;b="2"; c=x=y ; rubbish; =d; e e=1; f="#])
    #expect(
      ["a", "b", "c", "d", "f", "rubbish"].map { cookies[$0] } == ["1", "2", "x=y", nil, "", nil])
  }

  @Test("Two different cookies of one name are none: whose is which cannot be told")
  func twoCookies() {
    var headers: Headers = ["Cookie": "s=1; t=1"]
    headers.add("Cookie", "s=2; t=1")
    #expect(Cookies(headers)["s"] == nil)
    #expect(Cookies(headers)["t"] == "1")
  }

  @Test("A cookie is closed to scripts and other sites unless it says otherwise")
  func setCookie() {
    #expect(
      SetCookie("session", "abc", isSecure: true).text
        == "session=abc; Path=/; Secure; HttpOnly; SameSite=Strict")
    #expect(
      SetCookie.removal(of: "session", isSecure: false).text
        == "session=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict")
  }

  @Test(
    "A cookie whose name or value would be read as more than one is not sent",
    arguments: [
      ("a", "b;c"), ("a b", "c"), ("a", "b\r\nX: y"), ("a", "b, c=d"), ("a", "\"b\""), ("a", "é"),
      ("a", "b\u{7F}"), ("a", "b c"), ("", "b"), ("a=b", "c"), ("a;", "b"), ("é", "b"),
      ("a", "b\\"), ("a", "b\0"),
    ])
  func noCookie(name: String, value: String) {
    var answer = Response(.ok)
    answer.set(SetCookie(name, value, isSecure: false))
    #expect(answer.headers.values(of: "Set-Cookie") == [])
  }

  @Test(
    "A media type is read with its parameters",
    arguments: [
      ("text/HTML; Charset=\"utf-8\"", "text/html; Charset=utf-8"),
      ("multipart/form-data;boundary=x;", "multipart/form-data; boundary=x"),
      ("a/b; c=\"\\\"d\\\\\"", "a/b; c=\"d\\"), ("text", nil), ("/html", nil), ("a/b/c", nil),
      ("a/b; c=\"d", nil), ("a/b; c", nil), ("", nil), ("a/b; c=\"d\"e", nil),
    ] as [(String, String?)])
  func mediaType(_ text: String, _ read: String?) {
    #expect(MediaType(text)?.description.lowercased() == read?.lowercased())
  }

  @Test(
    "The kind of answer that is wanted most is chosen, the first when nothing is said",
    arguments: [
      (nil, "text/html"), ("*/*", "text/html"), ("application/json", "application/json"),
      ("text/html,application/xhtml+xml,*/*;q=0.8", "text/html"),
      ("text/html;q=0.5, application/json;q=0.9", "application/json"),
      ("application/*", "application/json"), ("image/png", nil), ("text/html;q=0", nil),
      ("*/*, text/html;q=0", "application/json"),
      ("*/*;q=0.1, text/html;q=0.05", "application/json"),
      ("text/html;q=2, application/json;q=0.1", "application/json"), ("rubbish", "text/html"),
    ] as [(String?, String?)])
  func accept(_ wish: String?, _ chosen: String?) {
    var headers = Headers()
    headers["Accept"] = wish
    #expect(Negotiation.best(of: [.html, .json], for: headers)?.essence == chosen)
  }

  @Test(
    "Only who says so gets a compressed body",
    arguments: [
      (nil, false), ("gzip", true), ("GZIP, br", true), ("gzip;q=0", false), ("*", true),
      ("*;q=0", false), ("identity", false), ("gzip;q=0, *", false), ("br, gzip;q=0.1", true),
      ("gzip;q=x", false),
    ] as [(String?, Bool)])
  func gzip(_ wish: String?, _ accepted: Bool) {
    var headers = Headers()
    headers["Accept-Encoding"] = wish
    #expect(Negotiation.acceptsGzip(headers) == accepted)
  }

  @Test(
    "Dates are written and read in the form of the standard",
    arguments: [
      (784_111_777, "Sun, 06 Nov 1994 08:49:37 GMT"), (0, "Thu, 01 Jan 1970 00:00:00 GMT"),
      (-1, "Wed, 31 Dec 1969 23:59:59 GMT"), (951_782_400, "Tue, 29 Feb 2000 00:00:00 GMT"),
      (4_102_444_799, "Thu, 31 Dec 2099 23:59:59 GMT"),
    ] as [(Int64, String)])
  func dates(_ seconds: Int64, _ text: String) {
    #expect(HTTPDate.text(Instant(seconds: seconds)) == text)
    #expect(HTTPDate.instant(text) == Instant(seconds: seconds))
  }

  @Test(
    "What is no date is none",
    arguments: [
      "", "now", "Mon, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 1994 24:00:00 GMT",
      "Sun, 6 Nov 1994 08:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
      "Sun, 06 Nov 1994 08:49:37 CET", "Sunday, 06-Nov-94 08:49:37 GMT",
    ])
  func noDates(_ text: String) { #expect(HTTPDate.instant(text) == nil) }

  @Test(
    "A state that the browser has is not sent again",
    arguments: [
      (nil, Status.ok), (#"W/"v1""#, .notModified), (#""v1""#, .notModified), ("*", .notModified),
      (#""v0", W/"v1""#, .notModified), (#""v2""#, .ok), ("v1", .ok),
    ] as [(String?, Status)])
  func entityTag(_ known: String?, _ status: Status) throws {
    var headers = Headers()
    headers["If-None-Match"] = known
    let tag = try #require(EntityTag("v1"))
    let request = Request(.get, try RequestTarget("/"), headers: headers)
    let answer = Response(.ok, .html, "page").unlessKnown(tag, to: request)
    #expect(answer.status == status)
    #expect(answer.headers["ETag"] == #"W/"v1""#)
    var post = request
    post.method = .post
    #expect(Response(.ok, .html, "page").unlessKnown(tag, to: post).status == .ok)
  }

  @Test("A tag that cannot stand between quotes is none", arguments: ["", "a\"b", "a b", "é"])
  func noTag(_ name: String) { #expect(EntityTag(name) == nil) }

  @Test(
    "A download's name is one piece of a path, in ASCII and exactly",
    arguments: [
      ("report.csv", #"attachment; filename="report.csv""#),
      ("../../etc/passwd", #"attachment; filename="passwd""#),
      ("C:\\Users\\sam\\a.csv", #"attachment; filename="a.csv""#),
      ("..", #"attachment; filename="file""#),
      ("\u{200B}..\u{200B}", #"attachment; filename="file""#),
      ("../\u{301}b", #"attachment; filename="_b"; filename*=UTF-8''%CC%81b"#),
      ("a\\\u{301}b", #"attachment; filename="_b"; filename*=UTF-8''%CC%81b"#),
      ("Zoë's.pdf", #"attachment; filename="Zo_'s.pdf"; filename*=UTF-8''Zo%C3%AB%27s.pdf"#),
      ("a\"\r\nX: y", #"attachment; filename="a_X: y"; filename*=UTF-8''a%22X%3A%20y"#),
    ])
  func downloads(_ name: String, _ value: String) {
    let answer = Response.download(name, .bytes, .empty)
    #expect(answer.headers["Content-Disposition"] == value)
    #expect(answer.headers["X-Content-Type-Options"] == "nosniff")
  }

  @Test("An event stays one event, whatever is in it")
  func events() {
    #expect(ServerEvent(data: "a").text == "data: a\n\n")
    #expect(
      ServerEvent("news\nid: 9", data: "a\n\nb\r\nc\rdata: d", id: "1\n2").text
        == "event: news id: 9\nid: 1 2\ndata: a\ndata: \ndata: b\ndata: c\ndata: data: d\n\n")
  }

  @Test("Every status that is named here has its words")
  func phrases() {
    let named: [Status] = [
      .ok, .created, .noContent, .seeOther, .notModified, .badRequest, .unauthorized, .forbidden,
      .notFound, .methodNotAllowed, .notAcceptable, .conflict, .contentTooLarge, .targetTooLong,
      .unsupportedMediaType, .tooManyRequests, .headersTooLarge, .internalError, .notImplemented,
      .unavailable, .versionNotSupported,
    ]
    #expect(named.filter { $0.phrase.isEmpty } == [])
    #expect(Status.conflict.phrase == "Conflict")
    #expect(Status(799).phrase == "")
    #expect([Status.noContent, .notModified, .ok].map(\.hasNoBody) == [true, true, false])
  }

  @Test(
    "No fault of a request repeats more than a line of it, or a control character",
    arguments: [
      RequestFault.badTarget(hostile), .badHeader(hostile), .transferNotSupported(hostile),
      .versionNotSupported(hostile), .formMalformed(hostile), .notAcceptable(hostile),
      .notAForm(type: hostile), .fileTooLarge(name: hostile, limit: 1),
    ])
  func hostileFault(fault: RequestFault) {
    #expect(fault.sentence.count < 160, "\(fault.sentence)")
    #expect(fault.sentence.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F }, "\(fault.sentence)")
  }

  private static let hostile = "a\u{1B}[31m\r\n" + String(repeating: "x", count: 9_000)

  @Test("A fault repeats a line's worth of a hostile value, without control characters")
  func faultWords() {
    let sentence = RequestFault.badTarget("/\u{1B}[31m" + String(repeating: "x", count: 500))
      .sentence
    #expect(sentence.count < 120)
    #expect(!sentence.contains("\u{1B}"))
    #expect(
      RequestFault.bodyTooLarge(limit: 8 << 20).sentence
        == "What was sent is too large: 8 MB is the limit.")
    #expect(RequestFault.bodyTooLarge(limit: 8 << 20).status == 413)
  }
}

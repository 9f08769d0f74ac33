import HTTP
import JSON
import Networking
import PostgreSQL
import SharingTesting
import Testing

@testable import SharingServer

/// Tests that one request causes each error code that a caller of the server can cause.
///
/// The codes are listed in section 1.4 of supabase-wire.md, the description of Supabase's protocol.
@Suite("The table of errors", .serialized)
struct ErrorTableTests {
  struct Row: Sendable, CustomTestStringConvertible {
    var method: HTTP.Method = .get
    var path: String
    var headers: Headers = [:]
    var body: String?
    var status: Int
    var code: String
    var testDescription: String { "\(method.name) \(path) \(code)" }
  }

  static let rows: [Row] = [
    Row(path: "schools?name=Ash", status: 400, code: "PGRST100"),
    Row(path: "schools?name=is.x", status: 400, code: "PGRST100"),
    Row(path: "schools?select=a(", status: 400, code: "PGRST100"),
    Row(path: "schools?order=name.up", status: 400, code: "PGRST100"),
    Row(path: "schools?or=()", status: 400, code: "PGRST100"),
    Row(method: .post, path: "schools", body: "", status: 400, code: "PGRST102"),
    Row(method: .post, path: "schools", body: "x", status: 400, code: "PGRST102"),
    Row(
      method: .post, path: "schools", body: #"[{"name":"a"},{"notes":"b"}]"#, status: 400,
      code: "PGRST102"),
    // A compressed body is not unpacked, so a small one cannot become a large one in memory.
    Row(
      method: .post, path: "schools", headers: ["Content-Encoding": "gzip"],
      body: "\u{1F}\u{8B}\u{8}\u{0}", status: 400, code: "PGRST102"),
    Row(path: "schools?limit=-1", status: 416, code: "PGRST103"),
    Row(path: "schools", headers: ["Range": "3-1"], status: 416, code: "PGRST103"),
    Row(
      path: "schools?offset=9", headers: ["Prefer": "count=exact"], status: 416, code: "PGRST103"),
    Row(method: .put, path: "schools?name=eq.a", body: "{}", status: 405, code: "PGRST105"),
    Row(
      method: .put, path: "schools?id=eq.a&limit=1", body: #"{"id":"a"}"#, status: 400,
      code: "PGRST114"),
    Row(
      method: .put, path: "schools?id=eq.a", body: #"{"id":"b"}"#, status: 400, code: "PGRST115"),
    Row(path: "schools", headers: ["Accept-Profile": "auth"], status: 406, code: "PGRST106"),
    Row(
      method: .post, path: "schools", headers: ["Content-Profile": "auth"], body: "{}",
      status: 406, code: "PGRST106"),
    Row(path: "schools", headers: ["Accept": "image/png"], status: 406, code: "PGRST107"),
    Row(path: "schools?coaches.limit=1", status: 400, code: "PGRST108"),
    Row(
      path: "schools", headers: ["Accept": "application/vnd.pgrst.object+json"], status: 406,
      code: "PGRST116"),
    Row(method: HTTP.Method("TRACE2"), path: "schools", status: 405, code: "PGRST117"),
    Row(
      path: "schools?select=coaches(id)&order=coaches(last_name)", status: 400, code: "PGRST118"),
    Row(path: "schools?select=...coaches(id)", status: 400, code: "PGRST119"),
    Row(
      path: "schools", headers: ["Prefer": "handling=strict, odd=1"], status: 400,
      code: "PGRST122"),
    Row(path: "schools?select=count()", status: 400, code: "PGRST123"),
    Row(path: "schools/x", status: 404, code: "PGRST125"),
    Row(path: "schools?select=task(*)", status: 400, code: "PGRST200"),
    Row(path: "documents?select=users(id)", status: 300, code: "PGRST201"),
    Row(method: .post, path: "rpc/nothing", body: "{}", status: 404, code: "PGRST202"),
    Row(method: .post, path: "rpc/compass_pull", body: #"{"x":1}"#, status: 404, code: "PGRST202"),
    Row(method: .post, path: "schools", body: #"{"x":1}"#, status: 400, code: "PGRST204"),
    Row(method: .post, path: "schools?columns=x", body: "{}", status: 400, code: "PGRST204"),
    Row(path: "nothing", status: 404, code: "PGRST205"),
    Row(path: "schools?id=eq.x", status: 400, code: "22P02"),
    Row(
      method: .post, path: "schools", body: #"{"user_id":"ME","name":"\u0000"}"#, status: 400,
      code: "22P05"),
    Row(path: "schools?created_at=gte.x", status: 400, code: "22007"),
    Row(path: "offers?offer_date=eq.2026-02-31", status: 400, code: "22008"),
    Row(path: "users?graduation_year=eq.99999999999", status: 400, code: "22003"),
    Row(
      method: .post, path: "schools", body: #"{"user_id":"ME"}"#, status: 400, code: "23502"),
    Row(
      method: .post, path: "coaches",
      body:
        #"{"user_id":"ME","school_id":"00000000-0000-4000-8000-000000000000","first_name":"A","last_name":"B","role":"head"}"#,
      status: 409, code: "23503"),
    Row(
      method: .post, path: "schools",
      body: #"[{"id":"ME","user_id":"ME","name":"a"},{"id":"ME","user_id":"ME","name":"b"}]"#,
      status: 409, code: "23505"),
    Row(
      method: .post, path: "schools",
      body: #"{"user_id":"00000000-0000-4000-8000-000000000000","name":"a"}"#, status: 403,
      code: "42501"),
    Row(
      method: .post, path: "schools", body: #"{"user_id":"ME","name":"a","division":"D9"}"#,
      status: 400, code: "23514"),
    Row(path: "schools?select=name::regclass", status: 400, code: "42704"),
    Row(path: "schools?ranking=like.7", status: 404, code: "42883"),
    Row(path: "schools?select=nothing", status: 400, code: "42703"),
    Row(path: "schools?nothing=eq.1", status: 400, code: "42703"),
    Row(path: "schools?order=nothing", status: 400, code: "42703"),
    Row(
      method: .post, path: "schools?on_conflict=name",
      headers: ["Prefer": "resolution=merge-duplicates"], body: #"{"user_id":"ME","name":"a"}"#,
      status: 400, code: "42P10"),
    Row(method: .get, path: "rpc/compass_erase_me", status: 405, code: "25006"),
    Row(method: .delete, path: "schools", status: 400, code: "21000"),
    Row(method: .patch, path: "schools", body: #"{"name":"a"}"#, status: 400, code: "21000"),
  ]

  @Test("Each code comes with its status, four members and the header of PostgREST")
  func table() async throws {
    try await RunningServer.with { server in
      let sam = try await server.signedUp()
      let (id, token) = (try await sam.id, try await sam.token)
      for row in Self.rows {
        var headers = row.headers
        headers["apikey"] = server.publicKey
        headers["Authorization"] = "bearer \(token)"
        if row.body != nil { headers["Content-Type"] = "application/json" }
        let body = row.body.map { Array($0.replacing("ME", with: id).utf8) }
        let answer = try await HTTPClient.direct.answer(
          to: Request(
            row.method, address: server.address + "/rest/v1/" + row.path, headers: headers,
            body: body.map { .bytes($0) } ?? .none))
        #expect(
          answer.status.code == row.status && answer.json["code"] == .string(row.code),
          "\(row.testDescription): \(answer.status.code) \(answer.json)")
        #expect(
          Set(answer.json.object?.keys ?? []) == ["code", "message", "details", "hint"],
          "\(row.testDescription)")
        #expect(
          answer.headers["Proxy-Status"] == "PostgREST; error=\(row.code)", "\(row.testDescription)"
        )
      }
      let rows = try await server.ask(.get, "/rest/v1/schools", token: token)
      #expect(rows.status == .ok && rows.json == [])
      let bare = try await server.ask(.get, "/rest/v1/schools")
      #expect(bare.status == .unauthorized && bare.json["code"] == "42501")
    }
  }

  @Test(
    "A refusal of the database has the status of its code or class, and a code of its own the one in it",
    arguments: [
      (400, ["22P02", "22003", "22007", "22008", "23502", "23514", "42703", "42P10", "21000"]),
      (400, ["42601", "P0001"]), (403, ["42501", "28000", "0L000", "0P000"]),
      (404, ["42P01", "42883", "PT404"]), (405, ["25006"]), (409, ["23503", "23505"]),
      (410, ["PT410"]), (500, ["57014", "40001", "54001", "55000", "57P01", "58030", "XX000"]),
      (503, ["08006", "53300", "55P03"]),
    ] as [(Int, [String])])
  func states(status: Int, states: [String]) {
    for state in states {
      let refusal = DatabaseRefusal(state: state, message: "m", details: "d", hint: "h")
      let fault = RestFault(refusal, isSignedIn: true, isWriting: false)
      #expect(fault.status.code == status && fault.code == state, "\(state)")
      #expect(fault.message == "m" && fault.details == "d" && fault.hint == "h")
      #expect((fault.response.headers["Retry-After"] != nil) == (status == 503), "\(state)")
    }
    let stranger = RestFault(
      DatabaseRefusal(state: "42501", message: ""), isSignedIn: false, isWriting: false)
    #expect(stranger.status == .unauthorized)
    #expect(stranger.response.headers["WWW-Authenticate"]?.hasPrefix("Bearer") == true)
  }

  @Test(
    "A database that is away is said with a code, and with when to ask again",
    arguments: [
      (.busy, 504, "PGRST003"), (.unreachable("host"), 503, "PGRST000"),
      (.closed, 503, "PGRST000"), (.broken, 503, "PGRST001"),
    ] as [(DatabaseFailure, Int, String)])
  func away(failure: DatabaseFailure, status: Int, code: String) {
    let fault = RestFault(failure, isSignedIn: true, isWriting: false)
    #expect(fault.status.code == status && fault.code == code)
    #expect(fault.response.headers["Retry-After"] != nil)
    #expect(!fault.message.contains("host"))
  }
}

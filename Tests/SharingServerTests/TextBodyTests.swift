import HTTP
import JSON
import Networking
import SharingTesting
import Testing

@testable import SharingServer

@Suite("Bodies as CSV and as forms", .serialized)
struct TextBodyTests {
  private static func send(
    _ server: RunningServer, _ token: String, _ path: String, _ type: String, _ body: String,
    _ method: HTTP.Method = .post
  ) async throws -> Response {
    let headers: Headers = [
      "apikey": server.publicKey, "Authorization": "Bearer \(token)", "Content-Type": type,
      "Prefer": "return=representation",
    ]
    let request = try Request(
      method, address: server.address + "/rest/v1/" + path, headers: headers,
      body: .bytes(Array(body.utf8)))
    return try await HTTPClient.direct.answer(to: request)
  }

  @Test("Rows are made of CSV: quotes, line breaks, NULL, and columns that are chosen")
  func csv() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await server.signedUp()
      let (id, token) = (try await sam.id, try await sam.token)
      let table = "user_id,name,notes,is_favorite\r\n"
      let made = try await Self.send(
        server, token, "schools?select=name,notes,is_favorite&order=name",
        "text/csv; charset=utf-8",
        table + "\(id),\"Ash, \"\"A\"\"\",\"two\nlines\",true\r\n\(id),Birch,NULL,false\n")
      #expect(made.status == .created)
      #expect(
        made.json == [
          ["name": "Ash, \"A\"", "notes": "two\nlines", "is_favorite": true],
          ["name": "Birch", "notes": nil, "is_favorite": false],
        ], "\(made.json)")
      let chosen = try await Self.send(
        server, token, "schools?columns=user_id,name&select=name", "text/csv",
        "user_id,name,foreign\n\(id),Cedar,x")
      #expect(chosen.status == .created && chosen.json == [["name": "Cedar"]])
      let read = try await server.ask(
        .get, "/rest/v1/schools?select=name&order=name.desc&limit=1", token: token,
        headers: ["Accept": "text/csv"])
      guard case .bytes(let bytes) = read.body else { return }
      #expect(String(decoding: bytes, as: UTF8.self) == "name\nCedar")
    }
  }

  @Test("CSV that is not right changes nothing")
  func wrong() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await server.signedUp()
      let (id, token) = (try await sam.id, try await sam.token)
      for (body, code) in [
        ("", "PGRST102"), ("user_id,name\n\(id)", "PGRST102"),
        ("user_id,name\n\(id),Ash\n\(id),Birch,more", "PGRST102"), ("name,name\na,b", "PGRST102"),
        ("user_id,name\n\(id),\"open", "PGRST102"), ("user_id,name\n\(id),a\"b", "PGRST102"),
        ("user_id,name\n\(id),\"a\"b", "PGRST102"),
        ("user_id,\"name\"\") VALUES (1); DROP TABLE schools; --\"\n\(id),x", "PGRST204"),
        ("user_id,name,is_favorite\n\(id),Ash,perhaps", "22P02"),
        ("user_id,name\n\(id),a\u{0}", "PGRST102"),
        ("a\n" + String(repeating: "1\n", count: CSVLines.mostCells + 1), "PGRST102"),
      ] {
        let answer = try await Self.send(server, token, "schools", "text/csv", body)
        #expect(answer.json["code"] == .string(code), "\(body.prefix(60)): \(answer.json)")
      }
      let patched = try await Self.send(
        server, token, "schools?id=eq.\(id)", "text/csv", "name\nx", .patch)
      #expect(patched.json["code"] == "PGRST102")
      let left = try await server.ask(.get, "/rest/v1/schools", token: token)
      #expect(left.json == [])
    }
  }

  @Test("A form is one row, or the arguments of a function")
  func forms() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await server.signedUp()
      let (id, token) = (try await sam.id, try await sam.token)
      let type = "application/x-www-form-urlencoded"
      let made = try await Self.send(
        server, token, "schools?select=name", type, "user_id=\(id)&name=Ash+%26+Elm")
      #expect(made.status == .created && made.json == [["name": "Ash & Elm"]], "\(made.json)")
      let history = try await Self.send(server, token, "rpc/compass_history", type, "limit=1")
      #expect(history.status == .ok && history.json.array?.count == 1, "\(history.json)")
      for (body, code) in [("", "PGRST102"), ("nothing=1", "PGRST204"), ("name=%zz", "PGRST102")] {
        let answer = try await Self.send(server, token, "schools", type, body)
        #expect(answer.json["code"] == .string(code), "\(body): \(answer.json)")
      }
    }
  }
}

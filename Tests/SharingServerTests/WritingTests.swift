import Foundation
import HTTP
import JSON
import PostgreSQL
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

@Suite("Tables written by any client", .serialized)
struct WritingTests {
  private struct Person {
    var device: Device
    var token: String
    var id: String
    let server: RunningServer

    init(_ server: RunningServer, _ role: String = "player") async throws {
      device = try await server.signedUp(role)
      token = try await device.token
      id = try await device.id
      self.server = server
    }

    func ask(
      _ method: HTTP.Method, _ path: String, prefer: String? = nil, headers: Headers = [:],
      _ body: JSONValue? = nil
    ) async throws -> Response {
      var headers = headers
      if let prefer { headers["Prefer"] = prefer }
      return try await server.ask(
        method, "/rest/v1/" + path, token: token, headers: headers, body)
    }

    func school(_ name: String, _ more: JSONObject = [:]) -> JSONValue {
      var row = more
      row["user_id"] = .string(id)
      row["name"] = .string(name)
      return .object(row)
    }

    func names() async throws -> [String] {
      try await ask(.get, "schools?select=name&order=name").json.array?.compactMap {
        $0["name"]?.string
      } ?? []
    }

    func history() async throws -> [String] {
      try await ask(.post, "rpc/compass_history", [:]).json.array?.map {
        $0["summary"]?.string ?? "?"
      } ?? []
    }
  }

  @Test("Rows are made, one or many, with what they do not name as the table has it")
  func inserts() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await Person(server)
      let silent = try await sam.ask(.post, "schools", sam.school("Ash"))
      #expect(silent.status == .created && silent.headers["Content-Range"] == "*/*")
      #expect(silent.headers["Content-Type"] == nil && silent.json == .null)
      let told = try await sam.ask(
        .post, "schools?select=name,status", prefer: "return=representation, count=exact",
        sam.school("Birch"))
      #expect(told.status == .created && told.json == [["name": "Birch", "status": "researching"]])
      #expect(told.headers["Content-Range"] == "*/1")
      #expect(told.headers["Preference-Applied"] == "return=representation, count=exact")
      let many = try await sam.ask(
        .post,
        "schools?columns=%22name%22,%22user_id%22,%22status%22&select=name,status&order=name.desc",
        prefer: "return=representation",
        [sam.school("Cedar", ["extra": 1]), sam.school("Date", ["status": "contacted"])])
      // In a request with `columns`, a missing key becomes null and not the column's default, and a
      // key that `columns` does not name is ignored.
      #expect(
        many.json == [
          ["name": "Date", "status": "contacted"], ["name": "Cedar", "status": .null],
        ])
      let filled = try await sam.ask(
        .post, "schools?columns=name,user_id,status,id&select=name,status",
        prefer: "missing=default, return=representation",
        [sam.school("Elm"), sam.school("Fir", ["status": "contacted"])])
      #expect(
        filled.json == [
          ["name": "Elm", "status": "researching"], ["name": "Fir", "status": "contacted"],
        ], "\(filled.json)")
      let id = UUID().uuidString.lowercased()
      let place = try await sam.ask(
        .post, "schools", prefer: "return=headers-only", sam.school("Gum", ["id": .string(id)]))
      #expect(place.headers["Location"] == "/schools?id=eq.\(id)" && place.json == .null)
      let embedded = try await sam.ask(
        .post, "coaches?select=last_name,schools(name)",
        prefer: "return=representation",
        headers: ["Accept": "application/vnd.pgrst.object+json"],
        [
          "school_id": .string(id), "user_id": .string(sam.id), "role": "head",
          "first_name": "Ana", "last_name": "Rivera",
        ])
      #expect(embedded.json == ["last_name": "Rivera", "schools": ["name": "Gum"]])
      let none = try await sam.ask(.post, "schools", prefer: "return=representation", [])
      #expect(none.status == .created && none.json == [])
      #expect(try await sam.names() == ["Ash", "Birch", "Cedar", "Date", "Elm", "Fir", "Gum"])
      #expect(try await sam.history().last == "Added 1 school through another program")
      #expect(
        try await sam.history().contains("Added 2 schools through another program"))
    }
  }

  @Test("A row that is there is changed, or left, as the client asks")
  func upserts() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await Person(server)
      let id = JSONValue.string(UUID().uuidString.lowercased())
      let merge = "resolution=merge-duplicates, return=representation"
      let made = try await sam.ask(
        .post, "schools?select=name,division", prefer: merge,
        sam.school("Ash", ["id": id, "division": "D1"]))
      #expect(made.status == .created && made.json == [["name": "Ash", "division": "D1"]])
      #expect(
        made.headers["Preference-Applied"]
          == "resolution=merge-duplicates, return=representation")
      // The request does not contain the division. A merge must change only the columns that the
      // request contains, so the division stays D1.
      let changed = try await sam.ask(
        .post, "schools?select=name,division", prefer: merge, sam.school("Oak", ["id": id]))
      #expect(changed.status == .ok && changed.json == [["name": "Oak", "division": "D1"]])
      let ignored = try await sam.ask(
        .post, "schools?select=name", prefer: "resolution=ignore-duplicates, return=representation",
        [sam.school("Elm", ["id": id]), sam.school("Fir", ["id": .string(UUID().uuidString)])])
      #expect(ignored.status == .created && ignored.json == [["name": "Fir"]])
      let twice = try await sam.ask(.post, "schools", sam.school("Elm", ["id": id]))
      #expect(twice.status.code == 409 && twice.json["code"] == "23505")
      let setting: JSONValue = ["user_id": .string(sam.id), "category": "school", "data": ["a": 1]]
      for data in [1, 2] {
        var row = setting.object ?? [:]
        row["data"] = ["a": JSONValue(data)]
        let kept = try await sam.ask(
          .post, "user_preferences?on_conflict=user_id,category&select=data", prefer: merge,
          .object(row))
        #expect(kept.json == [["data": ["a": JSONValue(data)]]], "\(kept.json)")
      }
      for (conflict, code) in [("nothing", "42703"), ("name", "42P10")] {
        let wrong = try await sam.ask(
          .post, "schools?on_conflict=\(conflict)", prefer: merge, sam.school("Ash"))
        #expect(wrong.status.code == 400 && wrong.json["code"]?.string == code)
      }
      // A PUT writes one row. The query names its id, and another id in the row is refused.
      let key = id.string ?? ""
      let put = try await sam.ask(
        .put, "schools?id=eq.\(key)", sam.school("Pine", ["id": id]))
      #expect(put.status == .noContent)
      let other = UUID().uuidString.lowercased()
      let new = try await sam.ask(
        .put, "schools?id=eq.\(other)", sam.school("Rowan", ["id": .string(other)]))
      #expect(new.status == .created)
      for (query, status, code) in [
        ("id=eq.\(key)&limit=1", 400, "PGRST114"), ("id=eq.\(other)", 400, "PGRST115"),
        ("name=eq.Pine", 405, "PGRST105"), ("id=gt.\(key)", 405, "PGRST105"),
      ] {
        let refused = try await sam.ask(
          .put, "schools?\(query)", sam.school("Pine", ["id": id]))
        #expect(refused.status.code == status && refused.json["code"]?.string == code)
      }
      #expect(try await sam.names() == ["Fir", "Pine", "Rowan"])
    }
  }

  @Test("Rows are changed and deleted by filters, and read back as they are then")
  func changes() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await Person(server)
      _ = try await sam.ask(
        .post, "schools", [sam.school("Ash"), sam.school("Birch"), sam.school("Cedar")])
      let told = try await sam.ask(
        .patch, "schools?name=in.(Ash,Birch)&select=name,ranking&order=name.desc",
        prefer: "return=representation, count=exact", ["name": "Elm", "ranking": 4])
      #expect(
        told.status == .ok
          && told.json == [["name": "Elm", "ranking": 4], ["name": "Elm", "ranking": 4]])
      #expect(told.headers["Content-Range"] == "0-1/2")
      #expect(try await sam.history().first == "Changed 2 schools through another program")
      let silent = try await sam.ask(
        .patch, "schools?or=(name.eq.Cedar,ranking.eq.99)", ["ranking": .null, "pros": ["a"]])
      #expect(silent.status == .noContent && silent.headers["Content-Range"] == "0-0/*")
      let nothing = try await sam.ask(.patch, "schools?name=eq.x", ["ranking": 1])
      #expect(nothing.status == .noContent && nothing.headers["Content-Range"] == "*/*")
      let empty = try await sam.ask(
        .patch, "schools?name=eq.Elm", prefer: "return=representation", [:])
      #expect(empty.status == .ok && empty.json == [])
      let limited = try await sam.ask(
        .delete, "schools?name=neq.x&order=name&limit=1&select=name",
        prefer: "return=representation", [:])
      #expect(limited.json == [["name": "Cedar"]])
      let counted = try await sam.ask(
        .delete, "schools?name=eq.Elm", prefer: "count=exact")
      #expect(counted.status == .noContent && counted.headers["Content-Range"] == "*/2")
      #expect(try await sam.names() == [])
      #expect(try await sam.history().first == "Deleted 2 schools through another program")
    }
  }

  @Test("What is no write is refused with its code, and changes nothing")
  func refusals() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await Person(server)
      _ = try await sam.ask(.post, "schools", [sam.school("Ash"), sam.school("Birch")])
      let single: Headers = ["Accept": "application/vnd.pgrst.object+json"]
      let post = HTTP.Method.post
      let long = JSONValue.string(String(repeating: "x", count: 10_001))
      for (method, path, prefer, headers, body, status, code) in [
        (.patch, "schools", "", [:], ["name": "x"], 400, "21000"),
        (.delete, "schools", "", [:], nil, 400, "21000"),
        (.delete, "schools?select=name&limit=5", "", [:], nil, 400, "21000"),
        (.patch, "schools?name=eq.Ash", "", [:], [], 400, "PGRST102"),
        (.patch, "schools?name=eq.Ash", "", [:], ["nothing": 1], 400, "PGRST204"),
        (post, "schools", "", [:], "x", 400, "PGRST102"),
        (post, "schools", "", [:], [["name": "a"], ["city": "b"]], 400, "PGRST102"),
        (post, "schools?columns=nothing", "", [:], ["name": "a"], 400, "PGRST204"),
        (post, "schools", "", [:], ["user_id": .string(sam.id)], 400, "23502"),
        (post, "schools", "", [:], sam.school("a", ["division": "D9"]), 400, "23514"),
        (post, "schools", "", [:], sam.school("a", ["notes": long]), 400, "23514"),
        (post, "schools", "", [:], sam.school("a", ["ranking": "x"]), 400, "22P02"),
        (post, "schools", "", [:], sam.school("a", ["ranking": 99_999_999_999]), 400, "22003"),
        (post, "schools", "", [:], sam.school("a", ["id": "no"]), 400, "22P02"),
        (post, "schools", "", [:], sam.school("a\u{0}"), 400, "22P05"),
        (
          post, "events", "", [:], sam.school("a", ["type": "camp", "start_date": "2026-02-31"]),
          400,
          "22008"
        ),
        (
          post, "coaches", "", [:],
          [
            "school_id": .string(UUID().uuidString), "user_id": .string(sam.id), "role": "head",
            "first_name": "a", "last_name": "b",
          ], 409, "23503"
        ),
        (post, "task", "", [:], ["title": "x"], 403, "42501"),
        (post, "nothing", "", [:], ["title": "x"], 404, "PGRST205"),
        (.patch, "schools?nothing=eq.1", "", [:], ["name": "x"], 400, "42703"),
        (
          .patch, "schools?name=neq.x", "return=representation", single, ["name": "x"], 406,
          "PGRST116"
        ),
        (.delete, "schools?name=eq.x", "return=representation", single, nil, 406, "PGRST116"),
        (.patch, "schools?name=neq.x", "", single, ["name": "x"], 406, "PGRST116"),
        (.patch, "schools?name=eq.Ash", "", single, [:], 406, "PGRST116"),
        (.delete, "schools?name=neq.x", "return=minimal", single, nil, 406, "PGRST116"),
        (
          .delete, "schools?name=neq.x", "handling=strict, max-affected=1", [:], nil, 400,
          "PGRST124"
        ),
        (post, "schools", "handling=strict, colour=green", [:], sam.school("a"), 400, "PGRST122"),
        (post, "schools", "", ["Content-Profile": "compass"], sam.school("a"), 406, "PGRST106"),
        (.options, "schools/a/b", "", [:], nil, 204, nil),
        (post, "schools/a/b", "", [:], [:], 404, "PGRST125"),
        (HTTP.Method("TRACE2"), "schools", "", [:], nil, 405, "PGRST117"),
      ] as [(HTTP.Method, String, String, Headers, JSONValue?, Int, String?)] {
        let answer = try await sam.ask(
          method, path, prefer: prefer.isEmpty ? nil : prefer, headers: headers, body)
        #expect(answer.status.code == status, "\(method) \(path) \(answer.json)")
        #expect(answer.json["code"]?.string == code, "\(method) \(path) \(answer.json)")
      }
      #expect(try await sam.names() == ["Ash", "Birch"])
      let one = try await sam.ask(.patch, "schools?name=eq.Ash", headers: single, ["ranking": 1])
      #expect(one.status == .noContent && one.json == .null)
      // `max-affected` is the largest number of rows that a request may change. This request
      // changes two rows, which is allowed.
      let few = try await sam.ask(
        .patch, "schools?name=neq.x", prefer: "handling=strict, max-affected=2", ["ranking": 2])
      #expect(few.status == .noContent)
      #expect(few.headers["Preference-Applied"] == "handling=strict, max-affected=2")
      for (method, query) in [(HTTP.Method.post, ""), (.patch, "?id=eq.1"), (.delete, "?id=eq.1")] {
        let nobody = try await server.ask(method, "/rest/v1/schools\(query)", sam.school("a"))
        #expect(nobody.status == .unauthorized && nobody.json["code"] == "42501")
      }
    }
  }

  @Test("A step of another program reaches devices, and what they changed meanwhile is held")
  func devices() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await Person(server)
      let id = UUID().uuidString.lowercased()
      _ = try await sam.ask(.post, "schools", sam.school("Ash", ["id": .string(id), "ranking": 1]))
      let pulled = try await sam.device.client.call("compass_pull")
      #expect(pulled.text.contains(id))
      _ = try await sam.ask(.patch, "schools?id=eq.\(id)", ["ranking": 2])
      func push(was: Int) async throws -> JSONValue {
        let step: JSONValue = [
          "id": .string(UUID().uuidString.lowercased()), "person": .string(sam.id),
          "operation": "change", "summary": "Changed a school", "at": "2026-11-22T12:00:00.000Z",
          "part": 1, "parts": 1,
          "changes": [
            [
              "op": "update", "table": "schools", "id": .string(id),
              "was": ["ranking": JSONValue(was)], "set": ["ranking": 3],
            ]
          ],
        ]
        return try await sam.device.client.call(
          "compass_push", ["steps": [step]], repeats: .keyed)[0] ?? .null
      }
      let held = try await push(was: 1)
      #expect(held["outcome"] == "held" && held["details"]?[0]?["now"] == 2, "\(held)")
      #expect(held["details"]?[0]?["by"]?.string == sam.id)
      let applied = try await push(was: 2)
      #expect(applied["outcome"] == "applied")
      #expect(try await sam.history().first == "Changed a school")
    }
  }

  @Test(
    "Each table, each verb, each person who has no right: nobody's row is read, made, changed or deleted"
  )
  func strangers() async throws {
    try await RunningServer.withLasting { server in
      let sam = try await Person(server)
      let kim = try await Person(server)
      let lee = try await Person(server, "parent")
      let id = UUID().uuidString.lowercased()
      _ = try await sam.ask(.post, "schools", sam.school("Ash", ["id": .string(id)]))
      let before = try await server.admin.run(
        "SELECT md5(string_agg(s::text, '')) FROM public.schools AS s WHERE id = $1::uuid", [id])
      for other in [kim, lee] {
        for (table, owner) in [
          ("schools", "user_id"), ("coaches", "user_id"), ("events", "user_id"),
          ("interactions", "logged_by"),
          ("offers", "user_id"), ("performance_metrics", "user_id"), ("documents", "user_id"),
          ("athlete_task", "athlete_id"),
          ("suggestion", "athlete_id"), ("notifications", "user_id"),
          ("user_preferences", "user_id"),
          ("preference_history", "user_id"), ("private_notes", "user_id"),
          ("recommendation_letters", "user_id"),
          ("family_units", "player_user_id"), ("family_members", "user_id"), ("users", "id"),
          ("audit_logs", "user_id"),
          ("parent_view_log", "athlete_id"), ("school_status_history", "changed_by"),
          ("family_code_usage_log", "user_id"),
          ("handles", "scope"),
        ] {
          let rows = try await other.ask(.get, "\(table)?\(owner)=eq.\(sam.id)")
          #expect(rows.json == [], "\(table): \(rows.json)")
          for (method, body) in [
            (HTTP.Method.patch, ["id": .string(id)] as JSONValue?), (.delete, nil),
          ] {
            let answer = try await other.ask(
              method, "\(table)?\(owner)=eq.\(sam.id)", prefer: "return=representation", body)
            let isNothing = answer.status.code == 403 || answer.json == []
            #expect(isNothing, "\(method) \(table): \(answer.status.code) \(answer.json)")
          }
        }
        let forged = try await other.ask(.post, "schools", sam.school("Forged"))
        #expect(forged.status == .forbidden && forged.json["code"] == "42501")
        let taken = try await other.ask(
          .post, "schools", prefer: "resolution=merge-duplicates",
          other.school("Taken", ["id": .string(id)]))
        #expect(taken.status.code == 403, "\(taken.json)")
        let inside = try await other.ask(
          .post, "coaches",
          [
            "school_id": .string(id), "user_id": .string(other.id), "role": "head",
            "first_name": "a", "last_name": "b",
          ])
        #expect([400, 403, 409].contains(inside.status.code), "\(inside.json)")
        let role = try await other.ask(.patch, "users?id=eq.\(other.id)", ["role": "admin"])
        #expect(role.status == .forbidden && role.json["code"] == "42501")
      }
      let after = try await server.admin.run(
        "SELECT md5(string_agg(s::text, '')) FROM public.schools AS s WHERE id = $1::uuid", [id])
      #expect(before == after)
      #expect(try await sam.names() == ["Ash"])
    }
  }
}

import FeatureKit
import Foundation
import HTTP
import JSON
import SharingTesting
import Supabase
import Testing

@testable import SharingServer

@Suite("Tables read by any client", .serialized)
struct ReadingTests {
  /// Sam with three schools, coaches of the first school, and other records that refer to them.
  private struct Family {
    var token: String
    var id: String
    var schools: [String]

    init(_ server: RunningServer) async throws {
      let sam = try await server.signedUp()
      token = try await sam.token
      let me = try await sam.id
      id = me
      schools = (0..<3).map { _ in UUID().uuidString.lowercased() }
      let coaches = (0..<2).map { _ in UUID().uuidString.lowercased() }
      func change(_ table: String, _ id: String, _ set: JSONObject) -> JSONValue {
        ["op": "insert", "table": .string(table), "id": .string(id), "set": .object(set)]
      }
      let own: JSONObject = ["user_id": .string(me)]
      let step: JSONValue = [
        "id": .string(UUID().uuidString.lowercased()), "person": .string(me), "operation": "add",
        "summary": "Added", "at": "2026-11-22T12:00:00.000Z", "part": 1, "parts": 1,
        "changes": [
          change(
            "schools", schools[0],
            own.with([
              "name": "Ash, \"A\"", "division": "D1", "ranking": 7, "pros": ["near", "a,b"],
              "is_favorite": true, "academic_info": ["gpa": 3.5, "tags": ["x", "y"]],
              "notes": "the quick brown fox",
            ])),
          change(
            "schools", schools[1],
            own.with(["name": "Birch (B)", "division": "D2", "ranking": 30, "is_favorite": false])),
          change("schools", schools[2], own.with(["name": "Cedar", "notes": "100% \\ sure"])),
          change(
            "coaches", coaches[0],
            own.with([
              "school_id": .string(schools[0]), "role": "head", "first_name": "Ana",
              "last_name": "Rivera",
            ])),
          change(
            "coaches", coaches[1],
            own.with([
              "school_id": .string(schools[0]), "role": "assistant", "first_name": "Bo",
              "last_name": "Chen",
            ])),
        ],
      ]
      let pushed = try await sam.client.call("compass_push", ["steps": [step]], repeats: .keyed)
      try #require(pushed[0]?["outcome"] == "applied", "\(pushed)")
    }
  }

  private static func encoded(_ query: String) -> String {
    query.split(separator: "&").map { field in
      field.split(separator: "=", maxSplits: 1).map { PercentEncoding.encoded($0) }.joined(
        separator: "=")
    }.joined(separator: "&")
  }

  @Test("Filters, groups, paths, casts, orders and pages find what PostgREST finds")
  func rows() async throws {
    try await RunningServer.withLasting { server in
      let family = try await Family(server)
      let all = ["Ash, \"A\"", "Birch (B)", "Cedar"]
      for (query, found) in [
        ("name=eq.Cedar", [2]), ("name=neq.Cedar", [0, 1]), ("ranking=gt.7", [1]),
        ("ranking=gte.7", [0, 1]), ("ranking=lt.30", [0]), ("ranking=lte.30&ranking=gte.30", [1]),
        ("ranking=is.null", [2]), ("ranking=not.is.null", [0, 1]), ("is_favorite=is.true", [0]),
        ("is_favorite=is.not_null", [0, 1, 2]), ("is_favorite=is.unknown", []),
        ("name=in.(Cedar,\"Ash, \\\"A\\\"\",\"Birch (B)\")", [0, 1, 2]), ("name=in.()", []),
        ("name=not.in.()", [0, 1, 2]), ("name=like.*(B)", [1]), ("name=ilike.c*", [2]),
        ("notes=like.100%*", [2]), ("name=like(any).{C*,B*}", [1, 2]),
        ("name=ilike(all).{*a*,*r*}", [2]), ("name=match.^[AB]", [0, 1]), ("name=imatch.^c", [2]),
        ("ranking=isdistinct.7", [1, 2]), ("pros=cs.{near}", [0]), ("pros=cs.{\"a,b\"}", [0]),
        ("pros=cd.{near,\"a,b\",far}", [0, 1, 2]), ("pros=ov.{near,far}", [0]),
        ("academic_info=cs.{\"gpa\":3.5}", [0]), ("academic_info->>gpa=eq.3.5", [0]),
        ("academic_info->gpa=gt.3", [0]), ("academic_info->tags->>1=eq.y", [0]),
        ("academic_info->tags->-1=eq.\"y\"", [0]), ("notes=fts(english).foxes", [0]),
        ("notes=plfts.quick fox", [0]), ("notes=phfts(english).quick brown", [0]),
        ("notes=wfts(english).fox -brown", []), ("ranking=eq(any).{7,30}", [0, 1]),
        ("or=(ranking.eq.30,ranking.is.null)", [1, 2]),
        ("or=(name.eq.\"Birch (B)\",and(is_favorite.is.true,ranking.lt.10))", [0, 1]),
        ("not.or=(ranking.eq.30,ranking.is.null)", [0]),
        ("and=(ranking.not.is.null,not.and(name.like.A*,ranking.eq.7))", [1]),
        ("or=(pros.cs.{near,\"a,b\"},name.in.(Cedar,\"x,y\"))", [0, 2]),
        ("order=ranking.desc", [2, 1, 0]), ("order=ranking.desc.nullslast", [1, 0, 2]),
        ("order=ranking.asc.nullsfirst", [2, 0, 1]), ("order=ranking", [0, 1, 2]),
        ("order=academic_info->>gpa.desc.nullslast,name.desc", [0, 2, 1]),
        ("order=name&limit=1&offset=1", [1]), ("order=name&limit=x&offset=-3", [0, 1, 2]),
        ("limit=0", []),
      ] as [(String, [Int])] {
        let isOrdered = query.contains("order=")
        let sorted = isOrdered ? query : query + "&order=name"
        let answer = try await server.ask(
          .get, "/rest/v1/schools?select=name&\(Self.encoded(sorted))", token: family.token)
        #expect(
          answer.json == .array(found.map { ["name": .string(all[$0])] }),
          "\(query): \(answer.json)")
        #expect(
          answer.headers["Content-Range"]
            == (found.isEmpty
              ? "*/*" : query.contains("offset=1") ? "1-1/*" : "0-\(found.count - 1)/*"))
      }
    }
  }

  @Test("A selection renames, converts and looks into JSON, and an embedded table is its own")
  func selections() async throws {
    try await RunningServer.withLasting { server in
      let family = try await Family(server)
      let first = "&order=name&limit=1"
      for (query, row) in [
        (
          "select=n:name,ranking::text,r:ranking::float8",
          ["n": "Ash, \"A\"", "ranking": "7", "r": 7]
        ),
        ("select=academic_info->gpa,academic_info->tags->>0", ["gpa": 3.5, "tags": "x"]),
        ("select=t:academic_info->tags->1,pros->>0", ["t": "y", "pros": "near"]),
        (
          "select=\"a\u{0600}\\\" , \\\"b\":name",
          ["a\u{0600}\" , \"b": "Ash, \"A\""]
        ),
        ("select= name , division ", ["name": "Ash, \"A\"", "division": "D1"]),
        (
          "select=name,coaches(last_name)&coaches.order=last_name",
          ["name": "Ash, \"A\"", "coaches": [["last_name": "Chen"], ["last_name": "Rivera"]]]
        ),
        (
          "select=staff:coaches!school_id(last_name,role)&staff.role=eq.head",
          ["staff": [["last_name": "Rivera", "role": "head"]]]
        ),
        (
          "select=coaches(last_name)&coaches.or=(role.eq.head,last_name.like.X*)&coaches.limit=1",
          ["coaches": [["last_name": "Rivera"]]]
        ),
        (
          "select=coaches(last_name)&coaches.order=last_name&coaches.offset=1",
          ["coaches": [["last_name": "Rivera"]]]
        ),
        ("select=coaches(last_name)&coaches.role=eq.recruiting", ["coaches": []]),
        ("select=users(role)", ["users": ["role": "player"]]),
        ("select=user_id(role)", ["user_id": ["role": "player"]]),
        ("select=...users(person:role)", ["person": "player"]),
        (
          "select=coaches(schools(name))&coaches.limit=1",
          ["coaches": [["schools": ["name": "Ash, \"A\""]]]]
        ),
        ("select=division,coaches()&coaches=not.is.null", ["division": "D1"]),
        ("select=family_units(*)", ["family_units": nil]),
      ] as [(String, JSONValue)] {
        let answer = try await server.ask(
          .get, "/rest/v1/schools?\(Self.encoded(query + first))", token: family.token)
        let wanted: JSONValue = query.contains("family_units") ? ["family_units": .null] : row
        #expect(answer.json == [wanted], "\(query): \(answer.json)")
      }
      // With `!inner`, a query leaves out the schools without a matching coach, and does not count
      // them.
      for (query, names, range) in [
        ("select=name,coaches!inner(id)", ["Ash, \"A\""], "0-0/1"),
        ("select=name,coaches!inner(id)&coaches.role=eq.recruiting", [], "*/0"),
        ("select=name,coaches(id)&coaches=is.null&order=name", ["Birch (B)", "Cedar"], "0-1/2"),
        ("select=name,coaches!left(id)&order=name", ["Ash, \"A\"", "Birch (B)", "Cedar"], "0-2/3"),
      ] as [(String, [String], String)] {
        let answer = try await server.ask(
          .get, "/rest/v1/schools?\(Self.encoded(query))", token: family.token,
          headers: ["Prefer": "count=exact"])
        #expect(answer.json.array?.compactMap { $0["name"]?.string } == names, "\(answer.json)")
        #expect(answer.headers["Content-Range"] == range)
      }
      let ordered = try await server.ask(
        .get, "/rest/v1/coaches?select=last_name,schools(name)&order=schools(name).desc,last_name",
        token: family.token)
      #expect(ordered.json.array?.first?["last_name"] == "Chen")
      let several = try await server.ask(
        .get, "/rest/v1/documents?select=users(id)", token: family.token)
      #expect(several.status.code == 300 && several.json["code"] == "PGRST201")
      #expect(several.json["details"]?.array?.count == 2)
      // A query can include rows of further tables, such as `schools(id)` here. The rules about
      // which rows a person may read (row security) must also apply to these rows.
      let stranger = try await server.signedUp()
      let hidden = try await server.ask(
        .get, "/rest/v1/users?select=id,schools(id),interactions(id)",
        token: try await stranger.token)
      #expect(
        hidden.json == [["id": .string(try await stranger.id), "schools": [], "interactions": []]])
    }
  }

  @Test("Counts, ranges and forms of answers are those of the document")
  func forms() async throws {
    try await RunningServer.withLasting { server in
      let family = try await Family(server)
      func get(_ query: String, _ headers: Headers, _ method: HTTP.Method = .get) async throws
        -> Response
      {
        try await server.ask(
          method, "/rest/v1/schools?\(query)", token: family.token, headers: headers)
      }
      for (query, headers, status, range) in [
        ("select=id", [:], 200, "0-2/*"), ("select=id&limit=2", [:], 200, "0-1/*"),
        ("select=id", ["Prefer": "count=exact"], 200, "0-2/3"),
        ("select=id&limit=2", ["Prefer": "count=exact"], 206, "0-1/3"),
        ("select=id&limit=2", ["Prefer": "count=planned"], 206, "0-1/3"),
        ("select=id&limit=2", ["Prefer": "count=estimated"], 206, "0-1/3"),
        ("select=id&offset=1", ["Prefer": "count=exact"], 206, "1-2/3"),
        ("select=id&offset=4", ["Prefer": "count=exact"], 416, "*/3"),
        ("select=id&offset=4", [:], 200, "*/*"), ("limit=0", [:], 200, "*/*"),
        ("name=eq.x", ["Prefer": "count=exact"], 200, "*/0"),
        ("select=id", ["Range": "1-1"], 200, "1-1/*"),
        ("select=id", ["Range": "items=1-", "Prefer": "count=exact"], 206, "1-2/3"),
        ("select=id&limit=2", ["Range": "1-9"], 200, "1-1/*"),
        ("select=id", ["Range": "2-1"], 416, nil), ("limit=-1", [:], 416, nil),
        ("select=id", ["Range": "0-9223372036854775807"], 200, "0-2/*"),
        ("select=id", ["Range": "1-9223372036854775807"], 200, "1-2/*"),
        ("select=id", ["Range": "9223372036854775807-"], 200, "*/*"),
        ("offset=9223372036854775807&limit=9223372036854775807", ["Range": "0-5"], 200, "*/*"),
        ("select=id&limit=9223372036854775807", ["Range": "1-99999999999999999999"], 200, "0-2/*"),
      ] as [(String, Headers, Int, String?)] {
        for method in [HTTP.Method.get, .head] where headers["Range"] == nil || method == .get {
          let answer = try await get(query, headers, method)
          #expect(answer.status.code == status, "\(query) \(answer.json)")
          if let range { #expect(answer.headers["Content-Range"] == range, "\(query)") }
          if method == .head { #expect(answer.json == .null) }
        }
      }
      let csv = try await get("select=name,ranking&order=name&limit=2", ["Accept": "text/csv"])
      #expect(csv.headers["Content-Type"] == "text/csv; charset=utf-8")
      let text = String(decoding: try await csv.collected(), as: UTF8.self)
      #expect(text == "name,ranking\n\"Ash, \"\"A\"\"\",7\n\"Birch (B)\",30")
      let single = "application/vnd.pgrst.object+json"
      let one = try await get("select=name,ranking&name=eq.Cedar", ["Accept": single])
      #expect(one.json == ["name": "Cedar", "ranking": .null])
      #expect(one.headers["Content-Type"] == "\(single); charset=utf-8")
      let bare = try await get(
        "select=name,ranking&name=eq.Cedar", ["Accept": "\(single);nulls=stripped"])
      #expect(bare.json == ["name": "Cedar"])
      for (query, count) in [("name=eq.x", 0), ("", 3)] {
        let none = try await get(query, ["Accept": single])
        #expect(none.status.code == 406 && none.json["code"] == "PGRST116")
        #expect(none.json["details"]?.string == "The result contains \(count) rows")
        #expect(none.headers["Proxy-Status"] == "PostgREST; error=PGRST116")
      }
      let html = try await get("", ["Accept": "text/html"])
      #expect(html.status.code == 406 && html.json["code"] == "PGRST107")
      let browser = try await get("", ["Accept": "text/html, */*;q=0.8"])
      #expect(browser.status == .ok)
      let strict = try await get("", ["Prefer": "handling=strict, colour=green"])
      #expect(strict.status.code == 400 && strict.json["code"] == "PGRST122")
      let lenient = try await get("", ["Prefer": "colour=green, count=exact, handling=lenient"])
      #expect(lenient.headers["Preference-Applied"] == "count=exact, handling=lenient")
      let moved = try await get(
        "select=created_at&limit=1", ["Prefer": "timezone=Pacific/Kiritimati, handling=strict"])
      #expect(moved.headers["Preference-Applied"] == "handling=strict, timezone=Pacific/Kiritimati")
      #expect(moved.json.array?.first?["created_at"]?.string?.hasSuffix("+14:00") == true)
      let usual = try await get("select=created_at&limit=1", ["Prefer": "timezone=Moon/Crater"])
      #expect(usual.headers["Preference-Applied"] == nil)
      #expect(usual.json.array?.first?["created_at"]?.string?.hasSuffix("+00:00") == true)
      for zone in ["Moon/Crater", "../../etc/passwd", "", "right/UTC", "posixrules"] {
        let refused = try await get("", ["Prefer": "timezone=\(zone), handling=strict"])
        #expect(refused.status.code == 400 && refused.json["code"] == "PGRST122", "\(zone)")
      }
    }
  }

  @Test(
    "An address of almost 16 KiB is read, as a list of hundreds of ids needs it, and not repeated")
  func longAddress() async throws {
    try await RunningServer.withLasting { server in
      let family = try await Family(server)
      let others = (0..<410).map { _ in UUID().uuidString.lowercased() }
      let list = (others + family.schools).joined(separator: ",")
      let path = "/rest/v1/schools?select=id&id=in.(\(list))"
      #expect((15_000..<16_384).contains(path.utf8.count))
      let answer = try await server.ask(.get, path, token: family.token)
      #expect(answer.status == .ok && answer.json.array?.count == 3, "\(answer.json)")
      // Proxies refuse an answer with headers of this length.
      #expect(answer.headers["Content-Location"] == nil)
    }
  }

  @Test("A page of another origin may ask, and may read what it is told")
  func otherOrigins() async throws {
    try await RunningServer.withLasting { server in
      for path in ["/rest/v1/schools", "/auth/v1/token"] {
        let asked = try await server.ask(
          .options, path, key: "",
          headers: [
            "Origin": "https://example.org", "Access-Control-Request-Method": "PATCH",
            "Access-Control-Request-Headers": "authorization,apikey,x-client-info",
          ])
        #expect(asked.status.code == 204)
        #expect(asked.headers["Access-Control-Allow-Origin"] == "*")
        #expect(asked.headers["Access-Control-Allow-Methods"]?.contains("PATCH") == true)
        #expect(
          asked.headers["Access-Control-Allow-Headers"] == "authorization,apikey,x-client-info")
        #expect(asked.headers["Access-Control-Allow-Credentials"] == nil)
      }
      for key in [nil, "wrong"] {
        let answer = try await server.ask(.get, "/rest/v1/schools", key: key)
        #expect(answer.headers["Access-Control-Allow-Origin"] == "*")
        #expect(
          answer.headers["Access-Control-Expose-Headers"]?.contains("Content-Range") == true)
      }
      let metrics = try await server.ask(.get, "/metrics")
      #expect(metrics.headers["Access-Control-Allow-Origin"] == nil)
    }
  }
}

extension JSONObject {
  fileprivate func with(_ more: JSONObject) -> JSONObject {
    var all = self
    for member in more.members { all[member.key] = member.value }
    return all
  }
}

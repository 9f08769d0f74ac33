import FeatureKit
import HTTP
import Testing

@testable import SharingServer

@Suite("The grammar of queries, and the SQL of it")
struct QueryTests {
  static let cache: SchemaCache = {
    var cache = SchemaCache()
    func table(_ name: String, _ columns: [String], key: [String] = ["id"]) {
      cache.tables[name] = .init(
        name: name,
        columns: columns.map {
          .init(name: $0, type: $0 == "data" ? "jsonb" : "text", standard: nil)
        },
        primaryKey: key, uniques: [key] + (name == "profiles" ? [["pupil_id"]] : []))
    }
    func key(_ table: String, _ column: String, _ target: String) {
      cache.foreignKeys.append(
        .init(
          name: "\(table)_\(column)_fkey", table: table, columns: [column], target: target,
          targetColumns: ["id"]))
    }
    table("schools", ["id", "name", "data", "odd \"name"])
    table("coaches", ["id", "school_id", "deputy_id", "name"])
    table("pupils", ["id", "name", "friend_id"])
    table("profiles", ["id", "pupil_id", "text"])
    table("visits", ["pupil_id", "school_id"], key: ["pupil_id", "school_id"])
    key("coaches", "school_id", "schools")
    key("coaches", "deputy_id", "schools")
    key("profiles", "pupil_id", "pupils")
    key("visits", "pupil_id", "pupils")
    key("visits", "school_id", "schools")
    key("pupils", "friend_id", "pupils")
    return cache
  }()

  /// Returns the WHERE and ORDER BY clauses for a query of `schools`, and the values of its
  /// parameters.
  private static func sql(_ query: String) throws -> (text: String, values: [String?]) {
    let level = try QueryGrammar.query(try Fields(parsing: query)).level
    var writer = QueryWriter(cache)
    let source = try writer.source(try cache.table("schools"), level)
    return (source.filtered + source.ordered, writer.values)
  }

  @Test(
    "A filter is a condition with bound values",
    arguments: [
      ("name=eq.a", #""name" = $1"#, ["a"]),
      ("name=eq.", #""name" = $1"#, [""]),
      // Quotes, commas and brackets have a meaning only inside a list or a group. In a comparison
      // with one value they must be part of the value.
      (#"name=eq."a,b)""#, #""name" = $1"#, [#""a,b)""#]),
      ("name=eq.a%2Bb+c", #""name" = $1"#, ["a+b c"]),
      ("name=neq.a", #""name" <> $1"#, ["a"]), ("name=gt.a", #""name" > $1"#, ["a"]),
      ("name=gte.a", #""name" >= $1"#, ["a"]), ("name=lt.a", #""name" < $1"#, ["a"]),
      ("name=lte.a", #""name" <= $1"#, ["a"]),
      ("name=like.*a%25", #""name" LIKE $1"#, ["%a%"]),
      ("name=like.a*%CC%81", #""name" LIKE $1"#, ["a%\u{301}"]),
      ("name=ilike.a*", #""name" ILIKE $1"#, ["a%"]), ("name=match.^a", #""name" ~ $1"#, ["^a"]),
      ("name=imatch.^a", #""name" ~* $1"#, ["^a"]),
      ("name=isdistinct.a", #""name" IS DISTINCT FROM $1"#, ["a"]),
      ("name=cs.{a,b}", #""name" @> $1"#, ["{a,b}"]),
      ("name=cd.[1,5)", #""name" <@ $1"#, ["[1,5)"]),
      ("name=ov.{a}", #""name" && $1"#, ["{a}"]), ("name=sl.(1,5)", #""name" << $1"#, ["(1,5)"]),
      ("name=sr.(1,5)", #""name" >> $1"#, ["(1,5)"]),
      ("name=nxr.(1,5)", #""name" &< $1"#, ["(1,5)"]),
      ("name=nxl.(1,5)", #""name" &> $1"#, ["(1,5)"]),
      ("name=adj.(1,5)", #""name" -|- $1"#, ["(1,5)"]),
      ("name=is.null", #""name" IS NULL"#, []), ("name=is.NULL", #""name" IS NULL"#, []),
      ("name=not.is.null", #"NOT (t1."name" IS NULL)"#, []),
      ("name=is.not_null", #""name" IS NOT NULL"#, []), ("name=is.True", #""name" IS TRUE"#, []),
      ("name=is.false", #""name" IS FALSE"#, []), ("name=is.unknown", #""name" IS UNKNOWN"#, []),
      ("name=in.(a,b)", #""name" = ANY ($1)"#, [#"{"a","b"}"#]),
      ("name=in.()", #""name" = ANY ($1)"#, ["{}"]),
      (#"name=in.("a,\"b","c)",d)"#, #""name" = ANY ($1)"#, [#"{"a,\"b","c)","d"}"#]),
      // A quote inside a quoted value is text unless a comma or a bracket follows it.
      (#"name=in.("a"b,c)"#, #""name" = ANY ($1)"#, [#"{"\"a\"b","c"}"#]),
      ("name=like(any).{a*,b}", #""name" LIKE ANY ($1)"#, ["{a%,b}"]),
      ("name=eq(all).{a}", #""name" = ALL ($1)"#, ["{a}"]),
      ("name=fts.a%26b", #"to_tsvector(t1."name"::text) @@ to_tsquery($1)"#, ["a&b"]),
      (
        "name=not.wfts(english).a b",
        #"to_tsvector($1::text::regconfig, t1."name"::text) @@ websearch_to_tsquery($1::text::regconfig, $2)"#,
        ["english", "a b"]
      ),
      ("name=plfts.a", "plainto_tsquery", ["a"]), ("name=phfts.a", "phraseto_tsquery", ["a"]),
      ("data->a->>b=eq.1", #"(t1."data" -> $1::text ->> $2::text) = $3"#, ["a", "b", "1"]),
      ("data->0=eq.1", #"(t1."data" -> $1::integer) = $2"#, ["0", "1"]),
      ("data->-1->>x=is.null", #"-> $1::integer ->> $2::text) IS NULL"#, ["-1", "x"]),
      ("name->>a=eq.1", #"(to_jsonb(t1."name") ->> $1::text) = $2"#, ["a", "1"]),
      (#""odd \"name"=eq.1"#, #"t1."odd ""name" = $1"#, ["1"]),
      ("or=(name.eq.a,name.is.null)", #"(t1."name" = $1 OR t1."name" IS NULL)"#, ["a"]),
      (
        "and=(name.eq.a,or(name.eq.b,not.and(name.eq.c,id.not.eq.d)))",
        #"(t1."name" = $1 AND (t1."name" = $2 OR NOT ((t1."name" = $3 AND NOT (t1."id" = $4)))))"#,
        ["a", "b", "c", "d"]
      ),
      ("not.or=(id.eq.1,id.eq.2)", #"NOT ((t1."id" = $1 OR t1."id" = $2))"#, ["1", "2"]),
      (
        #"or=(name.eq."a,b",name.in.(c,"d)"),name.cs.{e,"f}"},data->>g.eq.h)"#,
        #"(t1."name" = $1 OR t1."name" = ANY ($2) OR t1."name" @> $3 OR (t1."data" ->> $4::text) = $5)"#,
        ["a,b", #"{"c","d)"}"#, #"{e,"f}"}"#, "g", "h"]
      ),
      ("id=eq.1&id=neq.2", #"t1."id" = $1 AND t1."id" <> $2"#, ["1", "2"]),
      ("order=name.desc.nullslast,id", #" ORDER BY t1."name" DESC NULLS LAST, t1."id""#, []),
      ("order=data->>a.asc.nullsfirst", #"(t1."data" ->> $1::text) ASC NULLS FIRST"#, ["a"]),
    ] as [(String, String, [String])])
  func filters(query: String, text: String, values: [String]) throws {
    let sql = try Self.sql(query)
    #expect(sql.text.contains(text), "\(sql.text)")
    #expect(sql.values == values)
  }

  @Test(
    "What is no query is refused with its code",
    arguments: [
      ("name=a", "PGRST100"), ("name=foo.a", "PGRST100"), ("name=eq", "PGRST100"),
      ("name=is.nothing", "PGRST100"), ("name=in.a", "PGRST100"), ("name=in.(a", "PGRST100"),
      ("name=in.(a)b", "PGRST100"), ("name=eq(some).{a}", "PGRST100"),
      ("name=cs(any).{a}", "PGRST100"), ("or=()", "PGRST100"), ("or=(name.eq.a", "PGRST100"),
      ("or=name.eq.a", "PGRST100"), ("or=(name.eq.a)b", "PGRST100"), ("and=(name)", "PGRST100"),
      ("order=name.up", "PGRST100"), ("order=name.asc.desc", "PGRST100"),
      ("order=name.nullslast.asc", "PGRST100"), ("order=,name", "PGRST100"),
      ("select=a(", "PGRST100"), ("select=a)", "PGRST100"), ("select=,", "PGRST100"),
      ("select=name%3BDROP TABLE schools", "PGRST100"), ("select=name->", "PGRST100"),
      ("select=...name", "PGRST100"), ("select=count()", "PGRST123"),
      ("select=name.sum()", "PGRST123"), ("na\"me=eq.a", "PGRST100"), ("=eq.a", "PGRST100"),
      ("name=eq.a%00", "PGRST100"), ("limit=-1", "PGRST103"), ("nothing=eq.a", "42703"),
      ("select=nothing", "42703"), ("order=nothing", "42703"), ("or=(nothing.eq.1)", "42703"),
      ("select=name::regclass", "42704"), ("select=name::int)x", "PGRST100"),
      ("select=name::", "PGRST100"), ("select=pupils2(*)", "PGRST200"),
      ("select=coaches(*)", "PGRST201"), ("select=coaches!nothing(*)", "PGRST200"),
      ("coaches.name=eq.a", "PGRST108"), ("coaches.order=name", "PGRST108"),
      ("order=coaches(name)", "PGRST108"), ("select=...coaches!school_id(name)", "PGRST119"),
      ("select=coaches!school_id(name)&order=coaches(name)", "PGRST118"),
      ("select=coaches!school_id(nothing)", "42703"),
    ])
  func refusals(query: String, code: String) throws {
    let fault = #expect(throws: RestFault.self) { try Self.sql(query) }
    #expect(fault?.code == code, "\(fault?.message ?? "")")
  }

  @Test(
    "No list has more rows than the server's maximum",
    arguments: [("", "1000"), ("limit=5", "5"), ("limit=0", "0"), ("limit=5000", "1000")])
  func most(query: String, rows: String) throws {
    let level = try QueryGrammar.query(try Fields(parsing: query)).level
    var writer = QueryWriter(Self.cache)
    #expect(writer.page(level) == " LIMIT $1")
    #expect(writer.values == [rows])
  }

  @Test("A selection and a group are read no deeper than they need to be, and not without end")
  func depth() throws {
    func groups(_ count: Int) -> String {
      "or=" + String(repeating: "(and", count: count) + "(id.eq.1)"
        + String(repeating: ")", count: count)
    }
    #expect(throws: Never.self) { try Self.sql(groups(5)) }
    #expect(throws: RestFault.self) { try Self.sql(groups(2_000)) }
    let nested = String(repeating: "coaches!school_id(schools!school_id(", count: 400)
    #expect(throws: RestFault.self) { try Self.sql("select=\(nested)") }
    func embedded(_ count: Int) -> String {
      "select=" + (0..<count).map { "a\($0):coaches!school_id(id)" }.joined(separator: ",")
    }
    #expect(throws: Never.self) { try Self.sql(embedded(20)) }
    #expect(throws: RestFault.self) { try Self.sql(embedded(21)) }
    let inner = "coaches!school_id(schools!school_id(coaches!school_id(id)))"
    let three = try Self.sql("select=\(inner)")
    #expect(three.values.filter { $0 == "100" }.count == 2, "lists of lists are shorter")
    #expect(throws: RestFault.self) {
      try Self.sql("select=coaches!school_id(schools!school_id(\(inner)))")
    }
    let many = Array(repeating: "id.eq.1", count: 600).joined(separator: ",")
    #expect(throws: RestFault.self) { try Self.sql("or=(\(many))") }
  }

  /// The arguments are a query and the place of the embedded table in the selection to which its
  /// condition belongs.
  @Test(
    "A condition on an embedded table is about the one that the answer shows under this name",
    arguments: [
      ("select=a:coaches!school_id(id),coaches!deputy_id(id)&coaches.name=eq.x", 1),
      ("select=coaches!school_id(id),a:coaches!deputy_id(id)&a.name=eq.x", 1),
      ("select=a:coaches!school_id(id),b:coaches!deputy_id(id)&coaches.name=eq.x", 0),
    ])
  func embedsByName(query: String, place: Int) throws {
    let selection = try QueryGrammar.query(try Fields(parsing: query)).level.selection
    let filtered = selection.indices.filter { index in
      guard case .embed(let embed) = selection[index] else { return false }
      return !embed.level.conditions.isEmpty
    }
    #expect(filtered == [place])
  }

  private static func related(
    _ origin: String, _ target: String, hint: String? = nil
  ) throws -> Relationship {
    try cache.relationship(from: origin, to: .init(target: target, hint: hint))
  }

  @Test("A table is embedded along the one foreign key that is meant")
  func relationships() throws {
    let one = try Self.related("coaches", "schools", hint: "school_id")
    #expect(one.isToOne && one.cardinality == .manyToOne)
    let many = try Self.related("schools", "coaches", hint: "coaches_deputy_id_fkey")
    #expect(!many.isToOne && many.columns.first?.other == "deputy_id")
    let byColumn = try Self.related("coaches", "school_id")
    #expect(byColumn.target == "schools")
    let unique = try Self.related("pupils", "profiles")
    #expect(unique.isToOne && unique.cardinality == .oneToOne)
    let through = try Self.related("pupils", "schools")
    #expect(through.cardinality == .manyToMany && through.hints == ["visits"])
    let two = #expect(throws: RestFault.self) { try Self.related("schools", "coaches") }
    #expect(two?.status.code == 300 && two?.list?.count == 2)
    #expect(two?.hint?.contains("'coaches!coaches_school_id_fkey'") == true)
    // A foreign key from a table to itself can be followed in both directions, so the query is
    // ambiguous.
    let own = #expect(throws: RestFault.self) { try Self.related("pupils", "pupils") }
    #expect(own?.code == "PGRST201")
  }

  @Test(
    "No text of a request changes the statement: values and keys are bound, names are the cache's")
  func shapes() throws {
    let plain = try Self.sql("name=eq.a&or=(id.in.(a),data->>k.eq.v)&order=data->k")
    let hostile = #"'); DROP TABLE schools; --\"$1"#
    let quoted = PercentEncoding.encoded(
      hostile.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))
    let sharp = try Self.sql(
      "name=eq.\(PercentEncoding.encoded(hostile))&or=(id.in.(\"\(quoted)\"),data->>\"\(quoted)\".eq.\"\(quoted)\")&order=data->\"\(quoted)\""
    )
    #expect(sharp.text == plain.text)
    #expect(sharp.values.count == plain.values.count && sharp.values.contains(hostile))
  }

  @Test(
    "A name that a request gives to a column ends where the request ends it",
    arguments: [
      "a\"", "\"", "\u{0600}\"", "\"\u{0301}", "\"\u{200D}\"", "a\u{06DD}\" , 1 AS \"b",
    ])
  func aliases(name: String) throws {
    let written = name.unicodeScalars.map { $0 == "\"" ? "\\\"" : String($0) }.joined()
    let level = try QueryGrammar.query(Fields([.init("select", "\"\(written)\":name")])).level
    var writer = QueryWriter(Self.cache)
    let selected = try writer.source(try Self.cache.table("schools"), level).selected
    let start = "t1.\"name\" AS \""
    #expect(selected.utf8.starts(with: start.utf8) && selected.utf8.last == UInt8(ascii: "\""))
    // Inside of the quoted name, each quotation mark has to stand twice.
    let inner = selected.utf8.dropFirst(start.utf8.count).dropLast()
    let runs = inner.split { $0 != UInt8(ascii: "\"") }
    #expect(runs.allSatisfy { $0.count.isMultiple(of: 2) }, "\(selected)")
    let doubled = name.unicodeScalars.flatMap { $0 == "\"" ? [$0, $0] : [$0] }
    #expect(String(decoding: inner, as: UTF8.self).unicodeScalars.elementsEqual(doubled))
  }

  @Test(
    "Lists are read whatever their elements hold",
    arguments: [
      ("()", []), ("(a,b)", ["a", "b"]), (#"("a,\"b\\",c)"#, [#"a,"b\"#, "c"]),
      ("(\"\",)", ["", ""]),
      ("(a", nil), (#"("a"b)"#, [#""a"b"#]), ("(\"a", nil), ("( a, b )", [" a", " b "]),
    ] as [(String, [String]?)])
  func lists(text: String, elements: [String]?) {
    var reader = GrammarReader(text, "list")
    let list = try? reader.list()
    #expect(list == elements && (list == nil || reader.isAtEnd))
  }
}

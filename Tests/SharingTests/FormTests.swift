import Basics
import CivilTime
import Domain
import JSON
import Persistence
import PostgreSQL
import SQLBackend
import SQLite
import SharingTesting
import Testing

@testable import Sharing

/// Compares the tables of the SQLite file with those of the server, and checks in which form their
/// values are sent.
@Suite struct FormTests {
  @Test(
    "Every column travels in the form of the server's type, and no column that the server does not let a person write"
  )
  func columns() async throws {
    try await RunningServer.with { server in
      let types = try await server.admin.run(
        """
        SELECT c.relname || '.' || a.attname,
          format_type(CASE WHEN t.typtype = 'd' THEN t.typbasetype ELSE t.oid END, NULL),
          has_column_privilege('authenticated', c.oid, a.attnum, 'INSERT'),
          has_column_privilege('authenticated', c.oid, a.attnum, 'UPDATE')
        FROM pg_attribute AS a
        JOIN pg_class AS c ON c.oid = a.attrelid AND c.relkind = 'r' AND c.relnamespace = 'public'::regnamespace
        JOIN pg_type AS t ON t.oid = a.atttypid
        WHERE a.attnum > 0 AND NOT a.attisdropped
        """
      ).rows
      var neverCompared: Set<String> = []
      var known: [String: (type: String, isInserted: Bool, isUpdated: Bool)] = [:]
      for row in types {
        known[row[0] ?? ""] = (row[1] ?? "", row[2] == "t", row[3] == "t")
      }
      let file = DataFile(
        path: DatabaseConnection.inMemoryPath,
        schema: SQLBackend.file(at: "") { Instant(seconds: 0) }.schema,
        now: { Instant(seconds: 0) })
      let columns = try file.read { try ColumnsOfFile($0) }
      for described in ColumnForms.all {
        for column in described.columns.keys {
          let name = "\(described.table).\(column)"
          #expect(known.keys.contains(name), "\(name) is not on the server")
        }
      }
      for table in SharedTable.all {
        #expect(!columns[table.name].isEmpty, "\(table.name)")
        for column in columns[table.name] where column.name != table.notes {
          let name = "\(table.name).\(column.name)"
          let there = try #require(known[name], "\(name) is not on the server")
          let form: WireForm =
            switch there.type {
            case "boolean": .flag
            case "timestamp with time zone": .instant
            case "jsonb": .json
            case _ where there.type.hasSuffix("[]"): .json
            default: .plain
            }
          #expect(WireForm.of(column.name) == form, "\(name) is \(there.type)")
          if table.travels(column.name, in: .insert), table.inserted?.isEmpty != true {
            #expect(there.isInserted, "\(name) may not be in a new row")
          }
          if table.updated != nil, table.travels(column.name, in: .update) {
            #expect(there.isUpdated, "\(name) may not be changed")
          }
        }
      }
      for row in try await server.admin.run(
        "SELECT name, unnest(never_compared) FROM compass.shared_tables"
      ).rows {
        neverCompared.insert("\(row[0] ?? "").\(row[1] ?? "")")
      }
      for table in SharedTable.all {
        for column in columns[table.name] where SharedTable.laterStands.contains(column.name) {
          let name = "\(table.name).\(column.name)"
          #expect(neverCompared.contains(name), "the server compares \(name)")
        }
      }
      let shared = Set(
        try await server.admin.run("SELECT name FROM compass.shared_tables").rows.compactMap {
          $0[0]
        })
      #expect(
        shared.subtracting(SharedTable.all.map(\.name.description))
          == ["family_code_usage_log", "handles", "private_notes"])
      #expect(Set(SharedTable.all.map(\.name.description)).subtracting(shared).isEmpty)
    }
  }

  @Test(
    "A value comes back as it went, and what the server writes in another form is read",
    arguments: [
      (SQLite.Value.integer(1), WireForm.flag, "INTEGER", "true"),
      (.integer(0), .flag, "INTEGER", "false"),
      (.null, .flag, "INTEGER", "null"),
      (.integer(3), .plain, "INTEGER", "3"),
      (.real(85.5), .plain, "REAL", "85.5"),
      (.real(85), .plain, "REAL", "85"),
      (.text("2026-02-10T12:00:00.000Z"), .instant, "TEXT", #""2026-02-10T12:00:00.000Z""#),
      (.text("[\"a\"]"), .json, "TEXT", #"["a"]"#),
      (.text("a \"b\""), .plain, "TEXT", #""a \"b\"""#),
      (.text(""), .plain, "TEXT", #""""#),
      (.text("{\"a\":null}"), .json, "TEXT", #"{"a":null}"#),
    ])
  func values(value: SQLite.Value, form: WireForm, type: String, sent: String) throws {
    #expect(WireValue.sent(value, form).text == sent)
    #expect(WireValue.fetched(try JSONValue.parse(sent), form, type: type) == value)
  }

  @Test("Moments of the server's spelling, whole numbers of a column of numbers, and a NUL")
  func spellings() throws {
    #expect(
      WireValue.fetched("2026-02-10T12:00:00+00:00", .instant, type: "TEXT")
        == .text("2026-02-10T12:00:00.000Z"))
    #expect(
      WireValue.fetched("2026-02-10T13:00:00.5+01:00", .instant, type: "TEXT")
        == .text("2026-02-10T12:00:00.500Z"))
    // In a column of texts, a fetched text stays unchanged even if it looks like a time.
    #expect(
      WireValue.fetched("2026-02-10T12:00:00+00:00", .plain, type: "TEXT")
        == .text("2026-02-10T12:00:00+00:00"))
    #expect(WireValue.fetched(85, .plain, type: "REAL") == .real(85))
    #expect(WireValue.sent(.text("a\0b"), .plain) == "ab")
    #expect(
      WireValue.canonical(try JSONValue.parse(#"{"b":1,"a":{"d":2,"c":3}}"#)).text
        == #"{"a":{"c":3,"d":2},"b":1}"#)
  }

  @Test(
    "Summaries travel without handles",
    arguments: [
      ("Completed t47 Take the ACT", "Completed Take the ACT"),
      ("Changed s1 Oak, s12 Elm", "Changed Oak, Elm"), ("Added c1", "Added"),
      ("Logged a call", "Logged a call"), ("", ""), ("A1 stays", "A1 stays"),
      ("Added e4 u17 camp", "Added u17 camp"),
    ])
  func summaries(summary: String, plain: String) {
    #expect(Sharing.plainSummary(summary) == plain)
  }

  @Test("A private note is the same row for whoever says whose it is and on what")
  func notes() {
    let (a, b) = (RecordID(high: 1, low: 2), RecordID(high: 3, low: 4))
    let note = PrivateNote(table: .schools, record: a, user: b)
    #expect(note.id == PrivateNote(table: .schools, record: a, user: b).id)
    #expect(note.id != PrivateNote(table: .coaches, record: a, user: b).id)
    #expect(note.id != PrivateNote(table: .schools, record: b, user: a).id)
    #expect(note.difference(from: "x", to: "x") == nil)
    #expect(note.difference(from: nil, to: "x")?.operation == .insert)
    #expect(note.difference(from: "x", to: "y")?.operation == .update)
    #expect(note.difference(from: "x", to: nil)?.operation == .delete)
  }
}

import Basics
import CivilTime
import Domain
import FeatureTesting
import Foundation
import JSON
import Persistence
import SQLBackend
import SQLite
import Testing

@testable import Sharing

/// Checks the form in which every column of every table is sent and fetched.
///
/// Servers and older devices rely on this form, so it must not change.
@Suite struct WireTests {
  private static let moment = "2026-02-10T12:00:00+00:00"
  private static let id = "01020304-0506-4708-890a-0b0c0d0e0f10"

  @Test(
    "NUL is sent nowhere, because the server's database cannot store it",
    arguments: [
      (WireForm.plain, "N\0o", #""No""#), (.plain, "\0", #""""#), (.plain, "a\0\u{301}", #""á""#),
      (.json, #"["a\u0000b",{"c\u0000":"\u0000"}]"#, #"["ab",{"c":""}]"#), (.json, "\0x", #""x""#),
    ])
  func withoutNUL(form: WireForm, text: String, sent: String) {
    let nfc = WireValue.sent(.text(text), form).text.precomposedStringWithCanonicalMapping
    #expect(nfc == sent)
  }

  @Test("Every column travels as agreed, when a row is made, changed, deleted and fetched")
  func forms() throws {
    let file = SQLBackend.file(at: DatabaseConnection.inMemoryPath) { Instant(seconds: 0) }
    let columns = try file.read { try ColumnsOfFile($0) }
    let person = try #require(RecordID(Self.id))
    var lines: [String] = []
    for table in SharedTable.all {
      let known = columns[table.name]
      // Every text value is a JSON object. The expected lines thereby show for each column whether
      // it is sent as JSON or as a text.
      func values(_ number: Int) -> [Value?] {
        known.map { column in
          switch column.type {
          case "INTEGER": .integer(Int64(number))
          case "REAL": .real(Double(number) / 2)
          default: .text(column.name == .id ? Self.id : "{\"\(Self.id)\":\"\(number)\"}")
          }
        }
      }
      let changes: [(Changeset.Operation, [Value?], [Value?])] = [
        (.insert, [], values(1)), (.update, values(1), values(2)), (.delete, values(2), []),
      ]
      for (operation, old, new) in changes {
        let changeset = Changeset.RowChange(
          table: "\(table.name)", operation: operation, old: old, new: new)
        lines += columns.differences([changeset], of: person).map { $0.json.text }
      }
      let fetched = known.filter { $0.name != table.notes }.map { column in
        let value = WireValue.fetched(.string(Self.moment), column.form, type: column.type)
        return (column.name.description, WireValue.sent(value, .plain))
      }
      lines.append(
        JSONValue.object([
          "table": .string("\(table.name)"), "fetched": .object(JSONObject(fetched)),
          "kind": table.kind.map { .string($0.key) } ?? .null,
          "personal": .bool(table.isPersonal),
          "authors": .array(table.authors.map { .string($0.description) }),
          "later": .array(
            known.map(\.name).filter(SharedTable.laterStands.contains).map {
              .string($0.description)
            }),
        ]).text)
    }
    let mismatch = GoldenFile("wire.jsonl").mismatch(with: lines.joined(separator: "\n") + "\n")
    #expect(mismatch == nil, "\(mismatch ?? "")")
  }
}

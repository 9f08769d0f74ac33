import Basics
import CivilTime
import Domain
import Persistence
import SQLite

extension Document: StoredRecord {
  static let form = TableForm(table)
  static let naming = RecordNaming(
    title: "title", detail: "replace(type, '_', ' ')",
    difference: RecordNaming.listed([
      "(SELECT name FROM schools WHERE schools.id = documents.school_id)",
      "'added ' || substr(created_at, 1, 10)",
    ]))
  static var searched: [String] {
    ["documents.title", "documents.description", "documents.file_url"]
  }

  static func narrow(_ conditions: inout Conditions, by filter: DocumentFilter, now: Instant) {
    conditions.match("documents.type", filter.type.map(Value.raw))
    if let school = filter.school {
      let shared = Conditions.list("list", holds: school)
      // A document matches if it belongs to the school or is shared with it. Each of these two
      // cases has a subquery that can use an index of its own.
      //
      // The index for the second case contains only documents that are shared with schools, sorted
      // by their list of schools. Many documents have the same list, so the query jumps along this
      // index from one list to the next and examines each list once.
      conditions.require(
        Conditions(
          """
          documents.rowid IN (
            SELECT rowid FROM documents WHERE school_id = ? UNION ALL
            SELECT rowid FROM documents
            WHERE shared_with_schools <> '[]' AND shared_with_schools IN (
              WITH RECURSIVE lists(list) AS (
                SELECT min(shared_with_schools) FROM documents WHERE shared_with_schools <> '[]'
                UNION ALL
                SELECT (
                  SELECT min(shared_with_schools) FROM documents
                  WHERE shared_with_schools <> '[]' AND shared_with_schools > list)
                FROM lists WHERE list IS NOT NULL)
              SELECT list FROM lists WHERE \(shared.clause)))
          """, values: [.id(school)] + shared.values))
    }
    conditions.match("documents.health_status", filter.health.map(Value.raw))
    if filter.currentOnly { conditions.require("coalesce(documents.is_current, 1) = 1") }
  }

  static func isOfOneRecord(_ filter: DocumentFilter) -> Bool {
    filter.school != nil
  }

  static func order(_ sort: DocumentSort, now: Instant) -> [OrderTerm] {
    let title = OrderTerm.name("documents.title")
    return switch sort {
    case .added: [.newest("documents.created_at"), title]
    case .title: [title]
    case .type: [.rank("documents.type", DocumentType.self), title]
    }
  }

  static func rows(_ found: [Document], in records: RecordScope) throws -> [DocumentRow] {
    let references = try records.references(.document, found.map(\.id))
    let schools = try records.references(
      .school, found.flatMap { $0.sharedWithSchools + [$0.schoolID].compactMap { $0 } })
    return found.map { document in
      DocumentRow(
        reference: references.of(document.id, .document), document: document,
        school: document.schoolID.flatMap { schools[$0] },
        sharedWith: document.sharedWithSchools.compactMap { schools[$0] })
    }
  }
}

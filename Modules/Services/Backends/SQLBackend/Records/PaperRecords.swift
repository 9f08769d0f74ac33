import Basics
import CivilTime
import Domain
import Persistence
import SQLite

extension Document: StoredRecord {
  static let form = TableForm(table)
  static let naming = RecordNaming(title: "title", detail: "replace(type, '_', ' ')")
  static var searched: [String] {
    ["documents.title", "documents.description", "documents.file_url"]
  }

  static func narrow(_ conditions: inout Conditions, by filter: DocumentFilter, now: Instant) {
    conditions.match("documents.type", filter.type.map(Value.raw))
    if let school = filter.school {
      let shared = Conditions.list("documents.shared_with_schools", holds: school)
      conditions.require(
        Conditions(
          "documents.school_id = ? OR \(shared.clause)", values: [.id(school)] + shared.values))
    }
    conditions.match("documents.health_status", filter.health.map(Value.raw))
    if filter.currentOnly { conditions.require("coalesce(documents.is_current, 1) = 1") }
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

extension RecommendationLetter: StoredRecord {
  static let form = TableForm(table)
  static let naming = RecordNaming(title: "writer_name", detail: "writer_title")
  static var searched: [String] {
    ["recommendation_letters.writer_name", "recommendation_letters.notes"]
  }

  static func narrow(_ conditions: inout Conditions, by filter: LetterFilter, now: Instant) {
    if let status = filter.status {
      conditions.require(
        "coalesce(recommendation_letters.status, 'not_requested') = ?", .raw(status))
    }
    if let day = filter.dueThrough {
      conditions.require("recommendation_letters.due_date <= ?", .day(day))
    }
    if let school = filter.school {
      conditions.require(.list("recommendation_letters.schools_submitted_to", holds: school))
    }
  }

  static func order(_ sort: LetterSort, now: Instant) -> [OrderTerm] {
    let writer = OrderTerm.name("recommendation_letters.writer_name")
    return switch sort {
    case .due:
      [
        .ascending("recommendation_letters.due_date IS NULL"),
        .ascending("recommendation_letters.due_date"), writer,
      ]
    case .writer: [writer]
    case .status:
      [
        .rank(
          "coalesce(recommendation_letters.status, 'not_requested')", LetterStatus.self), writer,
      ]
    }
  }

  static func rows(
    _ found: [RecommendationLetter], in records: RecordScope
  ) throws -> [LetterRow] {
    let references = try records.references(.recommendationLetter, found.map(\.id))
    let schools = try records.references(.school, found.flatMap(\.schoolsSubmittedTo))
    let documents = try records.references(.document, found.compactMap(\.documentID))
    return found.map { letter in
      LetterRow(
        reference: references.of(letter.id, .recommendationLetter), letter: letter,
        submittedTo: letter.schoolsSubmittedTo.compactMap { schools[$0] },
        document: letter.documentID.flatMap { documents[$0] })
    }
  }
}

import CivilTime
import Domain
import FeatureKit
import Persistence
import SQLite

extension Document: StoredRecord {
  static var form: TableForm<Document> { .documents }
  static var area: DataArea { .document }
  static var adding: (operation: String, pastTense: String) { ("addDocument", "Added") }
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

  static func details(_ found: Document, in records: RecordScope) throws -> DocumentRow {
    try row(found, in: records)
  }

  static func make(_ new: NewDocument, id: RecordID, in records: RecordScope) throws -> Document {
    var document = Document(
      id: id, athleteID: records.athlete, familyID: records.family, type: new.type,
      title: new.title, fileURL: new.fileURL, uploadedBy: records.scope.caller.id)
    document.createdAt = records.scope.now
    try document.change(new.fields, in: records)
    document.updatedAt = records.scope.now
    return document
  }

  mutating func change(_ edit: DocumentEdit, in records: RecordScope) throws {
    let before = self
    edit.apply(to: &self)
    // A link that answers as it did was tried all the same.
    if edit.health != nil { lastHealthCheck = records.scope.now }
    guard self != before else { return }
    if let schoolID, schoolID != before.schoolID { _ = try records.require(School.self, schoolID) }
    let added = Set(sharedWithSchools).subtracting(before.sharedWithSchools)
    try records.requireAll(School.self, added.sorted())
    updatedAt = records.scope.now
  }

  var rowScope: RowScope { RowScope(owner: athleteID, family: familyID) }

  static func losses(of id: RecordID, in records: RecordScope) throws -> Losses {
    Losses(
      unlinked: [
        KindCount(
          .recommendationLetter,
          try records.count(
            "recommendation_letters", Conditions("recommendation_letters.document_id = ?", .id(id)))
        )
      ])
  }
}

extension RecommendationLetter: StoredRecord {
  static var form: TableForm<RecommendationLetter> { .letters }
  static var area: DataArea { .recommendationLetter }
  static var adding: (operation: String, pastTense: String) { ("addLetter", "Added") }
  static var searched: [String] {
    ["recommendation_letters.writer_name", "recommendation_letters.notes"]
  }

  /// Nobody but the athlete sees their letters (rule 3).
  static func visible(in records: RecordScope) throws -> Conditions {
    records.isOwner ? try records.owned(in: "recommendation_letters") : Conditions("0")
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

  static func details(_ found: RecommendationLetter, in records: RecordScope) throws -> LetterRow {
    try row(found, in: records)
  }

  static func make(
    _ new: NewLetter, id: RecordID, in records: RecordScope
  ) throws -> RecommendationLetter {
    var letter = RecommendationLetter(
      id: id, athleteID: records.athlete, writerName: new.writerName)
    try letter.change(new.fields, in: records)
    return letter
  }

  mutating func change(_ edit: LetterEdit, in records: RecordScope) throws {
    let before = self
    edit.apply(to: &self)
    let added = Set(schoolsSubmittedTo).subtracting(before.schoolsSubmittedTo)
    try records.requireAll(School.self, added.sorted())
    if let documentID, documentID != before.documentID {
      _ = try records.require(Document.self, documentID)
    }
  }

  var rowScope: RowScope { RowScope(owner: athleteID) }
}

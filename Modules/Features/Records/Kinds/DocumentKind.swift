import Domain
import FeatureKit

extension Document: TabledRecord {
  @FieldBuilder<Document>
  static var fields: [Field<Document>] {
    Field.value("title", "Title", .text, \.title, .nowhere, ask: "What is it called?") {
      $0.document.title
    }
    Field.choice("type", "Type", \.type, .badge, ask: "What is it?") {
      $0.document.type
    }
    Field.value(
      "link", "Link or file", .link, \.fileURL, .detail, ask: "Its link, or the path of the file"
    ) { $0.document.fileURL }
    Field.choice(
      "health", "Link health", \.health, tones: [.broken: .danger, .healthy: .positive],
      isAsked: false
    ) { $0.document.healthStatus }
    Field.shown("broken", "Broken link", .sign(.danger)) { row in
      row.document.healthStatus == .broken ? .flag(true) : nil
    }
    Field.shown("checked", "Link tried") { $0.document.lastHealthCheck.map(FieldValue.moment) }
    Field.record("school", "School", .school, \.school, ask: "Is it for one school?  Which?") {
      $0.school
    }
    Field.records("shared-with", "Shared with", .school, \.sharedWithSchools) { $0.sharedWith }
    Field.value("current", "Current", .yesNo, \.isCurrent, isAsked: false) { $0.document.isCurrent }
    Field.shown("version", "Version") { .whole($0.document.version) }
    Field.shown("added", "Added", .trailing) { $0.document.createdAt.map(FieldValue.moment) }
    Field.value("description", "Description", .text, \.description, .text) {
      $0.document.description
    }
  }

  static var filters: [ListFilterField<Document>] {
    [
      .choice("type", "Type", \.type), .record("school", "School", .school, \.school),
      .choice("health", "Link health", \.health),
      .flag("current", "Current versions only") { $0.currentOnly = true },
    ]
  }

  static var required: [String] { ["title", "type", "link"] }
  static var emptyWords: KindShape.Words {
    KindShape.Words(
      none: "No documents yet",
      hint: "A highlight video, a transcript, a resume: what coaches ask for.",
      add: "Add a document")
  }

  static var blank: Document {
    Document(
      id: .none, athleteID: .none, type: .resume, title: "Document", fileURL: "file",
      uploadedBy: .none)
  }
  mutating func apply(_ edit: DocumentEdit) { edit.apply(to: &self) }

  static func new(
    from given: Given, _ edit: DocumentEdit, _ context: ParseContext
  ) throws(Problem) -> NewDocument {
    guard let title = given.text("title") else { throw Given.missing("title") }
    guard let type: DocumentType = given.choice("type") else { throw Given.missing("type") }
    guard let link = given.text("link") else { throw Given.missing("link") }
    return NewDocument(type: type, title: title, fileURL: link, fields: edit)
  }
}

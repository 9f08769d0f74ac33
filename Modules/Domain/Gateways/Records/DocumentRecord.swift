public import Basics

extension Document: FamilyRecord {
  public typealias Filter = DocumentFilter
  public typealias Sort = DocumentSort
  public typealias Row = DocumentRow
  public typealias Details = DocumentRow

  public static let kind = ReferenceKind.document
  public static let tableName = TableName.documents
}

public struct DocumentFilter: ListFilter {
  public var type: DocumentType?
  public var school: RecordID?
  public var health: LinkHealth?
  public var currentOnly = false

  public init() {}
}

public enum DocumentSort: String, ListSort {
  case added, title, type
  public static let standard = DocumentSort.added
}

/// A document, with its school and the schools to which it was sent.
public struct DocumentRow: RecordRow {
  public var reference: Reference
  public var document: Document
  public var school: Reference?
  public var sharedWith: [Reference]

  public var record: Document { document }

  public init(
    reference: Reference, document: Document, school: Reference? = nil,
    sharedWith: [Reference] = []
  ) {
    self.reference = reference
    self.document = document
    self.school = school
    self.sharedWith = sharedWith
  }
}

extension Document {
  public static let table = RecordTable<Document>(
    tableName, .document, adding: ("addDocument", "Added"),
    twin: [.name("title"), "file_url"]
  ) {
    Column(
      "title", \.title,
      FieldForm("title", "Title", .nowhere, ask: "What is it called?", isArgument: true),
      .required("the title", max: TextLimit.name, missing: "A document needs a title."),
      isRequired: true, aliases: "name")
    Column.word(
      ColumnName.type, \.type,
      FieldForm("type", "Type", .badge, ask: "What is it?", isArgument: true),
      isRequired: true,
      aliases: "kind")
    Column(
      "file_url", \.fileURL,
      FieldForm(
        "link", "Link or file", .detail, ask: "Its link", isArgument: true),
      .place, isRequired: true, typed: .link, put: { document, link, _ in document.move(to: link) },
      shows: { .text($0.document.keptFile?.name ?? $0.document.fileURL) },
      aliases: "url", "link", "file")
    Column.word(
      "health_status", \.healthStatus, FieldForm("health", "State of the link", isAsked: false),
      canBeEmptied: false, tones: [.broken: .danger, .healthy: .positive],
      put: { document, health, context in
        (document.healthStatus, document.lastHealthCheck) = (health, context.now)
      }
    ).neverCompared
    Field.shown("broken", "Broken link", .sign(.danger)) { row in
      row.document.healthStatus == .broken ? .flag(true) : nil
    }
    Field.shown("checked", "Link tried") { $0.document.lastHealthCheck.map { .moment($0) } }
    Column.link(
      ColumnName.schoolID, \.schoolID, to: .school,
      FieldForm("school", "School", ask: "Is it for one school?  Which?"), heading: "school"
    ) { $0.school }
    Column.links(
      "shared_with_schools", \.sharedWithSchools, to: .school,
      FieldForm("shared-with", "Shared with")
    ) { $0.sharedWith }
    Column(
      "is_current", \.isCurrent, FieldForm("current", "Current", isAsked: false),
      aliases: "current")
    Field.shown("version", "Version") { .whole($0.document.version) }
    Field.shown("added", "Added", .trailing) { $0.document.createdAt.map { .moment($0) } }
    Column(
      ColumnName.descriptionText, \.description,
      FieldForm("description", "Description", .text, hint: "What is in it"),
      .lines("the description"), aliases: "notes")
    Column(ColumnName.userID, \.athleteID, role: .owner)
    Column(ColumnName.familyUnitID, \.familyID, role: .family)
    Column("file_type", \.fileType)
    Column("version", \.version, role: .derived)
    Column(ColumnName.uploadedBy, \.uploadedBy, role: .uploader)
    Column("last_health_check", \.lastHealthCheck, role: .derived).neverCompared
    Column(ColumnName.createdBy, \.createdBy, role: .createdBy)
    Column(ColumnName.updatedBy, \.updatedBy, role: .updatedBy)
    Column(ColumnName.createdAt, \.createdAt, role: .createdAt)
    Column(ColumnName.updatedAt, \.updatedAt, role: .updatedAt)
  }
}

extension ValueLimit<String> {
  /// The rule for the link of a document: a web address, the path of a file, or the link of a file
  /// that is stored in the data file.
  fileprivate static var place: ValueLimit {
    ValueLimit(.length(TextLimit.address)) { place, _ throws(ValueRefusal) in
      let text = try TextCheck.cleaned(place, .line, "the link", max: TextLimit.address)
      guard !text.isEmpty else {
        throw .missing("A document needs a link or a file.")
      }
      place = text
      let address = text.lowercased().hasPrefix("www.") ? "https://" + text : text
      let hasScheme = hasScheme(text)
      guard
        VideoLink.isWebAddress(address) || KeptFile(link: text) != nil
          || !hasScheme && namesFile(text)
      else { throw .notALink(text, mayBeKept: !hasScheme) }
      place = address
    }
  }

  /// Returns whether the text is the path of a file from a folder such as `/`, `./` or `~/`, or
  /// ends like the name of a document, such as `.pdf`. A slash alone does not make a path: `n/a`.
  private static func namesFile(_ text: String) -> Bool {
    let parts = text.split(omittingEmptySubsequences: false) { "/\\".contains($0) }
    let isFromFolder = ["", ".", "..", "~"].contains(parts[0])
    if isFromFolder, parts.dropFirst().contains(where: { !$0.isEmpty }) { return true }
    let lowered = text.lowercased()
    return KeptFileType(ending: lowered) != nil || otherEndings.contains { lowered.hasSuffix($0) }
  }

  /// The endings of files that a document's link may name, although `documents upload` does not
  /// store such files.
  private static var otherEndings: [String] { [".doc", ".xls", ".ppt", ".pptx", ".rtf", ".txt"] }

  /// Returns whether the text begins with a URL scheme such as `mailto:`. Such a text is not
  /// accepted as a path; a file with that name must be entered as `./mailto:me`.
  private static func hasScheme(_ text: String) -> Bool {
    guard let colon = text.firstIndex(of: ":"), let first = text.first else { return false }
    return first.isASCII && first.isLetter
      && text[..<colon].allSatisfy { character in
        character.isASCII && (character.isLetter || character.isNumber || "+.-".contains(character))
      }
  }
}

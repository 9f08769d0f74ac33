public import FeatureKit

extension Document: FamilyRecord {
  public typealias Filter = DocumentFilter
  public typealias Sort = DocumentSort
  public typealias Row = DocumentRow
  public typealias Details = DocumentRow
  public typealias New = NewDocument
  public typealias Edit = DocumentEdit

  public static let kind = ReferenceKind.document
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

/// A document with the schools it went to.
public struct DocumentRow: Equatable, Sendable {
  public var reference: Reference
  public var document: Document
  public var school: Reference?
  public var sharedWith: [Reference]

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

public struct NewDocument: Equatable, Sendable {
  public var type: DocumentType
  public var title: String
  /// A link, or the path of a file.
  public var fileURL: String
  public var fields: DocumentEdit

  public init(
    type: DocumentType, title: String, fileURL: String, fields: DocumentEdit = DocumentEdit()
  ) {
    self.type = type
    self.title = title
    self.fileURL = fileURL
    self.fields = fields
  }
}

public struct DocumentEdit: Equatable, Sendable {
  public var type: DocumentType?
  public var title: String?
  public var description: Change<String> = .keep
  public var fileURL: String?
  public var school: Change<RecordID> = .keep
  public var sharedWithSchools: [RecordID]?
  public var isCurrent: Bool?
  /// What trying the link came to; the backend notes when.
  public var health: LinkHealth?

  public init() {}

  /// A new link has not been tried yet.
  public func apply(to document: inout Document) {
    if let type { document.type = .known(type) }
    title.apply(to: &document.title)
    description.apply(to: &document.description)
    if let fileURL, fileURL != document.fileURL {
      document.fileURL = fileURL
      document.version += 1
      document.healthStatus = nil
      document.lastHealthCheck = nil
    }
    school.apply(to: &document.schoolID)
    sharedWithSchools.apply(to: &document.sharedWithSchools)
    isCurrent.apply(to: &document.isCurrent)
    if let health { document.healthStatus = .known(health) }
  }
}

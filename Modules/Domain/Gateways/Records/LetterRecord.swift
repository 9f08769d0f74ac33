public import CivilTime
public import FeatureKit

extension RecommendationLetter: FamilyRecord {
  public typealias Filter = LetterFilter
  public typealias Sort = LetterSort
  public typealias Row = LetterRow
  public typealias Details = LetterRow
  public typealias New = NewLetter
  public typealias Edit = LetterEdit

  public static let kind = ReferenceKind.recommendationLetter
}

public struct LetterFilter: ListFilter {
  public var status: LetterStatus?
  /// Due on this day or before it.
  public var dueThrough: CalendarDay?
  /// A school it was submitted to.
  public var school: RecordID?

  public init() {}
}

public enum LetterSort: String, ListSort {
  case due, writer, status
  public static let standard = LetterSort.due
}

/// A letter with the schools it went to.
public struct LetterRow: Equatable, Sendable {
  public var reference: Reference
  public var letter: RecommendationLetter
  public var submittedTo: [Reference]
  public var document: Reference?

  public init(
    reference: Reference, letter: RecommendationLetter, submittedTo: [Reference] = [],
    document: Reference? = nil
  ) {
    self.reference = reference
    self.letter = letter
    self.submittedTo = submittedTo
    self.document = document
  }
}

public struct NewLetter: Equatable, Sendable {
  public var writerName: String
  public var fields: LetterEdit

  public init(writerName: String, fields: LetterEdit = LetterEdit()) {
    self.writerName = writerName
    self.fields = fields
  }
}

public struct LetterEdit: Equatable, Sendable {
  public var writerName: String?
  public var writerTitle: Change<String> = .keep
  public var writerEmail: Change<String> = .keep
  public var relationship: Change<String> = .keep
  public var requestedDate: Change<CalendarDay> = .keep
  public var dueDate: Change<CalendarDay> = .keep
  public var receivedDate: Change<CalendarDay> = .keep
  public var status: LetterStatus?
  public var schoolsSubmittedTo: [RecordID]?
  public var document: Change<RecordID> = .keep
  public var notes: Change<String> = .keep

  public init() {}

  public func apply(to letter: inout RecommendationLetter) {
    writerName.apply(to: &letter.writerName)
    writerTitle.apply(to: &letter.writerTitle)
    writerEmail.apply(to: &letter.writerEmail)
    relationship.apply(to: &letter.relationship)
    requestedDate.apply(to: &letter.requestedDate)
    dueDate.apply(to: &letter.dueDate)
    receivedDate.apply(to: &letter.receivedDate)
    if let status { letter.status = .known(status) }
    schoolsSubmittedTo.apply(to: &letter.schoolsSubmittedTo)
    document.apply(to: &letter.documentID)
    notes.apply(to: &letter.notes)
  }
}

public import Basics
public import CivilTime

extension RecommendationLetter: FamilyRecord {
  public typealias Filter = LetterFilter
  public typealias Sort = LetterSort
  public typealias Row = LetterRow
  public typealias Details = LetterRow

  public static let kind = ReferenceKind.recommendationLetter
  public static let tableName = "recommendation_letters"
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
public struct LetterRow: RecordRow {
  public var reference: Reference
  public var letter: RecommendationLetter
  public var submittedTo: [Reference]
  public var document: Reference?

  public var record: RecommendationLetter { letter }

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

extension RecommendationLetter {
  public static let table = RecordTable<RecommendationLetter>(
    tableName, .recommendationLetter, isAthletesOwn: true,
    adding: ("addLetter", "Added"), twin: [.name("writer_name"), "due_date"],
    rules: [
      .order(\.requestedDate, "the request", \.dueDate, "the day it is due"),
      .order(\.requestedDate, "the request", \.receivedDate, "the day it was received"),
    ]
  ) {
    Column(
      "writer_name", \.writerName,
      FieldForm("writer", "Writer", .nowhere, ask: "Who writes it?", isArgument: true),
      .required(
        "the writer's name", max: TextLimit.name, missing: "A letter needs the name of its writer."),
      isRequired: true, aliases: "writer", "name")
    Column.word(
      "status", \.status, FieldForm("status", "Status", .badge, ask: "How far is it?"),
      tones: [.received: .positive, .submitted: .positive, .requested: .caution])
    Column(
      "writer_title", \.writerTitle, FieldForm("title", "Title", .detail, ask: "Their title"),
      .text("the writer's title", max: TextLimit.name), aliases: "title")
    Column(
      "writer_email", \.writerEmail, FieldForm("email", "E-mail", ask: "Their e-mail address"),
      .email, typed: .address, aliases: "email", "e-mail", "mail")
    Column(
      "relationship", \.relationship,
      FieldForm("relationship", "Relationship", .detail, ask: "Who are they to you?"),
      .text("the relationship", max: TextLimit.name))
    Column(
      "requested_date", \.requestedDate,
      FieldForm("requested", "Requested", ask: "When did you ask for it?"), aliases: "requested")
    Field.shown("by", "Due", .trailing) { row in
      let isOpen = row.letter.status == .requested || row.letter.status == .notRequested
      return row.letter.dueDate.map { .deadline($0, isOpen: isOpen) }
    }
    Column(
      "due_date", \.dueDate,
      FieldForm("due", "Due", .nowhere, ask: "Until when do you need it?"),
      aliases: "due", "deadline")
    Column(
      "received_date", \.receivedDate, FieldForm("received", "Received", isAsked: false),
      aliases: "received")
    Column.links(
      "schools_submitted_to", \.schoolsSubmittedTo, to: .school,
      FieldForm("submitted-to", "Submitted to")
    ) { $0.submittedTo }
    Column.link(
      "document_id", \.documentID, to: .document, FieldForm("document", "Document"),
      heading: "document"
    ) { $0.document }
    Column(
      "notes", \.notes, FieldForm("notes", "Notes", .text), .lines("the notes"),
      aliases: "note", "comments", "comment")
    Column("user_id", \.athleteID, role: .owner)
    Column.unread("created_at", role: .createdAt)
    Column.unread("updated_at", role: .updatedAt)
  }
}

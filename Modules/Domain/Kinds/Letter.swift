public import Basics
public import CivilTime

/// A letter of recommendation for the athlete; a row of `recommendation_letters`.
public typealias RecommendationLetter = PlainRecord<Letter>
public typealias LetterRow = PlainRow<Letter>

/// The values of a letter of recommendation. The letters belong to the athlete alone: parents can
/// neither read nor count them (domain.md 3).
public struct Letter: PlainKind {
  public var writerName = ""
  public var writerTitle: String?
  public var writerEmail: String?
  /// How the writer knows the athlete, such as coach, teacher or employer.
  public var relationship: String?
  public var requestedDate: CalendarDay?
  /// The day by which the letter is needed. While the letter is requested and not received,
  /// notifications remind the athlete of this day (domain.md 4.11).
  public var dueDate: CalendarDay?
  public var receivedDate: CalendarDay?
  /// The status of the letter. An edit that sets the day of the request or of the receipt, or the
  /// schools, also sets the status.
  public var status: Open<LetterStatus> = .known(.notRequested)
  /// The ids of the schools that received the letter.
  public var schoolsSubmittedTo: [RecordID] = []
  /// The id of the document with the text of the letter; nil if the family has none.
  public var documentID: RecordID?
  public var notes: String?

  public init() {}

  public init(writerName: String) { self.writerName = writerName }

  public static let kind = ReferenceKind.recommendationLetter
  public static let tableName = TableName(ofPlainKind: "recommendation_letters")
  public static let isAthletesOwn = true
}

extension ReferenceKind {
  /// The kind of a letter of recommendation. It cannot be named `letter`, because every
  /// `ReferenceKind` has a property of that name and the compiler would confuse the two.
  public static let recommendationLetter = ReferenceKind(
    letter: "l", singular: "letter", plural: "letters")
}

/// The status of a letter of recommendation, such as requested or received.
public enum LetterStatus: String, Vocabulary {
  case notRequested = "not_requested"
  case requested, received, submitted

  /// Returns the most advanced status that follows from the days of the request and the receipt and
  /// from `isSubmitted`. Days in the future are ignored. The result is nil if no status follows.
  public static func reached(
    requested: CalendarDay?, received: CalendarDay?, isSubmitted: Bool, today: CalendarDay
  ) -> LetterStatus? {
    if isSubmitted { return .submitted }
    if let received, received <= today { return .received }
    if let requested, requested <= today { return .requested }
    return nil
  }
}

// MARK: - The columns of a letter

extension Letter {
  public static let table = RecordTable<RecommendationLetter>(
    of: Letter.self, twin: [.name("writer_name"), "due_date"],
    rules: [
      .order(
        \.requestedDate, "the request", \.dueDate, "the day it is due",
        fields: "due", "requested"),
      .order(
        \.requestedDate, "the request", \.receivedDate, "the day it was received",
        fields: "received", "requested"),
    ]
  ) {
    Column(
      "writer_name", \.writerName,
      FieldForm("writer", "Writer", .nowhere, ask: "Who writes it?", isArgument: true),
      .required(
        "the writer's name", max: TextLimit.name, missing: "A letter needs the name of its writer."),
      isRequired: true, aliases: "writer", "name")
    Column.word(
      ColumnName.status, \.status,
      FieldForm("status", "Status", .badge, ask: "What is its status?"),
      tones: [.received: .positive, .submitted: .positive, .requested: .caution])
    Column(
      "writer_title", \.writerTitle,
      FieldForm("title", "Title", .detail, ask: "Their title", hint: "For example math teacher"),
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
      FieldForm("requested", "Requested", ask: "When did you ask for it?"),
      typed: .dayLookingBack, aliases: "requested")
    Field.shown("by", "Due", .trailing) { row in
      let letter = row.record.own
      let isOpen = letter.status == .requested || letter.status == .notRequested
      return letter.dueDate.map { .deadline($0, isOpen: isOpen) }
    }
    Column(
      "due_date", \.dueDate,
      FieldForm("due", "Due", .nowhere, ask: "Until when do you need it?"),
      typed: .dueDay,
      aliases: "due", "deadline")
    Column(
      "received_date", \.receivedDate,
      FieldForm("received", "Received", hint: "The day on which it came", isAsked: false),
      typed: .dayLookingBack,
      aliases: "received")
    Column.links(
      ColumnName.schoolsSubmittedTo, \.schoolsSubmittedTo, to: .school,
      FieldForm("submitted-to", "Submitted to")
    ) { $0.named($0.record.schoolsSubmittedTo) }
    Column.link(
      "document_id", \.documentID, to: .document, FieldForm("document", "Document"),
      heading: "document"
    ) { $0.named($0.record.documentID) }
    Column(
      ColumnName.notes, \.notes, FieldForm("notes", "Notes", .text), .lines("the notes"),
      aliases: "note", "comments", "comment")
  }

  public static let list = PlainList(
    title: "writer_name", detail: "writer_title", searched: ["writer_name", "notes"],
    narrowedBy: [
      "status", PlainFilter("schools_submitted_to", as: "school"),
      .through("due_date", as: "due", "Due by"),
    ],
    orderedBy: [
      PlainOrder("due", by: "due_date", "writer_name"), PlainOrder("writer", by: "writer_name"),
      PlainOrder("status", by: "status", "writer_name"),
    ])
}

// MARK: - The words and rules of a letter

extension Letter {
  public static let words = KindWords(
    summary: "Recommendations.", none: "No letters yet",
    hint: "Letters of recommendation, whom you asked and until when.", add: "Add a letter",
    all: "letters of recommendation",
    askedFirst: ["writer", "status", "requested", "due"],
    examples: KindExamples(
      list: [CommandExample("letters --status requested", prints: "Letters\n…")],
      show: [CommandExample("letters show vance", prints: "Joel Vance\n…")],
      add: [
        CommandExample(
          #"letters add "Rosa Diaz" --title "Chemistry teacher" --requested today --due 2026-03-15"#,
          prints: "✓ Added l5 Rosa Diaz.\n…")
      ],
      edit: [
        CommandExample(
          "letters edit l3 --status received --received today",
          prints: "✓ Changed l3 Joel Vance.\n…")
      ],
      delete: [
        CommandExample("letters delete l4 --yes", prints: "✓ Deleted l4 Ian Eastman.\n…")
      ]))

  /// Sets the status that follows from the entered days and schools, unless the person entered a
  /// status. The status is never set back, for example from received to requested.
  public mutating func fillIn(given: Set<String>, today: CalendarDay) {
    guard !given.contains("status"),
      let reached = LetterStatus.reached(
        requested: given.contains("requested") ? requestedDate : nil,
        received: given.contains("received") ? receivedDate : nil,
        isSubmitted: given.contains("submitted-to"), today: today),
      status.isBefore(reached)
    else { return }
    status = .known(reached)
  }

  public static let filledIn: Set = ["status"]
}

extension Open<LetterStatus> {
  fileprivate func isBefore(_ status: LetterStatus) -> Bool {
    guard case .known(let own) = self else { return false }
    let order = LetterStatus.allCases
    return (order.firstIndex(of: own) ?? 0) < (order.firstIndex(of: status) ?? 0)
  }
}

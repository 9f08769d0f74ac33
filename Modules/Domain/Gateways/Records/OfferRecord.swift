public import Basics
public import CivilTime

extension Offer: FamilyRecord {
  public typealias Filter = OfferFilter
  public typealias Sort = OfferSort
  public typealias Row = OfferRow
  public typealias Details = OfferRow

  public static let kind = ReferenceKind.offer
  public static let tableName = TableName.offers
}

public struct OfferFilter: ListFilter {
  public var status: OfferStatus?
  public var type: OfferType?
  public var school: RecordID?
  /// A range of days. An offer matches if the deadline for its answer is one of these days.
  public var due: ClosedRange<CalendarDay>?

  public init() {}
}

public enum OfferSort: String, ListSort {
  /// The order in which pending offers come first, sorted by the day by which the athlete has to
  /// answer.
  case answer
  case date, deadline, school, status
  public static let standard = OfferSort.answer
  public var field: String {
    switch self {
    case .deadline: "due"
    case .date: "on"
    case .answer, .school, .status: words
    }
  }
}

/// An offer, with its school and the coach who made it.
public struct OfferRow: RecordRow {
  public var reference: Reference
  public var offer: Offer
  public var school: Reference
  public var coach: Reference?

  public var record: Offer { offer }

  public init(reference: Reference, offer: Offer, school: Reference, coach: Reference? = nil) {
    self.reference = reference
    self.offer = offer
    self.school = school
    self.coach = coach
  }
}

extension OfferRow {
  /// The offer in words, such as `Partial offer from Cedar Valley`.
  public var phrase: String {
    "\(offer.type.words) offer from \(Naming.of(school.title, otherwise: Naming.unknownSchool))"
  }
}

extension Offer {
  public static let amounts = 0.0...100_000
  public static let percentages = 0.0...100

  public static let table = RecordTable<Offer>(
    tableName, .offer, adding: ("addOffer", "Added"),
    twin: ["school_id", "offer_type", "offer_date"],
    rules: [
      ValueRule(
        fields: ["percentage", "amount"],
        isUnchanged: {
          $0.scholarshipAmount == $1.scholarshipAmount
            && $0.scholarshipPercentage == $1.scholarshipPercentage
        },
        clean: { offer, _ throws(ValueRefusal) in
          if offer.scholarshipAmount != nil, offer.scholarshipPercentage != nil {
            throw .amountAndPercentage
          }
        }),
      .order(
        \Offer.madeOn, "the offer", \.deadlineDate, "the deadline", fields: "deadline", "on"),
    ]
  ) {
    Column.link(
      ColumnName.schoolID, \.schoolID, to: .school,
      FieldForm("school", "School", ask: "Which school?", isArgument: true),
      heading: "school"
    ) { $0.school }
    Column.word(
      ColumnName.offerType, \.type,
      FieldForm("type", "Type", ask: "What do they offer?", isArgument: true),
      isRequired: true, aliases: "type", "kind")
    Column.word(
      ColumnName.status, \.status, FieldForm("status", "Status", .badge, isAsked: false),
      tones: [.accepted: .positive, .pending: .caution, .declined: .muted, .expired: .muted])
    Column(
      "scholarship_amount", \.scholarshipAmount,
      FieldForm("amount", "Scholarship", .detail, ask: "How many dollars a year?"),
      .number("a scholarship in dollars", amounts), typed: .dollars, aliases: "amount")
    Column(
      "scholarship_percentage", \.scholarshipPercentage,
      FieldForm(
        "percentage", "Scholarship share", .detail, ask: "Or how many percent of the cost?"),
      .number("a scholarship in percent", percentages), typed: .percent,
      aliases: "percentage", "percent")
    Column(
      "offer_date", \.offerDate, FieldForm("on", "Offered", ask: "When was it made?"),
      isRequired: true, typed: .pastDay, aliases: "date", "offered")
    Field.shown("due", "Deadline", .trailing) { row in
      row.offer.deadlineDate.map { .deadline($0, isOpen: row.offer.status == .pending) }
    }
    Column(
      ColumnName.deadlineDate, \.deadlineDate,
      FieldForm("deadline", "Deadline", .nowhere, ask: "Until when can you answer?"),
      typed: .dueDay,
      aliases: "deadline", "due")
    Column.link(
      ColumnName.coachID, \.coachID, to: .coach,
      FieldForm("coach", "Coach", ask: "Which coach made it?"),
      heading: "coach", aliases: "coach name"
    ) { $0.coach }
    Column(
      ColumnName.conditions, \.conditions,
      FieldForm(
        "conditions", "Conditions", .text, hint: "What they ask of you, such as a grade average"),
      .lines("the conditions"))
    Column(
      ColumnName.notes, \.notes,
      FieldForm("notes", "Notes", .text, ask: "Notes  (your family reads them)"),
      .lines("the notes"),
      aliases: "note", "comments", "comment")
    Column(ColumnName.userID, \.athleteID, role: .owner)
    Column(ColumnName.familyUnitID, \.familyID, role: .family)
    Column(ColumnName.createdBy, \.createdBy, role: .createdBy)
    Column(ColumnName.updatedBy, \.updatedBy, role: .updatedBy)
    Column(ColumnName.createdAt, \.createdAt, role: .createdAt)
    Column(ColumnName.updatedAt, \.updatedAt, role: .updatedAt)
  }

  private var madeOn: CalendarDay? { offerDate }
}

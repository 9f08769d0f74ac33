import Domain
import FeatureKit

extension RecommendationLetter: TabledRecord {
  @FieldBuilder<RecommendationLetter>
  static var fields: [Field<RecommendationLetter>] {
    Field.value("writer", "Writer", .text, \.writerName, .nowhere, ask: "Who writes it?") {
      $0.letter.writerName
    }
    Field.choice(
      "status", "Status", \.status, .badge,
      tones: [.received: .positive, .submitted: .positive, .requested: .caution],
      ask: "How far is it?"
    ) { $0.letter.status }
    Field.value("title", "Title", .text, \.writerTitle, .detail, ask: "Their title") {
      $0.letter.writerTitle
    }
    Field.value("email", "E-mail", .address, \.writerEmail, ask: "Their e-mail address") {
      $0.letter.writerEmail
    }
    Field.value(
      "relationship", "Relationship", .text, \.relationship, .detail, ask: "Who are they to you?"
    ) {
      $0.letter.relationship
    }
    Field.value("requested", "Requested", .day, \.requestedDate, ask: "When did you ask for it?") {
      $0.letter.requestedDate
    }
    Field.shown("by", "Due", .trailing) { row in
      let isOpen = row.letter.status == .requested || row.letter.status == .notRequested
      return row.letter.dueDate.map { .deadline($0, isOpen: isOpen) }
    }
    Field.value("due", "Due", .day, \.dueDate, .nowhere, ask: "Until when do you need it?") {
      $0.letter.dueDate
    }
    Field.value("received", "Received", .day, \.receivedDate, isAsked: false) {
      $0.letter.receivedDate
    }
    Field.records("submitted-to", "Submitted to", .school, \.schoolsSubmittedTo) { $0.submittedTo }
    Field.record("document", "Document", .document, \.document) { $0.document }
    Field.value("notes", "Notes", .text, \.notes, .text) { $0.letter.notes }
  }

  static var filters: [ListFilterField<RecommendationLetter>] {
    [
      .choice("status", "Status", \.status),
      .record("school", "Submitted to", .school, \.school),
      .day("due", "Due by", .lastDay) { filter, day, _ in filter.dueThrough = day },
    ]
  }

  static var required: [String] { ["writer"] }
  static var isAthletesOwn: Bool { true }
  static var emptyWords: KindShape.Words {
    KindShape.Words(
      none: "No letters yet", hint: "Letters of recommendation, whom you asked and until when.",
      add: "Add a letter")
  }

  static var blank: RecommendationLetter {
    RecommendationLetter(id: .none, athleteID: .none, writerName: "Writer")
  }
  mutating func apply(_ edit: LetterEdit) { edit.apply(to: &self) }

  static func new(
    from given: Given, _ edit: LetterEdit, _ context: ParseContext
  ) throws(Problem) -> NewLetter {
    guard let writer = given.text("writer") else { throw Given.missing("writer") }
    return NewLetter(writerName: writer, fields: edit)
  }

  /// The days and schools tell how far it is, unless the status was said; it never goes back.
  static func completed(_ given: Given, before: LetterRow?, _ context: ParseContext) -> Given {
    guard given["status"] == nil,
      let reached = LetterStatus.reached(
        requested: given.day("requested"), received: given.day("received"),
        isSubmitted: given["submitted-to"] != nil, today: context.today),
      before?.letter.status.isBefore(reached) ?? true
    else { return given }
    var completed = given
    completed.values["status"] = FieldKind<LetterStatus>.choice.wrap(reached)
    return completed
  }
}

extension Open<LetterStatus> {
  fileprivate func isBefore(_ status: LetterStatus) -> Bool {
    guard case .known(let own) = self else { return false }
    let order = LetterStatus.allCases
    return (order.firstIndex(of: own) ?? 0) < (order.firstIndex(of: status) ?? 0)
  }
}

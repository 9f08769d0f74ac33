import Domain
import FeatureKit

extension RecommendationLetter: TabledRecord {
  static var filters: [ListFilterField<RecommendationLetter>] {
    [
      .choice("status", "Status", \.status),
      .record("school", "Submitted to", .school, \.school),
      .day("due", "Due by", .lastDay) { filter, day, _ in filter.dueThrough = day },
    ]
  }

  static var askedFirst: Set<String> { ["writer", "status", "requested", "due"] }
  static var emptyWords: KindShape.EmptyWords {
    KindShape.EmptyWords(
      none: "No letters yet", hint: "Letters of recommendation, whom you asked and until when.",
      add: "Add a letter")
  }

  /// The days and schools tell how far it is, unless the status was said; it never goes back.
  mutating func fillIn(_ given: Given, isNew: Bool, _ context: ParseContext) {
    guard given["status"] == nil,
      let reached = LetterStatus.reached(
        requested: given.day("requested"), received: given.day("received"),
        isSubmitted: given["submitted-to"] != nil, today: context.today),
      status.isBefore(reached)
    else { return }
    status = .known(reached)
  }

  static func completed(_ given: Given, before: LetterRow?, saved: LetterRow) -> Given {
    guard given["status"] == nil, let status = saved.letter.status.known,
      status != (before?.letter.status ?? .known(.notRequested)).known
    else { return given }
    var completed = given
    completed.values["status"] = FieldKind<LetterStatus>.choice.wrap(status)
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

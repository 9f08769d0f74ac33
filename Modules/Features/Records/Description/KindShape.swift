import Domain
import FeatureKit

/// What pages and words have to know of a kind of record.
struct KindShape: Sendable {
  let kind: ReferenceKind
  var fields: [FieldShape] = []
  /// The command that opens one of them; empty where the handle alone does.
  var show: String
  /// What is said when there is none, and what adding the first is called.
  var empty = EmptyWords(none: "", hint: "", add: "")
  /// Nobody but the athlete sees them (rule 3).
  var isAthletesOwn = false

  struct EmptyWords: Equatable, Sendable {
    var none: String
    var hint: String
    var add: String
    /// All of them by their full name, where the noun alone is short.
    var all: String?
  }

  /// The command that opens this one.
  func opening(_ handle: String) -> String { show.isEmpty ? handle : "\(show) \(handle)" }

  /// What else can be done with all of them.
  var linksOfList: [CommandLink] {
    kind == .document ? [CommandLink("Try the links", "documents check")] : []
  }

  /// `Schools`.
  var title: String { kind.plural.capitalizedFirst }

  func field(_ name: String) -> FieldShape? { fields.first { $0.name == name } }
}

extension KindShape {
  /// Kinds of other features that stand on the pages of records.
  static let metric = KindShape(
    kind: .metric,
    fields: [
      FieldShape(name: "value", label: "Value", place: .badge),
      FieldShape(name: "on", label: "Measured", place: .trailing),
    ], show: "performance show")
  static let suggestion = KindShape(
    kind: .suggestion,
    fields: [
      FieldShape(
        name: "urgency", label: "Urgency", place: .badge,
        tones: ["high": .danger, "medium": .warning, "low": .muted])
    ], show: "suggestions why")
  private static let task = KindShape(
    kind: .task, fields: [FieldShape(name: "detail", label: "Grade", place: .detail)],
    show: "tasks show")
  private static let notification = KindShape(
    kind: .notification, fields: [FieldShape(name: "detail", label: "When", place: .detail)],
    show: "notifications show")
  /// Their handle alone shows the page on which they stand.
  private static let quickTask = KindShape(kind: .quickTask, show: "")
  private static let person = KindShape(
    kind: .person, fields: [FieldShape(name: "detail", label: "Who", place: .detail)], show: "")

  static let others = [metric, suggestion, task, notification, quickTask, person]
}

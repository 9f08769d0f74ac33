import Domain
import FeatureKit

/// A kind of record as pages and words use it.
struct KindShape: Sendable {
  let kind: ReferenceKind
  var fields: [FieldShape] = []
  /// The command that opens a record; empty if its handle alone does.
  var show: String
  /// The words of an empty list, and of the command that adds the first record.
  var empty = EmptyWords(none: "", hint: "", add: "")
  /// Whether only the athlete sees the records (rule 3).
  var isAthletesOwn = false

  struct EmptyWords: Equatable, Sendable {
    var none: String
    var hint: String
    var add: String
    /// The full name of the list, if the noun alone is too short.
    var all: String?
  }

  /// The command that opens this record.
  func opening(_ handle: String) -> String { show.isEmpty ? handle : "\(show) \(handle)" }

  /// Further commands for a list of so many.
  func linksOfList(_ count: Int, mayChange: Bool) -> [CommandLink] {
    switch kind {
    case .school where count > 0: [CommandLink("By status", "schools board")]
    case .offer where count > 1: [CommandLink("Side by side", "offers compare")]
    case .document where mayChange:
      bringing + [CommandLink("Try the links", "documents check")]
    default: []
    }
  }

  /// A document can also be a file that is brought.
  var bringing: [CommandLink] {
    kind == .document ? [CommandLink("Add a file", "documents upload")] : []
  }

  /// The title of the kind's pages: `Schools`.
  var title: String { kind.plural.capitalizedFirst }

  func field(_ name: String) -> FieldShape? { fields.first { $0.name == name } }
}

extension KindShape {
  /// Kinds of other features that pages of records show.
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
  /// The handle of a quick task or a person, typed alone, opens the page that lists them.
  private static let quickTask = KindShape(kind: .quickTask, show: "")
  private static let person = KindShape(
    kind: .person, fields: [FieldShape(name: "detail", label: "Who", place: .detail)], show: "")

  static let others = [metric, suggestion, task, notification, quickTask, person]
}

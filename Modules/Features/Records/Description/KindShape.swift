import Domain
import FeatureKit

/// The fields, texts and commands with which pages show one kind of record.
struct KindShape: Sendable {
  let kind: ReferenceKind
  var fields: [FieldShape] = []
  /// The command that opens a record. Empty if the record's handle alone opens it.
  var show: String
  /// The texts of an empty list, and the text of the link that adds the first record.
  var empty = EmptyWords(none: "", hint: "", add: "")
  /// Whether only the athlete sees the records (domain.md 3).
  var isAthletesOwn = false

  struct EmptyWords: Equatable, Sendable {
    var none: String
    var hint: String
    var add: String
    /// The full name of the list, if the noun alone is too short.
    var all: String?
  }

  /// The command that opens the record with this handle.
  func opening(_ handle: String) -> String { show.isEmpty ? handle : "\(show) \(handle)" }

  /// The additional links of a list with `count` records.
  func linksOfList(_ count: Int, mayChange: Bool) -> [CommandLink] {
    switch kind {
    case .school where count > 0: [CommandLink("By status", "schools board")]
    case .offer where count > 1: [CommandLink("Side by side", "offers compare")]
    case .document where mayChange:
      bringing + [CommandLink("Try the links", "documents check")]
    default: []
    }
  }

  /// The link that uploads a file. Only documents have it.
  var bringing: [CommandLink] {
    kind == .document ? [CommandLink("Add a file", "documents upload")] : []
  }

  /// The title of the kind's pages, such as `Schools`.
  var title: String { kind.plural.capitalizedFirst }

  func field(_ name: String) -> FieldShape? { fields.first { $0.name == name } }
}

extension KindShape {
  /// Shapes of kinds that belong to other features and appear on pages of records.
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
  /// A quick task and a person have no page of their own. Their handle opens the page that lists
  /// them.
  private static let quickTask = KindShape(kind: .quickTask, show: "")
  private static let person = KindShape(
    kind: .person, fields: [FieldShape(name: "detail", label: "Who", place: .detail)], show: "")

  static let others = [metric, suggestion, task, notification, quickTask, person]
}

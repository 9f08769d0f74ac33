import Domain
import FeatureKit

/// What pages need to know about one kind of record, such as schools, to build its lists: the
/// fields, texts and commands. The Swift type of the records is not needed.
struct KindShape: Sendable {
  let kind: ReferenceKind
  var fields: [FieldShape] = []
  /// For each field by which the list can be sorted, the value of the option `--sort`.
  ///
  /// The property is a closure because the program creates the descriptions of all kinds of records
  /// at every start, and only a page in a browser needs these values.
  var orders: @Sendable () -> [String: String] = { [:] }
  /// The names of fields that refer to a person or a college. The title of a list row is the first
  /// of these fields that has a value, and the record's own title is shown below.
  var leads: [String] = []
  /// The command that opens a record, such as `schools show`. Empty if the record's short name,
  /// such as `p1`, is the whole command.
  var show: String
  /// The texts of an empty list, and the text of the link that adds the first record.
  var empty = EmptyWords(none: "", hint: "", add: "")
  /// Whether only the athlete may see records of this kind, and no parent (domain.md 3).
  var isAthletesOwn = false

  struct EmptyWords: Equatable, Sendable {
    var none: String
    var hint: String
    var add: String
    /// The name of the list in sentences, such as `letters of recommendation`. Nil uses the plural
    /// of the kind's noun, such as `schools`.
    var all: String?
  }

  /// Returns the command line that shows the record with this short name, for example
  /// `schools show s3`.
  func opening(_ handle: String) -> String { show.isEmpty ? handle : "\(show) \(handle)" }

  /// Returns the links above a list that only this kind has, such as the board of schools.
  ///
  /// - Parameter count: the number of records in the list. A comparison of offers needs two of
  ///   them.
  func linksOfList(_ count: Int, mayChange: Bool) -> [CommandLink] {
    switch kind {
    case .school where count > 0: [CommandLink("By status", "schools board")]
    case .offer where count > 1: [CommandLink("Side by side", "offers compare")]
    case .document where mayChange:
      bringing + [CommandLink("Try the links", "documents check")]
    default: []
    }
  }

  /// The link that adds a record to the list.
  var addition: CommandLink {
    CommandLink(
      kind == .interaction ? empty.add : "Add \(kind.withArticle)", "\(kind.plural) add")
  }

  /// The links that add a document together with its file. The array is empty for other kinds of
  /// records.
  var bringing: [CommandLink] {
    kind == .document ? [CommandLink(Document.uploading, "documents upload")] : []
  }

  /// The title of the kind's pages, such as `Schools`.
  var title: String { kind.plural.capitalizedFirst }

  func field(_ name: String) -> FieldShape? { fields.first { $0.name == name } }

  /// Returns the shape for a list that is sorted by this value of `--sort`. The rows of such a list
  /// show the field by which they are sorted, even if other lists do not show it.
  func sorted(by order: String?) -> KindShape {
    guard let order, let name = orders().first(where: { $0.value == order })?.key,
      let place = fields.firstIndex(where: { $0.name == name && $0.place == .facts })
    else { return self }
    var shape = self
    shape.fields[place].place = .labelledDetail
    return shape
  }
}

extension KindShape {
  /// The shape of measurements, which belong to another feature. The next shapes also belong to
  /// other features.
  ///
  /// The records feature does not declare the fields of these kinds. It only shows their records on
  /// the pages of other records and among search results.
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
  /// Quick tasks and people have no pages of their own. The handle (short name) of a quick task,
  /// such as `q3`, is itself the command that shows the list of quick tasks. So `show` is empty.
  private static let quickTask = KindShape(kind: .quickTask, show: "")
  private static let person = KindShape(
    kind: .person, fields: [FieldShape(name: "detail", label: "Who", place: .detail)], show: "")

  static let others = [metric, suggestion, task, notification, quickTask, person]
}

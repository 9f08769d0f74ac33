public import CivilTime
public import Domain
public import FeatureKit

/// A record of any kind as pages show it: its name, and its values in the order of its table.
public struct Entry: Equatable, Sendable {
  public var reference: Reference
  public var items: [Item]

  public struct Item: Equatable, Sendable {
    public var field: String
    public var value: FieldValue

    public init(_ field: String, _ value: FieldValue) {
      self.field = field
      self.value = value
    }
  }

  public init(_ reference: Reference, _ items: [Item] = []) {
    self.reference = reference
    self.items = items
  }

  public subscript(field: String) -> FieldValue? {
    items.first { $0.field == field }?.value
  }

  /// The answers of a form by field name.
  var answers: [String: [String]] {
    Dictionary(items.map { ($0.field, $0.value.answers) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Records of one kind that belong to another record, such as the coaches of a school.
public struct Related: Equatable, Sendable {
  public var title: String
  public var entries: [Entry]
  /// The number of all entries, including entries that are not shown.
  public var total: Int
  /// The command line that lists all entries.
  public var all: String?
  /// The request that lists all entries, if the list belongs to the records feature.
  public var list: RecordsFeature.ListRequest?
  /// The fields that can hold the day of an entry. The first field with a value counts. Dated
  /// entries appear in one timeline. Without fields, the entries have their own section.
  public var days: [String]

  public init(
    _ title: String, _ entries: [Entry], total: Int? = nil, all: String? = nil,
    list: RecordsFeature.ListRequest? = nil, datedBy days: [String] = []
  ) {
    self.title = title
    self.entries = entries
    self.total = total ?? entries.count
    self.all = all ?? list.map { CommandText.line($0.words(showingAll: false)) }
    self.list = list
    self.days = days
  }
}

/// One change of a school's status.
public struct StatusLine: Equatable, Sendable {
  public var at: Instant
  public var from: String?
  public var to: String
  public var by: String
  public var note: String?

  public init(at: Instant, from: String?, to: String, by: String, note: String?) {
    self.at = at
    self.from = from
    self.to = to
    self.by = by
    self.note = note
  }
}

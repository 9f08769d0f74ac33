public import CivilTime
public import Domain
public import FeatureKit

/// One record as lists and pages show it, without its Swift type: its name, its short name such as
/// `s3`, and the values of its fields in the order in which its kind declares them.
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

    /// Returns whether the value refers to this record.
    func isAbout(_ reference: Reference) -> Bool {
      if case .record(let other) = value { other.id == reference.id } else { false }
    }
  }

  public init(_ reference: Reference, _ items: [Item] = []) {
    self.reference = reference
    self.items = items
  }

  public subscript(field: String) -> FieldValue? {
    items.first { $0.field == field }?.value
  }

  /// The values by field name, as the texts that an edit form of the record sends.
  var answers: [String: [String]] {
    Dictionary(items.map { ($0.field, $0.value.answers) }, uniquingKeysWith: { first, _ in first })
  }
}

/// Records of one kind that belong to another record, such as the coaches of a school.
public struct Related: Equatable, Sendable {
  public var title: String
  public var entries: [Entry]
  /// The number of related records, of which `entries` may contain only the first ones.
  public var total: Int
  /// The command line of the link that lists all related records.
  public var all: String?
  /// The list of all related records, if the records feature has a page with this list.
  ///
  /// Nil for records of other features, such as measurements: the command line in `all` shows their
  /// list.
  public var list: RecordsFeature.ListRequest?
  /// The names of the fields that can hold a related record's day. The first of them with a value
  /// is used.
  ///
  /// Records with a day are shown in the page's timeline (the list of dated records). If `days` is
  /// empty, the records have a section of their own.
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

/// One change of a school's status, as a line of the history on the school's page.
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

public import Basics

/// A column that an import file may have: its name, and other names that people use for it.
public struct ImportColumn: Equatable, Sendable {
  public var name: String
  public var aliases: [String]
  /// Whether the column is required. A file without it cannot be imported.
  public var isRequired: Bool
  /// The heading of the column in messages, in words that people read. An import recognizes the
  /// column by this heading too.
  public var heading: String
  /// Whether people may have this column in their own table, so that messages suggest it. False for
  /// a column that only the program's exports have, such as an id.
  public var isOffered: Bool

  init(
    _ name: String, _ aliases: [String], isRequired: Bool = false, heading: String? = nil,
    isOffered: Bool = true
  ) {
    self.name = name
    self.aliases = aliases
    self.isRequired = isRequired
    self.heading = heading ?? plainWords(of: name)
    self.isOffered = isOffered
  }

  /// Returns whether the column has this heading, in any spelling of case, spaces and punctuation.
  public func answers(to heading: String) -> Bool {
    let wanted = heading.lettersAndDigits
    return ([name] + aliases).contains { $0.lettersAndDigits == wanted }
  }
}

extension ReferenceKind {
  /// The kinds of records that can be imported from a table.
  public static let importable: [ReferenceKind] = RecordKinds.all.map { $0.kind }

  /// The columns that an import file of this kind may have; none if the kind cannot be imported.
  ///
  /// A reference to another record has two columns: the short one, such as `school`, contains a
  /// name or a handle such as `s3`, and the long one, `school_id`, an id. A coach's full name may
  /// be in one column.
  public var importColumns: [ImportColumn] {
    RecordKinds.all.first { $0.kind == self }?.importColumns ?? []
  }
}

extension FamilyRecord {
  fileprivate static var importColumns: [ImportColumn] { table.importColumns }
}

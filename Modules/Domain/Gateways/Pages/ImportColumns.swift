public import Basics

/// A column that a table for import may have: its name in the file, and what people call it.
public struct ImportColumn: Equatable, Sendable {
  public var name: String
  public var aliases: [String]
  /// Whether the column is required; no row can be read without it.
  public var isRequired: Bool

  init(_ name: String, _ aliases: [String], isRequired: Bool = false) {
    self.name = name
    self.aliases = aliases
    self.isRequired = isRequired
  }

  /// Returns whether the column has this heading, in any spelling of case, spaces and punctuation.
  public func answers(to heading: String) -> Bool {
    let wanted = heading.lettersAndDigits
    return ([name] + aliases).contains { $0.lettersAndDigits == wanted }
  }
}

extension ReferenceKind {
  /// The kinds of which rows can be added from a table.
  public static let importable: [ReferenceKind] = RecordKinds.all.map { $0.kind }

  /// The columns that a table of the kind may have; none for a kind that is not imported.
  ///
  /// For a column that names another record, its short name (`school`) takes a name or a handle, and the long name an id. A coach's full
  /// name may be in one column.
  public var importColumns: [ImportColumn] {
    RecordKinds.all.first { $0.kind == self }?.importColumns ?? []
  }
}

extension FamilyRecord {
  fileprivate static var importColumns: [ImportColumn] { table.importColumns }
}

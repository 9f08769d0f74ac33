import FeatureKit

/// A value of a record that an imported table may contain, such as `name`, and the headings by
/// which its column is recognized.
public struct CSVField: Equatable, Sendable {
  public var name: String
  public var aliases: [String]
  public var isRequired: Bool
  /// The heading that messages use for the column.
  public var heading: String
  /// Whether a message that lists the known headings includes this heading. It is false for a value
  /// that people do not write themselves.
  public var isOffered: Bool

  public init(
    _ name: String, aliases: [String] = [], isRequired: Bool = false, heading: String? = nil,
    isOffered: Bool = true
  ) {
    self.name = name
    self.aliases = aliases
    self.isRequired = isRequired
    self.heading = heading ?? name
    self.isOffered = isOffered
  }
}

/// Finds, for each column of an imported table, the field of a record that the column fills. The
/// column's heading decides.
///
/// Headings match without regard to case, spaces and punctuation. For example, `Graduation Year`
/// matches `graduation_year`.
public struct CSVColumns: Equatable, Sendable {
  /// The field that each column fills. It is nil for a column that is ignored.
  public let fields: [String?]
  /// The headings of the ignored columns, which the import reports to the person.
  public let ignored: [String]

  /// Assigns the columns of a table to fields by the table's header line.
  ///
  /// - Parameter mapping: pairs of a heading in the file and the field that its column fills, as
  ///   the person chose them. They take precedence over matching headings.
  public init(
    header: CSVReader.Row?, fields known: [CSVField],
    mapping: [(column: String, field: String)] = []
  ) throws(CSVFailure) {
    guard let header = header?.cells else { throw .noHeader }
    let names = header.map(Self.folded)
    var chosen: [String?] = Array(repeating: nil, count: header.count)
    for (column, field) in mapping {
      guard let field = known.first(where: { $0.answers(to: Self.folded(field)) }) else {
        throw .mappedFieldUnknown(field, known: Self.offered(known))
      }
      guard let index = names.firstIndex(of: Self.folded(column)) else {
        throw .mappedColumnMissing(column, header: header)
      }
      chosen[index] = field.name
    }
    let mapped = Set(chosen.compactMap(\.self))
    for index in names.indices where chosen[index] == nil && !names[index].isEmpty {
      let field = known.first { $0.answers(to: names[index]) }
      if let field, !mapped.contains(field.name) { chosen[index] = field.name }
    }
    try Self.check(chosen, header: header, known: known)
    fields = chosen
    ignored = header.indices.filter { chosen[$0] == nil && !header[$0].isEmpty }.map { header[$0] }
  }

  /// Returns the filled fields of a row with their texts, in the order of the columns.
  ///
  /// Blank cells, and missing cells at the end, are left out. The apostrophe that the program's own
  /// exports put before a formula character is removed, so an exported text is imported unchanged.
  public func values(of row: CSVReader.Row) throws(CSVFailure) -> [(field: String, text: String)] {
    let surplus = row.cells.dropFirst(fields.count)
    guard surplus.allSatisfy({ $0.allSatisfy(\.isWhitespace) }) else {
      throw .rowTooLong(line: row.line, cells: row.cells.count, columns: fields.count)
    }
    var values: [(field: String, text: String)] = []
    for (field, cell) in zip(fields, row.cells) {
      guard let field, !cell.allSatisfy(\.isWhitespace) else { continue }
      values.append((field, CSVCell.restored(cell)))
    }
    return values
  }
}

extension CSVColumns {
  private static func offered(_ fields: [CSVField]) -> [String] {
    fields.filter(\.isOffered).map(\.heading)
  }

  private static func check(_ chosen: [String?], header: [String], known: [CSVField])
    throws(CSVFailure)
  {
    guard chosen.contains(where: { $0 != nil }) else {
      throw .noColumnKnown(header: header, known: offered(known))
    }
    for field in known {
      let columns = chosen.indices.filter { chosen[$0] == field.name }
      if columns.isEmpty, field.isRequired {
        throw .columnMissing(field: field.heading, header: header)
      }
      if columns.count > 1 {
        throw .columnTwice(
          field: field.heading, first: header[columns[0]], second: header[columns[1]])
      }
    }
  }

  /// Returns the letters and digits of a heading in lower case, such as `graduationyear` for
  /// `Graduation Year`.
  public static func folded(_ name: String) -> String { name.lettersAndDigits }
}

extension CSVField {
  /// Returns whether a column with this heading fills the field. The caller has removed everything
  /// from the heading except letters and digits, and made the letters lower case.
  public func answers(to folded: String) -> Bool {
    CSVColumns.folded(name) == folded || aliases.contains { CSVColumns.folded($0) == folded }
  }
}

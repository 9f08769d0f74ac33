import Documents
import Domain
import FeatureKit

/// The columns of an imported table, and what each column fills.
///
/// Most columns fill a field of a record. In a table from a measuring device, a column can instead
/// contain the values of one measure, such as exit velocity.
struct TableColumns: Equatable {
  typealias Texts = [(field: String, text: String)]
  /// The texts of one record by field, and for each field the heading of its column in the imported
  /// file.
  typealias DescribedRecord = (texts: Texts, headings: [String: String])

  private let columns: CSVColumns
  /// The headings of the columns in the imported file. The key is the name of the field that a
  /// column fills.
  private let headings: [String: String]
  /// Values that the person typed for all rows, such as `--map type=velocity` for a table without a
  /// column for the type.
  private let constants: [Constant]
  /// The columns whose cells are measurements of one type, such as a column `Exit Velo (mph)`.
  private let measures: [Measure]
  /// The names by which a table can refer to a measure, such as exit velocity.
  ///
  /// Nil for a table that contains no measurements.
  private let names: MeasureNames?
  /// Whether the imported file uses a comma as the decimal sign, so that `85,5` is one number. True
  /// if the file separates its cells by semicolons.
  let hasDecimalCommas: Bool

  private struct Constant: Equatable {
    var field: String
    /// The name of the field as the person typed it. Messages use it like the heading of a column.
    var heading: String
    var text: String
  }

  private struct Measure: Equatable {
    var place: Int
    var heading: String
    var type: MetricType
    /// The unit in the brackets of a heading, such as `mph` in `Exit Velo (mph)`.
    var unit: String?
  }

  private static let type = "metric_type"
  private static let value = "value"
  private static let unit = "unit"

  init(
    header: CSVReader.Row?, fields: [CSVField],
    mapping: [ArchiveFeature.ColumnMapping], measures known: MeasureNames?,
    hasDecimalCommas: Bool
  ) throws(CSVFailure) {
    let names = header?.cells ?? []
    var mapped: [(column: String, field: String)] = []
    var constants: [Constant] = []
    for choice in mapping {
      let name = CSVColumns.folded(choice.column)
      let isHeading = names.contains { CSVColumns.folded($0) == name }
      if !isHeading, let field = fields.first(where: { $0.answers(to: name) }) {
        constants.append(
          Constant(field: field.name, heading: choice.column, text: choice.field))
      } else {
        mapped.append((choice.column, choice.field))
      }
    }
    let given = Set(constants.map(\.field))
    let measures =
      known.map { Self.measures(in: names, $0, mapped: mapped.map(\.column), fields, given) } ?? []
    let said = given.union(measures.isEmpty ? [] : [Self.type, Self.value])
    columns = try CSVColumns(
      header: header,
      fields: fields.map { field in
        var field = field
        if said.contains(field.name) { field.isRequired = false }
        return field
      }, mapping: mapped)
    var headings = Dictionary(
      constants.map { ($0.field, $0.heading) }, uniquingKeysWith: { $1 })
    for (field, name) in zip(columns.fields, names) {
      if let field { headings[field] = name.trimmed }
    }
    self.headings = headings
    self.constants = constants
    self.measures = measures
    self.names = known
    self.hasDecimalCommas = hasDecimalCommas
  }

  /// Returns the columns whose heading names a measure, such as `Exit Velo (mph)`.
  ///
  /// The result is empty if the table has a column for the type or the value of a measurement,
  /// because each of its rows is then a single measurement.
  private static func measures(
    in names: [String], _ known: MeasureNames, mapped: [String], _ fields: [CSVField],
    _ given: Set<String>
  ) -> [Measure] {
    let own = fields.filter { [type, value].contains($0.name) }
    let taken = Set(mapped.map(CSVColumns.folded))
    let isLong =
      !given.isDisjoint(with: [type, value])
      || names.contains { name in
        let folded = CSVColumns.folded(name)
        return taken.contains(folded) || own.contains { $0.answers(to: folded) }
      }
    guard !isLong else { return [] }
    return names.enumerated().compactMap { place, name in
      guard !fields.contains(where: { $0.answers(to: CSVColumns.folded(name)) }) else { return nil }
      if let own = known.own(name) { return Measure(place: place, heading: name, type: own) }
      let parts = name.split(separator: "(", maxSplits: 1)
      guard let heading = parts.first, let type = known.type(named: String(heading)),
        type != .other
      else { return nil }
      let unit = parts.dropFirst().first.map { String($0.filter { $0 != ")" }).trimmed }
      return Measure(place: place, heading: name, type: type, unit: unit)
    }
  }

  /// The headings of columns that fill no field and name no measure. The import skips these
  /// columns, and its answer names them.
  var ignored: [String] {
    let measured = Set(measures.map(\.heading))
    return columns.ignored.filter { !measured.contains($0) }
  }

  /// Returns the records that one row describes: one record, or one for each measurement in a row
  /// with several columns of measures.
  func records(of row: CSVReader.Row) throws(CSVFailure) -> [DescribedRecord] {
    var texts = try columns.values(of: row)
    for constant in constants where !texts.contains(where: { $0.field == constant.field }) {
      texts.append((constant.field, constant.text))
    }
    guard !measures.isEmpty else { return [(Self.withoutUnit(withKey(texts)), headings)] }
    return measures.compactMap { measure -> DescribedRecord? in
      guard row.cells.indices.contains(measure.place) else { return nil }
      let cell = row.cells[measure.place].trimmed
      guard !cell.isEmpty, !["-", "–", "n/a", "na"].contains(cell.lowercased()) else { return nil }
      var own = texts + [(Self.type, measure.type.rawValue), (Self.value, cell)]
      if let unit = measure.unit, !unit.isEmpty, !texts.contains(where: { $0.field == Self.unit }) {
        own.append((Self.unit, MetricUnit.kept(unit, measuring: measure.type) ?? unit))
      }
      var headings = self.headings
      headings[Self.value] = measure.heading.trimmed
      return (Self.withoutUnit(own), headings)
    }
  }

  /// Returns the texts with the name of a measure replaced by its key, if the family has added the
  /// measure. Stored measurements contain the key.
  private func withKey(_ texts: Texts) -> Texts {
    guard let names, let place = texts.firstIndex(where: { $0.field == Self.type }),
      let own = names.own(texts[place].text)
    else { return texts }
    var keyed = texts
    keyed[place].text = own.rawValue
    return keyed
  }

  /// Returns the texts with a value such as `88mph` split into the number and the unit. A time such
  /// as `1:52.3` becomes seconds.
  private static func withoutUnit(_ texts: Texts) -> Texts {
    guard let place = texts.firstIndex(where: { $0.field == value }),
      texts.contains(where: { $0.field == type }),
      case .success(let measured) = MetricEntry.measured(texts[place].text),
      let written = measured.unit
    else { return texts }
    var own = texts
    own[place].text = DecimalText.shortest(measured.value)
    own.removeAll { $0.field == unit }
    own.append((unit, MetricUnit.kept(written)))
    return own
  }
}

/// The names by which a table can refer to a measure: those of the measures of all sports, and
/// those of the measures that the family has added.
struct MeasureNames: Equatable {
  var own: [MetricType]

  func type(named heading: String) -> MetricType? { own(heading) ?? MetricType(written: heading) }

  /// Returns the measure that the family has defined under this name or key, or nil.
  func own(_ name: String) -> MetricType? { own.named(name) }
}

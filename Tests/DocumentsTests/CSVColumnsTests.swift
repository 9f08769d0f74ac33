import Documents
import Testing

@Suite("Columns by their names")
struct CSVColumnsTests {
  let fields = [
    CSVField("name", aliases: ["school", "school name"], isRequired: true),
    CSVField("graduation_year"),
    CSVField("notes"),
  ]

  func columns(
    _ header: [String], _ mapping: [(column: String, field: String)] = []
  ) throws(CSVFailure) -> CSVColumns {
    try CSVColumns(
      header: CSVReader.Row(line: 1, cells: header), fields: fields, mapping: mapping)
  }

  @Test("Names fit whatever their case, spaces and punctuation; the rest is told, not lost")
  func names() throws {
    let columns = try columns(["School Name", "GRADUATION-YEAR", "Mascot", ""])
    #expect(columns.fields == ["name", "graduation_year", nil, nil])
    #expect(columns.ignored == ["Mascot"])
  }

  @Test("A mapping goes before a name that fits")
  func mapping() throws {
    let columns = try columns(["Name", "Wer"], [("wer", "Name")])
    #expect(columns.fields == [nil, "name"])
    #expect(columns.ignored == ["Name"])
  }

  @Test("A row's values come with their fields; empty and missing cells are left out")
  func values() throws {
    let columns = try columns(["notes", "x", "name", "graduation year"])
    let row = CSVReader.Row(line: 7, cells: ["'+1 555", "dropped", " Ohio State "])
    let values = try columns.values(of: row)
    #expect(values.map(\.field) == ["notes", "name"])
    #expect(values.map(\.text) == ["+1 555", " Ohio State "])
  }

  @Test("Cells beyond the header are refused unless they are empty")
  func surplus() throws {
    let columns = try columns(["name"])
    #expect(try columns.values(of: .init(line: 2, cells: ["Ohio", "", " "])).count == 1)
    #expect(throws: CSVFailure.rowTooLong(line: 3, cells: 2, columns: 1)) {
      try columns.values(of: .init(line: 3, cells: ["Ohio", "State"]))
    }
  }

  @Test("Messages call a column by its heading, and offer only what people write")
  func headings() {
    let fields = [
      CSVField("metric_type", isRequired: true, heading: "Metric"),
      CSVField("id", isOffered: false),
    ]
    let of = { (names: [String]) throws(CSVFailure) in
      try CSVColumns(header: CSVReader.Row(line: 1, cells: names), fields: fields)
    }
    #expect(throws: CSVFailure.columnMissing(field: "Metric", header: ["id"])) { try of(["id"]) }
    #expect(throws: CSVFailure.noColumnKnown(header: ["x"], known: ["Metric"])) { try of(["x"]) }
  }

  @Test("A header that does not do is refused with its names")
  func refused() {
    #expect(throws: CSVFailure.noHeader) { try CSVColumns(header: nil, fields: fields) }
    let known = fields.map(\.name)
    #expect(throws: CSVFailure.noColumnKnown(header: ["a", "b"], known: known)) {
      try columns(["a", "b"])
    }
    #expect(throws: CSVFailure.columnMissing(field: "name", header: ["Notes"])) {
      try columns(["Notes"])
    }
    #expect(throws: CSVFailure.columnTwice(field: "name", first: "School", second: "NAME")) {
      try columns(["School", "NAME"])
    }
    #expect(throws: CSVFailure.mappedColumnMissing("Wer", header: ["Name"])) {
      try columns(["Name"], [("Wer", "name")])
    }
    #expect(throws: CSVFailure.mappedFieldUnknown("nom", known: known)) {
      try columns(["Name"], [("Name", "nom")])
    }
  }
}

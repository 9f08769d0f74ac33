public import CivilTime
public import JSON

/// One value of a record that other programs can request with `--fields`. Its name and its type
/// never change, because those programs depend on them.
public struct DataField<Row>: Sendable {
  /// The name of the field in `--fields`, such as `due`.
  public let name: String
  /// The description of the field in the list of field names.
  public let label: String
  let read: @Sendable (Row) -> JSONValue

  public init(_ name: String, _ label: String, _ read: @escaping @Sendable (Row) -> JSONValue) {
    self.name = name
    self.label = label
    self.read = read
  }
}

/// The value of the option `--fields`: the names of the requested fields, or none. Without names,
/// the command lists the names that a program can request.
public enum FieldChoice: Equatable, Sendable {
  case listing
  case names([String])

  /// The value that stands for `--fields` without names. No field has this name.
  static let alone = "?"
}

/// The fields of one kind of record that a program can request with `--fields`.
///
/// A command declares `dataFields.option` as a parameter. Its result is
/// `Artifact(dataFields.array(of: rows, columns), of: kind)`, or the page `dataFields.page` if the
/// option has no value.
public struct DataFields<Row>: Sendable {
  /// The kind of record that has these fields, such as a note.
  public let kind: ReferenceKind
  /// The word that lists records of this kind, such as `notes`.
  public let noun: String
  /// Every available field, in the order in which a list of records shows them as columns.
  public let all: [DataField<Row>]

  public init(_ kind: ReferenceKind, noun: String, _ all: [DataField<Row>]) {
    self.kind = kind
    self.noun = noun
    self.all = all
  }

  /// The option `--fields`, which selects the fields.
  public var option: Option<FieldChoice> {
    Option(
      "fields",
      ValueKind<FieldChoice>("A,B", completion: .words(all.map(\.name)), words: .program) {
        text, _ throws(Problem) in
        if text == FieldChoice.alone { return .listing }
        let names = text.split(separator: ",").map { String($0).trimmed.lowercased() }
          .filter { !$0.isEmpty }
        guard !names.isEmpty else {
          throw Problem(
            .usage, "`\(text)` names no field.", fix: "What there is:  \(noun) --fields")
        }
        _ = try named(names)
        return .names(names)
      }, "These fields as JSON, for programs; alone it lists them"
    ).orAlone(FieldChoice.alone).notAsked.forTerminal
  }

  /// Returns the fields with these names, in the order of the names. Throws if a name is unknown.
  public func named(_ names: [String]) throws(Problem) -> [DataField<Row>] {
    var found: [DataField<Row>] = []
    for name in names {
      guard let field = all.first(where: { $0.name == name }) else { throw unknown(name) }
      found.append(field)
    }
    return found
  }

  /// Returns one record as a JSON object with these fields.
  public func object(of row: Row, _ fields: [DataField<Row>]) -> JSONValue {
    .object(JSONObject(fields.map { ($0.name, $0.read(row)) }))
  }

  /// Returns a list of records as a JSON array of objects with these fields.
  public func array(of rows: [Row], _ fields: [DataField<Row>]) -> JSONValue {
    .array(rows.map { object(of: $0, fields) })
  }

  /// The page that lists the names that can be requested.
  public var page: Page {
    Page(title: "Fields of \(kind.plural)") {
      Table(columns: ["Field", "What it is"], rows: all.map { [$0.name, $0.label] })
      Paragraph(
        "For programs, as JSON:  \(noun) --fields \(all.prefix(3).map(\.name).joined(separator: ","))",
        tone: .muted)
    }
  }

  private func unknown(_ name: String) -> Problem {
    Problem.noChoice(
      name, among: all.map(\.name),
      title: "\(kind.withArticle.capitalizedFirst) has no field `\(name)`.",
      fix: "What there is:  \(noun) --fields")
  }
}

extension Artifact {
  /// Creates the result of a command with `--fields`: a JSON document, which is the only text that
  /// the command writes to its output.
  public init(_ values: JSONValue, of kind: ReferenceKind) {
    self.init(
      name: "\(kind.plural).json", mediaType: "application/json", text: values.text + "\n")
    isAnswer = true
  }
}

// Conversions of a record's values to JSON. docs/record-fields.md promises these forms to programs.

extension JSONValue {
  /// Returns the text as a JSON string, or JSON's null for nil.
  public static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }

  /// Returns the day as a JSON string such as `2026-02-10`, or null for nil.
  public static func day(_ day: CalendarDay?) -> JSONValue { optional(day?.description) }

  /// Returns the moment in UTC as a JSON string such as `2026-02-10T18:30:00.000Z`, or null for
  /// nil.
  public static func moment(_ moment: Instant?) -> JSONValue { optional(moment?.description) }

  /// Returns another record as an object with its handle (a short name such as `s4`), its
  /// identifier and its title.
  public static func record(_ reference: Reference?) -> JSONValue {
    guard let reference else { return .null }
    return .object(
      JSONObject([
        ("handle", .string(reference.handle)), ("id", .string(reference.id.description)),
        ("name", .string(reference.title)),
      ]))
  }
}

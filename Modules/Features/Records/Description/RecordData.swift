import CivilTime
import Domain
public import FeatureKit
import JSON

/// What a program asks for: some fields of a list or of one record, in the order it wants them.
public struct DataRequest: Equatable, Sendable {
  public var what: What
  public var fields: [String]

  public enum What: Equatable, Sendable {
    case list(RecordsFeature.ListRequest)
    case record(Reference)
  }

  public init(_ what: What, fields: [String]) {
    self.what = what
    self.fields = fields
  }

  var kind: ReferenceKind {
    switch what {
    case .list(let request): request.kind
    case .record(let reference): reference.kind
    }
  }
}

/// What was said behind `--fields`: which, or nothing, which asks what there is.
enum FieldChoice: Equatable, Sendable {
  case listing
  case names([String])

  /// What the option alone stands for. No field is called so.
  static let alone = "?"
}

/// A value of a record as programs read it. The names are those of the options, and stay.
struct DataField<Record: FamilyRecord>: Sendable {
  let name: String
  let label: String
  let read: @Sendable (Record.Row, RecordID) -> JSONValue
}

extension TabledRecord {
  /// Every value there is of a record: its handle and name, and what its table has.
  static var dataFields: [DataField<Self>] {
    let own = fields.filter { !$0.isOnlyTyped }.map { field in
      DataField<Self>(name: field.name, label: field.shape.label) { row, reader in
        field.read(row, reader)?.json ?? .null
      }
    }
    let always: [DataField<Self>] = [
      DataField(name: "handle", label: "Handle") { row, _ in .string(row.reference.handle) },
      DataField(name: "id", label: "Permanent id") { row, _ in
        .string(row.reference.id.description)
      },
      DataField(name: "name", label: "What it is called") { row, _ in .string(title(of: row)) },
    ]
    return always.filter { field in !own.contains { $0.name == field.name } } + own
  }

  static func dataFields(named names: [String]) throws(Problem) -> [DataField<Self>] {
    let all = dataFields
    var found: [DataField<Self>] = []
    for name in names {
      guard let field = all.first(where: { $0.name == name }) else {
        throw .noField(name, of: kind, among: all.map(\.name))
      }
      found.append(field)
    }
    return found
  }

  /// The option that gives a program its values.
  static var fieldsOption: Option<FieldChoice> {
    Option(
      "fields",
      ValueKind<FieldChoice>("A,B", completion: .words(dataFields.map(\.name))) {
        text, _ throws(Problem) in
        if text == FieldChoice.alone { return .listing }
        let names = text.split(separator: ",").map { String($0).trimmed.lowercased() }
          .filter { !$0.isEmpty }
        guard !names.isEmpty else {
          throw Problem(
            .usage, "`\(text)` names no field.", fix: "What there is:  \(noun) --fields")
        }
        _ = try dataFields(named: names)
        return .names(names)
      }, "These fields as JSON, for programs; alone it lists them"
    ).orAlone(FieldChoice.alone).notAsked
  }

  static var fieldLabels: [(name: String, label: String)] {
    dataFields.map { ($0.name, $0.label) }
  }
}

extension Problem {
  fileprivate static func noField(
    _ name: String, of kind: ReferenceKind, among names: [String]
  ) -> Problem {
    Problem(
      .usage, "\(kind.withArticle.capitalizedFirst) has no field `\(name)`.",
      details: Suggestion.nearest(to: name, among: names).map { ["Did you mean `\($0)`?"] } ?? [],
      fix: "What there is:  \(kind.plural) --fields")
  }
}

extension FieldValue {
  /// The value as its own type: numbers as numbers, days as `2026-02-10`, moments in UTC, words of a list as the file keeps them.
  var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .texts(let texts): .array(texts.map { .string($0) })
    case .choice(let raw, _): .string(raw)
    case .whole(let number): JSONValue(number)
    case .number(let number, _): JSONValue(number)
    case .flag(let isTrue): .bool(isTrue)
    case .day(let day), .deadline(let day, _): .string(day.description)
    case .time(let time): .string(time.description)
    case .moment(let instant): .string(instant.description)
    case .record(let reference): reference.json
    case .records(let references): .array(references.map(\.json))
    }
  }
}

extension Reference {
  fileprivate var json: JSONValue {
    .object(
      JSONObject([
        ("handle", .string(handle)), ("id", .string(id.description)), ("name", .string(title)),
      ]))
  }
}

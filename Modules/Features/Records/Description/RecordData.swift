import CivilTime
import Domain
public import FeatureKit
import JSON

/// A request of another program, which reads some fields of one record or of a list of records. The
/// answer has the fields in the order in which the request names them.
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

extension TabledRecord {
  /// A row of a record, and the person who reads it.
  ///
  /// Private notes are stored for each person separately. So the fields that are shown depend on
  /// the reader too.
  typealias ReadRow = (row: Row, reader: RecordID)

  /// The fields that a program can read: the handle (the short name such as `s3`), the id, the
  /// name, and all fields that the kind of record declares.
  ///
  /// The fields have the names of the command's options.
  static var dataFields: DataFields<ReadRow> {
    let own = fields.filter { !$0.isOnlyTyped }.map { field in
      DataField<ReadRow>(field.name, field.shape.label) {
        field.read($0.row, $0.reader)?.json ?? .null
      }
    }
    let always: [DataField<ReadRow>] = [
      DataField("handle", "Handle") { .string($0.row.reference.handle) },
      DataField("id", "Permanent id") { .string($0.row.reference.id.description) },
      DataField("name", "What it is called") { .string($0.row.reference.title) },
    ]
    return DataFields(
      kind, noun: noun, always.filter { field in !own.contains { $0.name == field.name } } + own)
  }

  /// The page that lists the names of the fields that a program can request.
  static var fieldsPage: Page { dataFields.page }
}

extension FieldValue {
  /// The value as JSON: numbers as numbers, days as `2026-02-10`, moments in UTC, and choices as
  /// the database stores them.
  var json: JSONValue {
    switch self {
    case .text(let text): .string(text)
    case .texts(let texts): .array(texts.map { .string($0) })
    case .choice(let raw, _): .string(raw)
    case .whole(let number): JSONValue(number)
    case .number(let number, _): JSONValue(number)
    case .flag(let isTrue): .bool(isTrue)
    case .day(let day), .writtenDay(_, let day), .deadline(let day, _): .day(day)
    case .time(let time): .string(time.description)
    case .moment(let instant): .moment(instant)
    case .record(let reference): .record(reference)
    case .records(let references): .array(references.map { .record($0) })
    }
  }
}

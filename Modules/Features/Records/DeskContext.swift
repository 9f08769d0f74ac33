import Domain
import FeatureKit

/// The athlete, the reader, the time and the zone of an operation on records.
struct KindContext: Sendable {
  let athlete: RecordID
  let reader: RecordID
  let parsing: ParseContext

  init(athlete: RecordID, reader: RecordID, calendar: LocalCalendar) {
    self.athlete = athlete
    self.reader = reader
    parsing = ParseContext(now: calendar.now(), zone: calendar.zone())
  }
}

extension TabledRecord {
  static func query(
    _ request: RecordsFeature.ListRequest, _ context: ParseContext
  ) -> ListQuery<Self> {
    var query = ListQuery<Self>()
    for filter in filters {
      if let value = request.filters[filter.name] { filter.apply(&query.filter, value, context) }
    }
    query.search = request.search
    query.sort = request.sort.flatMap(Sort.init(rawValue:)) ?? .standard
    query.isReversed = request.isReversed
    query.limit = request.rowLimit
    return query
  }

  /// Creates a change of the record from the given values. It contains the note for the history.
  static func change(
    _ given: Given, shown: Self?, isNew: Bool, _ context: KindContext
  ) -> RecordChange<Self> {
    let change = ChangeContext(
      person: context.reader, now: context.parsing.now, zone: context.parsing.zone)
    return RecordChange(shown: shown, note: given.text("status-note")) { record in
      for field in fields {
        if let value = given[field.name] {
          field.input?.write(&record, value, change)
        } else if given.cleared.contains(field.name) {
          field.input?.write(&record, nil, change)
        }
      }
      record.fillIn(given, isNew: isNew, context.parsing)
    }
  }
}

/// The record that the page shows. A change is compared with it.
public struct ShownRecord: Equatable, Sendable {
  let record: any FamilyRecord

  init(_ record: some FamilyRecord) { self.record = record }

  public static func == (left: ShownRecord, right: ShownRecord) -> Bool {
    left.isSame(as: left.record, right.record)
  }

  private func isSame<Record: FamilyRecord>(as own: Record, _ other: any FamilyRecord) -> Bool {
    own == other as? Record
  }
}

import Domain
import FeatureKit

/// The values on which an operation on records depends: whose records they are, who reads them, the
/// time, and the time zone.
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
    query.sort = Sort.allCases.first { $0.words == request.sort } ?? .standard
    query.isReversed = request.isReversed
    query.limit = request.rowLimit
    return query
  }

  /// Returns the change of a record that sets these fields and empties the cleared ones.
  ///
  /// If the status of a school changes, the note about the change is stored in the school's
  /// history.
  ///
  /// - Parameter shown: the record as the page shows it. The backend compares it with the stored
  ///   row, to find a change that another person or process has made since.
  static func change(
    _ changes: FieldChanges, shown: Self?, isNew: Bool, _ context: KindContext
  ) -> RecordChange<Self> {
    let change = ChangeContext(
      person: context.reader, now: context.parsing.now, zone: context.parsing.zone)
    return RecordChange(shown: shown, note: changes.text("status-note")) { record in
      for field in fields {
        if let value = changes[field.name] {
          field.input?.write(&record, value, change)
        } else if changes.cleared.contains(field.name) {
          field.input?.write(&record, nil, change)
        }
      }
      record.fillIn(changes, isNew: isNew, context.parsing)
    }
  }
}

/// The stored record from which the page was built.
///
/// If the stored row differs from it when a change is saved, another process has changed it, and
/// the change is a conflict.
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

import CivilTime
import Domain
import FeatureKit

/// The timeline on a record's page: the dated records of several kinds that belong to the record,
/// in one list with the newest first.
struct Timeline {
  struct Line: Equatable {
    let entry: Entry
    /// The day of the record. Nil for a record without a day, which comes last.
    let day: CalendarDay?
    let time: TimeOfDay?
  }

  /// The number of lines that the timeline has on a page, unless the page shows all of them.
  static let shown = 10

  let lines: [Line]
  let total: Int

  init(_ related: [Related], in zone: Zone) {
    let dated = related.filter { !$0.days.isEmpty }
    total = dated.reduce(0) { $0 + $1.total }
    let all = dated.flatMap { group in
      group.entries.map { Line($0, datedBy: group.days, in: zone) }
    }
    // Swift's sort does not promise to keep the order of equal elements. Entries with the same
    // moment are ordered by their position, so the page is the same each time.
    lines = all.enumerated().sorted { one, other in
      let (left, right) = (one.element.place, other.element.place)
      return left == right ? one.offset < other.offset : left > right
    }.map(\.element)
  }
}

extension Timeline.Line {
  fileprivate init(_ entry: Entry, datedBy fields: [String], in zone: Zone) {
    self.entry = entry
    switch fields.lazy.compactMap({ entry[$0] }).first {
    case .day(let day), .deadline(let day, _): (self.day, time) = (day, nil)
    case .moment(let moment): (day, time) = (zone.day(of: moment), zone.timeOfDay(of: moment))
    default: (day, time) = (nil, nil)
    }
  }

  fileprivate var place: (CalendarDay, TimeOfDay) { (day ?? .first, time ?? .midnight) }
}

import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Synchronization

/// A cache of data files in memory that are already filled with the rows of a family, for tests.
///
/// Importing the rows takes much of a test's time. It runs once for all tests that begin with the
/// same rows; each test gets a copy of the cached file, which itself never changes.
final class FilledFiles: Sendable {
  static let shared = FilledFiles()
  static let empty = FilledFiles.made(with: [])

  private struct Filled {
    let tasks: [TimelineTask]
    let family: MadeUpFamily
    let backend: SQLBackend
    var uses = 1
  }

  /// The largest number of cached data files. At this number, a new file replaces the one that was
  /// used least often. So a file that many tests use stays, and one that a single test uses is soon
  /// removed.
  private static let limit = 24
  private let kept = Mutex<[Filled]>([])
  /// Data files with all tables but without people, one for each list of task templates. The rows
  /// of a family are written into a copy of such a file, because copying it takes less time than
  /// creating all tables.
  private let beginnings = Mutex<[(tasks: [TimelineTask], backend: SQLBackend)]>([])

  func file(of family: MadeUpFamily, _ tasks: [TimelineTask]) throws(Problem) -> SQLBackend {
    let found = kept.withLock { kept -> SQLBackend? in
      guard let place = kept.firstIndex(where: { $0.tasks == tasks && $0.family == family })
      else { return nil }
      kept[place].uses += 1
      return kept[place].backend
    }
    if let found { return found }
    let backend = SQLBackend(
      inMemoryAs: unfilled(with: tasks), calendar: Self.calendar, ids: Self.ids, random: { 0 },
      acting: { nil })
    try backend.fill(from: ExportSource(family))
    kept.withLock { kept in
      if kept.count >= Self.limit,
        let rarest = kept.indices.min(by: { kept[$0].uses < kept[$1].uses })
      {
        kept.remove(at: rarest)
      }
      kept.append(Filled(tasks: tasks, family: family, backend: backend))
    }
    return backend
  }

  private func unfilled(with tasks: [TimelineTask]) -> SQLBackend {
    beginnings.withLock { beginnings in
      if let found = beginnings.first(where: { $0.tasks == tasks }) { return found.backend }
      let backend = Self.made(with: tasks)
      beginnings.append((tasks, backend))
      return backend
    }
  }

  private static func made(with tasks: [TimelineTask]) -> SQLBackend {
    SQLBackend(
      inMemoryWith: tasks, calendar: calendar, ids: ids, random: { 0 }, acting: { nil })
  }

  private static let calendar = LocalCalendar.fixed(ExampleFamily.now)
  private static let ids = IDSource { .version4(high: 0xF111, low: 0) }
}

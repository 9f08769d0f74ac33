import CivilTime
import Domain
import FeatureKit
import SQLBackend
import Synchronization

/// A cache of data files in memory that are already filled with the rows of a family.
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
  }

  /// The largest number of cached data files. If there are more, the file that was not used for the
  /// longest time is removed. A test suite uses few families in many tests, so their files stay.
  private static let limit = 12
  private let newest = Mutex<[Filled]>([])

  func file(of family: MadeUpFamily, _ tasks: [TimelineTask]) throws(Problem) -> SQLBackend {
    let found = newest.withLock { newest -> SQLBackend? in
      guard let place = newest.firstIndex(where: { $0.family == family && $0.tasks == tasks })
      else { return nil }
      let filled = newest.remove(at: place)
      newest.insert(filled, at: 0)
      return filled.backend
    }
    if let found { return found }
    let backend = Self.made(with: tasks)
    try backend.fill(from: ExportSource(family))
    newest.withLock { newest in
      newest.insert(Filled(tasks: tasks, family: family, backend: backend), at: 0)
      if newest.count > Self.limit { newest.removeLast() }
    }
    return backend
  }

  private static func made(with tasks: [TimelineTask]) -> SQLBackend {
    SQLBackend(
      inMemoryWith: tasks, calendar: .fixed(ExampleFamily.now),
      ids: IDSource { .version4(high: 0xF111, low: 0) }, random: { 0 }, acting: { nil })
  }
}

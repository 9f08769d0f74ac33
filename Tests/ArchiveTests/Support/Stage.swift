import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting

@testable import Archive

/// The archive feature with a family in memory without records, on February 10, 2026, at 12:00 UTC
/// and 7:00 in New York.
///
/// Dana, a parent, views Sam.
struct Stage: FeatureStage {
  static let zone = Zone.fixed(minutes: -300)
  /// The only task in the list of tasks that the program gives every athlete.
  static let task = TimelineTask(
    id: .numbered(1), title: "Take the PSAT", gradeLevel: 10, category: .recruiting)

  let backend: ExampleBackend
  let family: FamilyContextClient
  let feature: ArchiveFeature
  let context = PageContext(now: ExampleFamily.now, zone: zone, viewer: Viewer(name: "Sam"))
  private let handedOver = HandedOver()
  let shelf: Shelf

  /// - Parameters:
  ///   - files: the contents of the machine's files, by path.
  ///   - portion: the number of bytes that one read of a file returns.
  ///   - swap: replaces endpoints of the archive's gateway by the test's own.
  init(
    as person: RecordID = ExampleFamily.sam, shelf: Shelf = Shelf(),
    files: [String: [UInt8]] = [:], portion: Int = 65_536,
    _ change: (inout MadeUpFamily) -> Void = { _ in },
    swap: (inout ArchiveGateway) -> Void = { _ in }
  ) {
    var rows = ExampleFamily.rows(over: [])
    rows.removeSchools()
    rows.removeMetrics()
    rows.removeNotifications()
    rows.events = []
    rows.setDevicePreference(
      DevicePreferenceKey.lastViewedAthlete, of: ExampleFamily.dana,
      to: ExampleFamily.sam.description)
    change(&rows)
    backend = ExampleBackend(
      signedIn: person, family: rows, tasks: [Self.task],
      calendar: .fixed(ExampleFamily.now, Self.zone))
    family = backend.familyContext()
    var archive = backend.archive
    shelf.stand(in: &archive)
    swap(&archive)
    handedOver.watch(&archive)
    self.shelf = shelf
    feature = ArchiveFeature(
      backend.provided(to: .testing("Archive")).providing(family).providing(archive)
        .providing(FileReading.holding(files, portion: portion)))
  }

  init(
    as person: RecordID = ExampleFamily.sam, file text: String, named name: String = "t.csv",
    portion: Int = 65_536,
    _ change: (inout MadeUpFamily) -> Void = { _ in },
    swap: (inout ArchiveGateway) -> Void = { _ in }
  ) {
    self.init(
      as: person, files: [name: Array(text.utf8)], portion: portion, change, swap: swap)
  }

  /// What the feature passed to the archive for an import.
  var notes: HandedOver.Notes { handedOver.notes }
  var rows: [ImportRequest.Line] { notes.rows }

  /// Returns the names of Sam's stored schools, sorted.
  func schools() async throws -> [String] {
    try await backend.schools.list(
      ListQuery { $0.sort = .name }, of: ExampleFamily.sam
    ).rows.map(\.school.name)
  }
}

extension Reference {
  static func school(_ number: UInt64, _ name: String) -> Reference {
    Reference(kind: .school, id: .numbered(100 + number), handle: "s\(number)", title: name)
  }

  static let sam = Reference(
    kind: .person, id: ExampleFamily.sam, handle: "p1", title: "Sam Lee")
}

extension MadeUpFamily {
  /// Adds schools of Sam with these names. Their handles, the short names by which people type a
  /// record, are `s1`, `s2` and so on.
  mutating func addSchools(_ names: [String]) {
    for name in names {
      add(
        School(
          id: .numbered(UInt64(1000 + schools.count)), athleteID: ExampleFamily.sam,
          familyID: ExampleFamily.samsFamily, name: name))
    }
  }
}

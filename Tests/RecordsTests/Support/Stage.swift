import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting

@testable import Records

/// The records feature over a family in memory, on 10 February 2026, at noon in New York.
///
/// Sam has the records of `Sample`; the first of each kind has the handle `s1`, `c1` and so on.
/// Dana, a parent, views Sam.
struct Stage: FeatureStage {
  static let now = ExampleFamily.now
  static let zone = Zone.fixed(minutes: -300)

  let backend: ExampleBackend
  let family: FamilyContextClient
  let feature: RecordsFeature
  var context = PageContext(now: now, zone: zone, viewer: Viewer(name: "Sam"))

  /// - Parameters:
  ///   - tasks: the task templates in the athletes' timelines.
  ///   - probe: answers the check of a document's link, in place of the web.
  ///   - fileState: answers whether a document's file is stored; nil lets the backend answer.
  init(
    as person: RecordID = ExampleFamily.sam, tasks: [TimelineTask] = Sample.tasks,
    probe: LinkProbe = LinkProbe { _ in .notTried },
    files: FileReading = .holding([:]),
    fileState: KeptFileState? = nil, _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) {
    var rows = ExampleFamily.rows(over: tasks)
    rows.removeRecords()
    rows.removeNotifications()
    rows.setDevicePreference(
      DevicePreferenceKey.lastViewedAthlete, of: ExampleFamily.dana,
      to: ExampleFamily.sam.description)
    Sample.fill(&rows)
    change(&rows)
    backend = ExampleBackend(
      signedIn: person, family: rows, tasks: tasks, calendar: .fixed(Self.now, Self.zone))
    family = backend.familyContext()
    var kept = backend.keptFiles
    if let fileState { kept.fileState.implement { _, _ in fileState } }
    feature = RecordsFeature(
      backend.provided(to: .testing("Records")).providing(family).providing(probe)
        .providing(files).providing(kept))
  }

  /// A copy of the stage whose pages are made for a browser, which shows buttons and forms.
  var withButtons: Stage {
    var stage = self
    stage.context.hasButtons = true
    return stage
  }

  func references() async throws -> [Reference] {
    try await backend.references(to: RecordKinds.all.map { $0.kind })
  }

  /// Returns Sam's stored records of a kind, ordered by handle.
  func stored<Record>(_ gateway: RecordsGateway<Record>) async throws -> [Record] {
    try await gateway.list(of: ExampleFamily.sam).rows
      .sorted { $0.reference.number < $1.reference.number }.map(\.record)
  }

  /// The visits of Dana that were logged, oldest first, each as the kind and the handle of the
  /// record that Dana viewed.
  func visits() async throws -> [String] {
    try await backend.viewLog.views(of: ExampleFamily.sam, limit: 100).rows.reversed().map { row in
      ([row.itemType.raw] + [row.item?.handle].compactMap { $0 }).joined(separator: " ")
    }
  }

  /// Makes every call of the gateway with this name, such as `schools`, fail with this cause.
  func fail(_ gateway: String, _ cause: Cause) {
    for endpoint in ["list", "show", "add", "edit", "deletionPreview", "delete"] {
      backend.hook.fail("\(gateway).\(endpoint)", cause)
    }
  }
}

extension Stage {
  /// Returns the list of schools that the feature must load, read directly from the gateways.
  func loadedSchools() async throws -> RecordsFeature.LoadedPage {
    let viewing = try await family.current()
    let rows = try await backend.schools.list(of: ExampleFamily.sam).rows
    return RecordsFeature.LoadedPage(
      viewing: viewing,
      content: .list(
        RecordsFeature.ListRequest(.school),
        Listing(rows.map { School.entry($0, to: viewing.person) })))
  }

  /// Returns the page of the first school that the feature must load, read directly from the
  /// gateways.
  func loadedSchool() async throws -> RecordsFeature.LoadedPage {
    let viewing = try await family.current()
    let details = try await backend.schools.show(Sample.school.id, of: ExampleFamily.sam)
    return RecordsFeature.LoadedPage(
      viewing: viewing,
      content: .record(
        RecordsFeature.LoadedRecord(
          shown: ShownRecord(details.row.record),
          entry: School.entry(details.row, to: viewing.person),
          next: School.nextStep(in: details, ParseContext(now: Self.now, zone: Self.zone)),
          related: School.related(in: details, to: viewing.person),
          history: School.history(in: details))))
  }
}

extension Reference {
  var number: Int { Int(handle.dropFirst()) ?? 0 }
}

typealias Prompt = StagedPrompt<Stage>

extension StagedPrompt<Stage> {
  convenience init() { self.init(Stage()) }
}

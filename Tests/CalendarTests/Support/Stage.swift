import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting

@testable import Calendar

/// The calendar feature with a family in memory, on February 10, 2026, at 12:00 UTC and 7:00 in New
/// York.
///
/// Dana, a parent, views Sam.
struct Stage: FeatureStage {
  static let zone = Zone.fixed(minutes: -300)
  /// The only task in the list of tasks that the program gives every athlete.
  ///
  /// The calendar does not show it until it has a due date.
  static let task = TimelineTask(
    id: .numbered(1), title: "Take the PSAT", gradeLevel: 10, category: .recruiting)

  let backend: ExampleBackend
  let family: FamilyContextClient
  let feature: CalendarFeature
  let context = PageContext(now: ExampleFamily.now, zone: zone, viewer: Viewer(name: "Sam"))

  init(
    as person: RecordID = ExampleFamily.sam, tasks: [TimelineTask] = [Stage.task],
    _ change: (inout MadeUpFamily) -> Void = { _ in }
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
      signedIn: person, family: rows, tasks: tasks,
      calendar: .fixed(ExampleFamily.now, Self.zone))
    family = backend.familyContext()
    feature = CalendarFeature(
      backend.provided(to: .testing("Calendar")).providing(family))
  }
}

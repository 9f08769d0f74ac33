import CivilTime
import Domain
import ExampleBackend
import FamilyContext
import FeatureKit
import FeatureTesting
import JSON
import MailTesting
import Reports
import Testing
import WebRendering

/// The reports feature over a family in memory, at noon UTC on 10 February 2026.
struct Stage: FeatureStage {
  let backend: ExampleBackend
  let family: FamilyContextClient
  let feature: ReportsFeature
  let context = PageContext(
    now: ExampleFamily.now, zone: .utc, viewer: Viewer(name: "Sam"))

  init(
    as person: RecordID = ExampleFamily.sam, printing: PagePrinting = Stage.printing,
    clock: WallClock = .fixed(ExampleFamily.now), zone: Zone = .utc,
    mail: FakeMail = FakeMail(now: ExampleFamily.now),
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) {
    var rows = ExampleFamily.rows()
    change(&rows)
    backend = ExampleBackend(signedIn: person, family: rows)
    family = backend.familyContext()
    feature = ReportsFeature(
      backend.provided(to: .testing("Reports")).providing(clock)
        .providing(LocalCalendar(now: { clock.now() }, zone: { zone })).providing(family)
        .providing(printing).providing(mail.outgoing))
  }

  /// Returns a page as JSON, which a test can read, instead of printing it to PDF.
  static let printing = PagePrinting { page in Array(JSONRenderer.render(page).text.utf8) }

  func page(_ state: ReportsFeature.State, at now: Instant) -> Page {
    feature.page(state, in: PageContext(now: now, zone: .utc, viewer: context.viewer))
  }

  func visit() async throws -> ReportsFeature.Visit {
    ReportsFeature.Visit(
      viewing: try await family.current(), athleteCount: try await family.athletes().count)
  }

  /// Returns the report of these days, computed from the rows that the gateway gives.
  ///
  /// A test compares the page with this report.
  func report(_ from: String, _ to: String) async throws -> RecruitingReport {
    let range = try range(from, to)
    return RecruitingReport(
      range: range, generatedAt: ExampleFamily.now,
      figures: try await backend.reports.aggregate(
        of: ExampleFamily.sam, from: range.from, through: range.to, in: .utc))
  }

  func range(_ from: String, _ to: String) throws -> ReportRange {
    try ReportRange.make(from: try day(from), to: try day(to), in: .utc).get()
  }
}

func day(_ text: String) throws -> CalendarDay { try #require(CalendarDay(text)) }

typealias Prompt = StagedPrompt<Stage>

extension StagedPrompt<Stage> {
  convenience init(
    as person: RecordID = ExampleFamily.sam,
    _ change: @Sendable (inout MadeUpFamily) -> Void = { _ in }
  ) {
    self.init(Stage(as: person, change))
  }

  func page(at now: Instant) -> Page { stage.page(state, at: now) }
}

extension MadeUpFamily {
  /// Removes all records from a family.
  static let empty: @Sendable (inout MadeUpFamily) -> Void = {
    $0.removeSchools()
    $0.removeMetrics()
  }

  /// Replaces the family's records by this many schools, coaches, interactions and measurements.
  ///
  /// The interactions are an hour apart, and the last one is now.
  mutating func recruit(_ count: Int) {
    removeSchools()
    removeMetrics()
    for index in 0..<count {
      let number = UInt64(index)
      var school = School(
        id: .version4(high: 1, low: number), athleteID: ExampleFamily.sam,
        familyID: ExampleFamily.samsFamily, name: "School \(index)")
      school.status = .known(SchoolStatus.allCases[index % SchoolStatus.allCases.count])
      schools.append(school)
      coaches.append(
        Coach(
          id: .version4(high: 2, low: number), schoolID: school.id,
          athleteID: ExampleFamily.sam, familyID: ExampleFamily.samsFamily, role: .head,
          firstName: "Coach", lastName: "\(index)"))
      interactions.append(
        Interaction(
          id: .version4(high: 3, low: number), schoolID: school.id,
          familyID: ExampleFamily.samsFamily, type: .email,
          direction: index % 2 == 0 ? .inbound : .outbound,
          occurredAt: ExampleFamily.now.adding(seconds: Int64(-3600 * index)),
          loggedBy: ExampleFamily.sam))
      metrics.append(
        PerformanceMetric(
          id: .version4(high: 4, low: number), athleteID: ExampleFamily.sam,
          familyID: ExampleFamily.samsFamily,
          recordedDate: CalendarDay(dayNumber: 20_494 - index % 365), type: .velocity,
          value: Double(index)))
    }
  }
}

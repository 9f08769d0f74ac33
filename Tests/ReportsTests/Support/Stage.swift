import CivilTime
import Domain
import FamilyContext
import FeatureKit
import FeatureTesting
import InMemoryBackend
import JSON
import MailTesting
import Reports
import Synchronization
import Testing
import WebRendering

/// The feature over a family in memory, at noon of 10 February 2026, UTC.
struct Stage: Sendable {
  let backend: InMemoryBackend
  let family: FamilyContextClient
  let feature: ReportsFeature

  init(
    as person: RecordID = ExampleFamily.sam, printing: PagePrinting = Stage.printing,
    clock: WallClock = .fixed(ExampleFamily.now), zone: Zone = .utc,
    mail: FakeMail = FakeMail(now: ExampleFamily.now),
    _ change: @Sendable (inout World) -> Void = { _ in }
  ) {
    var world = ExampleFamily.world()
    change(&world)
    backend = .example(signedIn: person, world: world)
    family = .live(
      signedIn: { person }, people: backend.people, families: backend.families,
      preferences: backend.devicePreferences, viewLog: backend.viewLog)
    feature = ReportsFeature(
      backend.provided(to: .testing("Reports")).providing(clock)
        .providing(LocalCalendar(now: { clock.now() }, zone: { zone })).providing(family)
        .providing(printing).providing(mail.outgoing))
  }

  /// "Prints" a page as the JSON of it, which a test can read.
  static let printing = PagePrinting { page in Array(JSONRenderer.render(page).text.utf8) }

  func store() -> TestStore<ReportsFeature> { TestStore(feature) }

  func page(_ state: ReportsFeature.State, at now: Instant = ExampleFamily.now) -> Page {
    feature.page(state, in: PageContext(now: now, zone: .utc, viewer: Viewer(name: "Sam")))
  }

  func visit() async throws -> ReportsFeature.Visit {
    ReportsFeature.Visit(
      viewing: try await family.current(), athleteCount: try await family.athletes().count)
  }

  /// The report of some days, asked of the gateway directly.
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

/// A prompt in a test: lines go in, outcomes are kept, the page is what a host would show.
final class Prompt: Sendable {
  let stage: Stage
  private let store: Store<ReportsFeature>
  private let told = Told()

  init(_ stage: Stage) {
    self.stage = stage
    store = Store(stage.feature)
    store.onOutcome { [told] in told.add($0) }
  }

  convenience init(
    as person: RecordID = ExampleFamily.sam,
    _ change: @Sendable (inout World) -> Void = { _ in }
  ) {
    self.init(Stage(as: person, change))
  }

  var state: ReportsFeature.State { store.state }

  func page(at now: Instant = ExampleFamily.now) -> Page { stage.page(store.state, at: now) }

  /// What the line told, after everything it set going has settled.
  @discardableResult
  func enter(_ line: String) async throws -> [Outcome<ReportsFeature.Action>] {
    await send(try await stage.feature.action(for: line, now: ExampleFamily.now))
  }

  /// The page after the line.
  func show(_ line: String) async throws -> Page {
    try await enter(line)
    return page()
  }

  /// The bytes of the one file that the line makes.
  func file(_ line: String) async throws -> (artifact: Artifact, text: String) {
    let artifact = try #require(try await enter(line).artifacts.first)
    return (artifact, try await artifact.collectedText())
  }

  @discardableResult
  func send(_ action: ReportsFeature.Action) async -> [Outcome<ReportsFeature.Action>] {
    await store.send(action).settled()
    return told.take()
  }

  @discardableResult
  func hear(_ event: HostEvent) async -> [Outcome<ReportsFeature.Action>] {
    guard let action = stage.feature.action(for: event) else { return [] }
    return await send(action)
  }

  private final class Told: Sendable {
    private let outcomes = Mutex<[Outcome<ReportsFeature.Action>]>([])

    func add(_ outcome: Outcome<ReportsFeature.Action>) {
      outcomes.withLock { $0.append(outcome) }
    }

    func take() -> [Outcome<ReportsFeature.Action>] {
      outcomes.withLock { outcomes in
        defer { outcomes = [] }
        return outcomes
      }
    }
  }
}

extension World {
  /// A family that has put in nothing yet.
  static let empty: @Sendable (inout World) -> Void = {
    $0.removeSchools()
    $0.removeMetrics()
  }

  /// As many schools, coaches, interactions and measurements as asked for, the interactions an hour apart until now.
  mutating func recruit(_ count: Int) {
    removeSchools()
    removeMetrics()
    for index in 0..<count {
      let number = UInt64(index)
      var school = School(
        id: .version4(high: 1, low: number), athleteID: ExampleFamily.sam,
        familyID: ExampleFamily.samsFamily, name: "School \(index)")
      school.status = .known(SchoolStatus.allCases[index % SchoolStatus.allCases.count])
      add(school)
      add(
        Coach(
          id: .version4(high: 2, low: number), schoolID: school.id,
          athleteID: ExampleFamily.sam, familyID: ExampleFamily.samsFamily, role: .head,
          firstName: "Coach", lastName: "\(index)"))
      add(
        Interaction(
          id: .version4(high: 3, low: number), schoolID: school.id,
          familyID: ExampleFamily.samsFamily, type: .email,
          direction: index % 2 == 0 ? .inbound : .outbound,
          occurredAt: ExampleFamily.now.adding(seconds: Int64(-3600 * index)),
          loggedBy: ExampleFamily.sam))
      add(
        PerformanceMetric(
          id: .version4(high: 4, low: number), athleteID: ExampleFamily.sam,
          familyID: ExampleFamily.samsFamily,
          recordedDate: CalendarDay(dayNumber: 20_494 - index % 365), type: .velocity,
          value: Double(index)))
    }
  }
}

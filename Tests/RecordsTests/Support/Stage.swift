import CivilTime
import Domain
import FamilyContext
import FeatureKit
import FeatureTesting
import Synchronization
import Testing

@testable import Records

/// The feature over gateways that only remember and answer, on 10 February 2026 at noon in New York's winter zone.
struct Stage: Sendable {
  static let now = Instant(seconds: 1_770_724_800)
  static let zone = Zone.fixed(minutes: -300)
  static let casey = RecordID.numbered(1)
  static let maria = RecordID.numbered(2)

  let schools = Spy<School>()
  let coaches = Spy<Coach>()
  let interactions = Spy<Interaction>()
  let offers = Spy<Offer>()
  let events = Spy<RecruitingEvent>()
  let documents = Spy<Document>()
  let letters = Spy<RecommendationLetter>()
  let metrics = Spy<PerformanceMetric>()
  /// What the index of names knows, of kinds that belong to other rooms.
  static let named = [
    ReferenceResolver.Named(Sample.suggestion),
    ReferenceResolver.Named(
      Sample.reference(.task, 95, "t2", "Write to Cedar Valley again"), detail: "Grade 10"),
    ReferenceResolver.Named(Sample.reference(.task, 96, "t9", "Visit Cedar Valley")),
    ReferenceResolver.Named(Sample.maria),
  ]
  let visits = Visits()
  let viewing: Viewing
  let athletes: [AthleteChoice]

  init(as viewing: Viewing = Stage.athlete, athletes: [AthleteChoice] = []) {
    self.viewing = viewing
    self.athletes = athletes
  }

  static let athlete = Viewing(
    person: casey, role: .player, name: "Casey Shelton", athlete: casey,
    athleteName: "Casey Shelton")
  static let parent = Viewing(
    person: maria, role: .parent, name: "Maria Shelton", athlete: casey,
    athleteName: "Casey Shelton")
  static let parentAlone = Viewing(person: maria, role: .parent, name: "Maria Shelton")

  var feature: RecordsFeature { RecordsFeature(dependencies) }

  var dependencies: Dependencies {
    let family = FamilyContextClient(
      current: { [viewing] () throws(Problem) in viewing },
      athletes: { [athletes] () throws(Problem) in athletes },
      switchTo: { [viewing] _ throws(Problem) in viewing },
      logView: { [visits] item, id, _ in visits.note(item, id) })
    return Dependencies.testing("Records")
      .providing(LocalCalendar.fixed(Self.now, Self.zone)).providing(family)
      .providing(schools.gateway).providing(coaches.gateway).providing(interactions.gateway)
      .providing(offers.gateway).providing(events.gateway).providing(documents.gateway)
      .providing(letters.gateway).providing(metrics.gateway)
      .providing(
        RecordIndexGateway {
          $0.find = { lookup, _ throws(Problem) in
            guard case .words(let kinds, _) = lookup else { return [] }
            return Self.named.filter { kinds.contains($0.reference.kind) }
          }
        })
  }

  func store() -> TestStore<RecordsFeature> { TestStore(feature) }

  /// What a command line of a user comes to: the page after it, and what was told.
  func page(_ line: String, rowLimit: Int? = nil) async throws -> Page {
    let store = Store(feature)
    let action = try await feature.action(
      for: line, knowing: Sample.references, now: Self.now, zone: Self.zone)
    await store.send(action).settled()
    return feature.page(store.state, in: Self.context(rowLimit))
  }

  func told(
    _ line: String, with more: (Dependencies) -> Dependencies = { $0 }
  ) async throws -> [Outcome<RecordsFeature.Action>] {
    let feature = RecordsFeature(more(dependencies))
    let store = Store(feature)
    let told = Told()
    store.onOutcome { told.append($0) }
    let action = try await feature.action(
      for: line, knowing: Sample.references, now: Self.now, zone: Self.zone)
    await store.send(action).settled()
    return told.all
  }

  static func context(_ rowLimit: Int? = nil) -> PageContext {
    PageContext(now: now, zone: zone, viewer: Viewer(name: "Casey"), rowLimit: rowLimit)
  }
}

/// Visits that were noted.
final class Visits: Sendable {
  private let noted = Mutex<[String]>([])

  func note(_ item: ViewLogEntry.ItemType, _ id: RecordID?) {
    noted.withLock { $0.append(item.rawValue + (id.map { " \($0)" } ?? "")) }
  }

  var all: [String] { noted.withLock { $0 } }
}

private final class Told: Sendable {
  private let outcomes = Mutex<[Outcome<RecordsFeature.Action>]>([])

  func append(_ outcome: Outcome<RecordsFeature.Action>) {
    outcomes.withLock { $0.append(outcome) }
  }

  var all: [Outcome<RecordsFeature.Action>] { outcomes.withLock { $0 } }
}

extension [Outcome<RecordsFeature.Action>] {
  var done: Done? {
    compactMap { if case .done(let done) = $0 { done } else { nil } }.first
  }

  var problem: Problem? {
    compactMap { if case .problem(let problem) = $0 { problem } else { nil } }.first
  }

  var question: Question<RecordsFeature.Action>? {
    compactMap { if case .question(let question) = $0 { question } else { nil } }.first
  }
}

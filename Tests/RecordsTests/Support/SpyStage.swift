import CivilTime
import Domain
import FamilyContext
import FeatureKit
import FeatureTesting
import Synchronization

@testable import Records

/// The feature over gateways that only remember and answer, on 10 February 2026 at noon in New York's winter zone.
struct SpyStage: FeatureStage {
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
    ReferenceResolver.Named(SpySample.suggestion),
    ReferenceResolver.Named(
      SpySample.reference(.task, 95, "t2", "Write to Cedar Valley again"), detail: "Grade 10"),
    ReferenceResolver.Named(SpySample.reference(.task, 96, "t9", "Visit Cedar Valley")),
    ReferenceResolver.Named(SpySample.maria),
  ]
  let visits = Visits()
  let viewing: Viewing
  let context = PageContext(now: now, zone: zone, viewer: Viewer(name: "Casey"))
  /// What else the feature is given, or in the place of a gateway.
  let more: @Sendable (Dependencies) -> Dependencies

  init(
    as viewing: Viewing = SpyStage.athlete,
    _ more: @escaping @Sendable (Dependencies) -> Dependencies = { $0 }
  ) {
    self.viewing = viewing
    self.more = more
  }

  static let athlete = Viewing(
    person: casey, role: .player, name: "Casey Shelton", athlete: casey,
    athleteName: "Casey Shelton")
  static let parent = Viewing(
    person: maria, role: .parent, name: "Maria Shelton", athlete: casey,
    athleteName: "Casey Shelton")
  static let parentAlone = Viewing(person: maria, role: .parent, name: "Maria Shelton")

  var feature: RecordsFeature { RecordsFeature(more(dependencies)) }

  private var dependencies: Dependencies {
    let family = FamilyContextClient(
      current: { [viewing] () throws(Problem) in viewing },
      athletes: { [] },
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

  func references() -> [Reference] { SpySample.references }
}

/// Visits that were noted.
final class Visits: Sendable {
  private let noted = Mutex<[String]>([])

  func note(_ item: ViewLogEntry.ItemType, _ id: RecordID?) {
    noted.withLock { $0.append(item.rawValue + (id.map { " \($0)" } ?? "")) }
  }

  var all: [String] { noted.withLock { $0 } }
}

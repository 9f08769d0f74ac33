import CivilTime
public import Domain
import FeatureKit

extension InMemoryBackend {
  /// Each section passes the traffic by its own name, `reports.schools` and so on, so that a test can fail one of them.
  public var reports: ReportsGateway {
    ReportsGateway { athlete, range throws(Problem) in
      try await self.traffic.pass("reports.aggregate")
      let all = try await self.read("reports.read") { world, asking throws(Problem) in
        try world.requireToRead(athlete, by: asking.caller)
        return world.report(
          range, now: asking.now, of: athlete, isOwner: asking.caller.id == athlete)
      }
      let figures = ReportFigures(
        schools: await self.section("schools", all.schools),
        coaches: await self.section("coaches", all.coaches),
        interactions: await self.section("interactions", all.interactions),
        metrics: await self.section("metrics", all.metrics))
      let missing = figures.missing
      if missing.count == 4 { throw missing[0].problem }
      return figures
    }
  }

  private func section<Figures>(
    _ name: String, _ counted: Result<Figures, Problem>
  ) async -> Result<Figures, Problem> {
    do throws(Problem) {
      try await traffic.pass("reports.\(name)")
      return counted
    } catch {
      return .failure(error)
    }
  }
}

extension World {
  /// Rows without a family are their owner's alone (domain reference 3, rule 1).
  fileprivate func report(
    _ range: ReportRange, now: Instant, of athlete: RecordID, isOwner: Bool
  ) -> ReportFigures {
    let family = family(of: athlete)?.id
    func isSeen(_ familyID: RecordID?, _ owner: RecordID) -> Bool {
      familyID == nil ? isOwner && owner == athlete : familyID == family
    }
    return ReportFigures(
      range: range, now: now,
      schools: shared.schools.values.filter { isSeen($0.familyID, $0.athleteID) },
      coaches: shared.coaches.values.filter { isSeen($0.familyID, $0.athleteID) },
      interactions: shared.interactions.values.filter { isSeen($0.familyID, $0.loggedBy) },
      metrics: shared.metrics.values.filter { isSeen($0.familyID, $0.athleteID) })
  }
}

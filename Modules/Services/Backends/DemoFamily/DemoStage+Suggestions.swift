import Basics
import CivilTime
import Domain

extension DemoStage {
  /// Returns today's suggestions, such as to write to a coach. The program's own rules make them
  /// from the family's records.
  func suggestions(
    schools: [School], interactions: [Interaction], events: [RecruitingEvent],
    documents: [Document], progress: [AthleteTask]
  ) -> [RecruitingSuggestion] {
    var sources = SuggestionSources()
    sources.graduationYear = cast.athlete.graduationYear
    sources.schools = schools
    sources.interactions = interactions
    sources.events = events
    sources.documents = documents
    sources.tasks = TaskCatalogue.templates
    sources.progress = progress
    let facts = SuggestionFacts(counting: sources, now: calendar.now, zone: calendar.zone)
    let merge = SuggestionMerge(SuggestionRules.evaluate(facts), into: [], now: calendar.now)
    var random = random.branch("suggestions")
    var rows = merge.created.map { draft in
      draft.row(id: random.recordID(), athlete: cast.athlete.id, now: calendar.now)
    }
    for shown in SuggestionLists.surfacedByRules(rows, now: calendar.now) {
      guard let index = rows.firstIndex(where: { $0.id == shown.id }) else { continue }
      rows[index] = shown
    }
    return rows
  }
}

public import CivilTime
import Domain

/// Makes up a family in the middle of its recruiting, the same one every time.
public enum DemoFamily {
  /// The family that `--demo` shows.
  public static let standardSeed: UInt64 = 2028

  /// A family as it stands at `now`: an athlete in grade 11, two parents and a year of records.
  ///
  /// Pure: a seed, a moment and a zone give the same rows, ids included, on every machine.
  public static func make(
    seed: UInt64 = standardSeed, now: Instant, zone: Zone
  ) -> DemoData {
    let random = SeededGenerator(seed: seed)
    let calendar = DemoCalendar(now: now, zone: zone)
    let stage = DemoStage(
      random: random, calendar: calendar, cast: DemoCast(random: random, calendar: calendar),
      stories: SchoolStory.all(random: random))

    var coaches = stage.coaches()
    let events = stage.events(coaches: coaches)
    let interactions = stage.interactions(coaches: coaches, events: events)
    for index in coaches.indices {
      coaches[index].lastContactDate =
        interactions.filter { $0.coachID == coaches[index].id }.map(\.occurredAt).max()
    }
    let schools = stage.schools().sorted(by: \.createdAt)
    let offers = stage.offers(coaches: coaches)
    let papers = stage.papers()
    let progress = stage.athleteTasks()
    return DemoData(
      people: stage.cast.people, family: stage.cast.family, members: stage.cast.members,
      codeUses: stage.cast.codeUses, schools: schools, statusChanges: stage.statusChanges(),
      coaches: coaches, events: events.sorted(by: \.createdAt), interactions: interactions,
      offers: offers, metrics: stage.metrics(events: events), documents: papers.documents,
      letters: papers.letters, athleteTasks: progress,
      notifications: stage.notifications(
        schools: schools, coaches: coaches, events: events, interactions: interactions,
        offers: offers, letters: papers.letters),
      suggestions: stage.suggestions(
        schools: schools, interactions: interactions, events: events,
        documents: papers.documents, progress: progress),
      preferences: stage.preferences(), devicePreferences: stage.devicePreferences(),
      views: stage.views(schools: schools, coaches: coaches, events: events))
  }
}

extension Array {
  /// In order of creation; rows of one moment keep their order.
  fileprivate func sorted(by moment: KeyPath<Element, Instant?>) -> [Element] {
    enumerated().sorted { left, right in
      let (earlier, later) = (left.element[keyPath: moment], right.element[keyPath: moment])
      guard let earlier, let later, earlier != later else { return left.offset < right.offset }
      return earlier < later
    }.map(\.element)
  }
}

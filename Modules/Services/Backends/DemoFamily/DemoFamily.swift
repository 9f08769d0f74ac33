public import CivilTime
public import Domain

/// Generates the rows of an invented family in the middle of its recruiting, which the option
/// `--demo` shows. Equal seeds give equal families.
public enum DemoFamily {
  /// The seed of the family that the option `--demo` shows.
  public static let standardSeed: UInt64 = 2028

  /// Returns the family at the time `now`: an athlete in grade 11, two parents and the records of a
  /// year.
  ///
  /// The function is pure: equal arguments give equal rows, with equal ids, on every machine.
  public static func make(
    seed: UInt64 = standardSeed, now: Instant, zone: Zone
  ) -> MadeUpFamily {
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
    var rows = MadeUpFamily()
    rows.people = stage.cast.people
    rows.families = [stage.cast.family]
    rows.members = stage.cast.members
    rows.codeUses = stage.cast.codeUses
    rows.preferences = stage.preferences()
    rows.schools = schools
    rows.statusChanges = stage.statusChanges()
    rows.coaches = coaches
    rows.events = events.sorted(by: \.createdAt)
    rows.interactions = interactions
    rows.offers = offers
    rows.metrics = stage.metrics(events: events)
    rows.documents = papers.documents
    rows.keptFiles = stage.transcript(among: papers.documents)
    rows.letters = papers.letters
    rows.athleteTasks = progress
    rows.suggestions = stage.suggestions(
      schools: schools, interactions: interactions, events: events,
      documents: papers.documents, progress: progress)
    rows.notifications = stage.notifications(
      schools: schools, coaches: coaches, events: events, interactions: interactions,
      offers: offers, letters: papers.letters)
    rows.views = stage.views(schools: schools, coaches: coaches, events: events)
    rows.devicePreferences = stage.devicePreferences()
    return rows
  }
}

/// The people of a family that `DemoFamily.make` has generated. In `people`, the athlete is the
/// first, and the parents follow.
extension MadeUpFamily {
  public var athlete: Person { people[0] }
  public var parents: ArraySlice<Person> { people.dropFirst() }
  public var family: FamilyUnit { families[0] }
}

extension Array {
  /// Returns the elements sorted by a time. Elements with equal times, or without a time, keep
  /// their order.
  fileprivate func sorted(by moment: KeyPath<Element, Instant?>) -> [Element] {
    enumerated().sorted { left, right in
      let (earlier, later) = (left.element[keyPath: moment], right.element[keyPath: moment])
      guard let earlier, let later, earlier != later else { return left.offset < right.offset }
      return earlier < later
    }.map(\.element)
  }
}

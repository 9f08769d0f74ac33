import Basics
import CivilTime
import Domain
import Persistence
import SQLite

/// Evaluates the suggestion rules (which advise an athlete on the next steps) with the athlete's
/// data, and stores new, changed and outdated suggestions (domain.md 4.12).
struct SuggestionWriting {
  private let records: RecordScope
  private let now: Instant
  private let zone: Zone
  private var connection: DatabaseConnection { records.connection }

  init(_ records: RecordScope, _ now: Instant, _ zone: Zone) {
    self.records = records
    self.now = now
    self.zone = zone
  }

  func evaluate() throws -> EvaluatedSuggestions {
    let rows = SuggestionRows(records)
    let stored = try rows.all()
    let merge = SuggestionMerge(
      SuggestionRules.evaluate(try SuggestionGathering(records, now, zone).facts()), into: stored,
      now: now)
    let before = Dictionary(stored.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    for changed in merge.updated + merge.retired {
      guard let old = before[changed.id] else { continue }
      try rows.form.update(from: old, to: changed, in: connection)
    }
    // Each suggestion is created one millisecond after the one before it, so that a list by age has
    // equally urgent suggestions in the order of the rules.
    let created = merge.created.enumerated().map { position, draft in
      draft.row(
        id: records.scope.ids.next(), athlete: records.athlete,
        now: now.adding(milliseconds: Int64(position)))
    }
    try rows.form.insert(created, in: connection)
    let surfaced = SuggestionLists.surfacedByRules(
      try rows.first(SuggestionLists.batch), now: records.scope.now)
    for row in surfaced {
      guard let before = try rows.form.find(row.id, in: connection) else { continue }
      try rows.form.update(from: before, to: row, in: connection)
    }
    return EvaluatedSuggestions(
      created: try rows.rows(try created.map { try rows.require($0.id) }),
      updated: merge.updated.count, retired: merge.retired.count, surfaced: surfaced.count)
  }
}

/// Reads the facts that the suggestion rules evaluate, such as the last contact with each school.
/// The last contact is looked up in an index, so that not every interaction is read.
struct SuggestionGathering {
  private let records: RecordScope
  private let now: Instant
  private let zone: Zone
  private let interactions: Conditions
  private var connection: DatabaseConnection { records.connection }

  init(_ records: RecordScope, _ now: Instant, _ zone: Zone) throws {
    self.records = records
    self.now = now
    self.zone = zone
    interactions = try Interaction.past(in: records, now)
  }

  func facts() throws -> SuggestionFacts {
    try facts(for: Set(SuggestionRule.allCases), try School.visible(in: records))
  }

  /// Returns the facts that the rules of these suggestions need, so that a page does not evaluate
  /// all rules. Of the schools, only those that one of these rules examines are read.
  func facts(about suggestions: [RecruitingSuggestion]) throws -> SuggestionFacts {
    let rules = Set(suggestions.compactMap(\.rule.known))
    var facts = try facts(
      for: rules, try schools(for: rules, about: Set(suggestions.compactMap(\.relatedSchoolID))))
    let canBePaused =
      DeadPeriod.any(on: facts.today) != nil && rules.contains(where: \.asksForContact)
    if canBePaused || !rules.isDisjoint(with: [.schoolListBuilding, .portfolioHealth]) {
      facts.schoolTotal = try records.count(.schools, School.visible(in: records))
    }
    if canBePaused { facts.outsideDivisionITotal = try records.schoolsOutsideDivisionI() }
    return facts
  }

  private func facts(
    for rules: Set<SuggestionRule>, _ wanted: Conditions?
  ) throws -> SuggestionFacts {
    var facts = SuggestionFacts(now: now, zone: zone)
    facts.graduationYear = try records.scope.graduationYear(of: records.athlete)
    if DeadPeriod.any(on: facts.today) != nil {
      facts.haveListedDeadPeriods =
        try records.scope.sportOtherThanBaseball(of: records.athlete)?.hasListedDeadPeriods ?? true
    }
    if let wanted {
      let schools = try records.find(
        School.self, wanted, order: [.ascending("schools.created_at")])
      let contacts = try lastContacts(schools.map(\.id))
      facts.schools = schools.map {
        SuggestionFacts.SchoolFact($0, lastContact: contacts[$0.id])
      }
    }
    if rules.contains(.officialVisit) { facts.visitCount = try visitCount() }
    if rules.contains(.showcaseAttendance) { facts.newestEvent = try newestEvent() }
    if rules.contains(.eventFollowUp) { facts.attendedEvents = try attendedEvents() }
    if !rules.isDisjoint(with: [.missingVideo, .videoLinkHealth]) {
      var videos = try Document.visible(in: records, owner: .followsLink)
      // The owner of every document is one of the file's people. The condition lets SQLite use the
      // index by owner and type; without it, SQLite would read every document of the family.
      videos.require("documents.user_id IN (SELECT id FROM users)")
      videos.require("documents.type = ?", .raw(DocumentType.highlightVideo))
      facts.highlightVideos = try records.find(Document.self, videos).map(
        SuggestionFacts.VideoFact.init)
    }
    if rules.contains(.ncaaRegistration) {
      facts.registration = try fact(about: .ncaaRegistration)
    }
    if rules.contains(.missingVideo) { facts.videoCreation = try fact(about: .videoCreation) }
    return facts
  }

  /// Returns the condition that selects the schools which one of the suggestion rules examines; nil
  /// when no rule examines schools.
  private func schools(
    for rules: Set<SuggestionRule>, about related: Set<RecordID>
  ) throws -> Conditions? {
    var wanted: [Conditions] = []
    if !related.isEmpty {
      wanted.append(
        Conditions("schools.id IN (SELECT value FROM json_each(?))", .ids(related.sorted())))
    }
    if !rules.isDisjoint(with: [.officialVisit, .formalOutreach]) {
      wanted.append(Conditions("schools.priority_tier IN ('A', 'B')"))
    }
    if rules.contains(.portfolioHealth) {
      wanted.append(Conditions("schools.fit_score IS NOT NULL"))
    }
    if rules.contains(.ncaaRegistration) {
      let visible = try School.visible(in: records)
      wanted.append(
        Conditions(
          """
          schools.id = (SELECT schools.id FROM schools
            WHERE \(visible.clause) AND schools.division IN ('D1', 'D2')
            ORDER BY schools.created_at, schools.id LIMIT 1)
          """, values: visible.values))
    }
    guard !wanted.isEmpty else { return nil }
    let isByLink = wanted.count == 1 && !related.isEmpty
    var conditions = try School.visible(in: records, owner: isByLink ? .followsLink : .leads)
    conditions.require(
      Conditions(
        wanted.map(\.clause).joined(separator: " OR "), values: wanted.flatMap(\.values)))
    return conditions
  }

  /// Returns the moment of the last contact with each school. Planned interactions do not count,
  /// because they are not contacts yet.
  private func lastContacts(_ schools: [RecordID]) throws -> [RecordID: Instant] {
    let pairs = try connection.query(
      """
      SELECT wanted.value, (SELECT max(occurred_at) FROM interactions
        WHERE school_id = wanted.value AND occurred_at <= ?2)
      FROM json_each(?1) AS wanted
      """, JSONList.text(schools), now
    ) { row in (try row.recordID(0), try row.optionalInstant(1)) }
    return Dictionary(
      pairs.compactMap { id, last in last.map { (id, $0) } },
      uniquingKeysWith: { first, _ in first })
  }

  private func visitCount() throws -> Int {
    let types = try records.tallies("interactions.type", in: .interactions, interactions)
    return types.reduce(0) { $0 + (InteractionType.isVisit($1.raw) ? $1.count : 0) }
  }

  private func newestEvent() throws -> CalendarDay? {
    let visible = try RecruitingEvent.visible(in: records)
    return try connection.query(
      "SELECT max(start_date) FROM events WHERE \(visible.clause)", values: visible.values
    ) { row in try row.optionalDay(0) }.first.flatMap { $0 }
  }

  private func attendedEvents() throws -> [SuggestionFacts.EventFact] {
    let since = Value.day(zone.day(of: now).adding(days: -SuggestionRules.followUpDays))
    var attended = try RecruitingEvent.visible(in: records)
    attended.require("events.attended = 1")
    attended.require("events.start_date >= ? OR events.end_date >= ?", since, since)
    let events = try records.find(
      RecruitingEvent.self, attended, order: [.ascending("events.start_date")])
    guard !events.isEmpty else { return [] }
    let linked = try linked(to: events.map(\.id))
    let contacts = try lastContacts(events.compactMap(\.schoolID))
    let newestOfAll = try newestContact()
    return events.map { event in
      SuggestionFacts.EventFact(
        event, isLinked: linked.contains(event.id),
        lastContact: event.schoolID.map { contacts[$0] } ?? newestOfAll)
    }
  }

  /// Returns those of these events for which a contact was logged, without contacts that are
  /// still planned.
  private func linked(to events: [RecordID]) throws -> Set<RecordID> {
    Set(
      try connection.query(
        """
        SELECT DISTINCT event_id FROM interactions
        WHERE event_id IN (SELECT value FROM json_each(?)) AND occurred_at <= ?
        """, JSONList.text(events), now
      ) { row in try row.recordID(0) })
  }

  private func newestContact() throws -> Instant? {
    try connection.query(
      "SELECT max(occurred_at) FROM interactions WHERE \(interactions.clause)",
      values: interactions.values
    ) { row in try row.optionalInstant(0) }.first.flatMap { $0 }
  }

  private func fact(about checked: CheckedTask) throws -> SuggestionFacts.TaskFact? {
    try connection.first(
      """
      SELECT task.id, coalesce(athlete_task.status, '') = 'completed'
      FROM \(records.scope.readable(.tasks)) LEFT JOIN \(records.scope.readable(.athleteTasks))
        ON athlete_task.athlete_id = ?1 AND athlete_task.task_id = task.id
      WHERE task.id = ?2 OR (task.grade_level = ?3 AND task.title = ?4)
      ORDER BY task.catalogue_order, task.id LIMIT 1
      """, records.athlete, checked.id, checked.grade, checked.title
    ) { row in SuggestionFacts.TaskFact(id: try row.recordID(0), isCompleted: try row.bool(1)) }
  }
}

import Basics
import CivilTime
import Domain
import JSON
import Persistence
import SQLite

extension School: StoredRecord {
  static let form = TableForm(table)
  static let naming = RecordNaming(
    title: "name", detail: "location",
    difference: RecordNaming.listed([
      "CASE WHEN coalesce(location, '') = '' THEN city END",
      "CASE WHEN coalesce(location, '') = '' THEN state END",
      "conference", RecordNaming.words(of: .division, Division.self),
    ]))
  static var searched: [String] {
    ["schools.name", "schools.location", "schools.city", "schools.conference", "schools.notes"]
  }

  static var places: [String] { ["schools.location", "schools.state"] }

  static func doubt(about school: School, today: CalendarDay) -> Doubt? {
    school.keptProblem(today: today).map { Doubt($0.title) }
  }

  /// An SQL expression for the status of a school as pages display it. A school without a stored
  /// status counts as researching (domain.md 4.7). The index `schools_by_status` has the same
  /// expression.
  static let shownStatus = "coalesce(schools.status, 'researching')"
  /// SQL expressions for the school's city and state, which can be known from `academic_info` alone,
  /// as in `School.place`.
  private static let cityAndState = [ColumnName.city, .state].map { name in
    """
    coalesce(schools.\(name), CASE WHEN json_valid(schools.academic_info)
      THEN json_extract(schools.academic_info, '$.\(name)') END)
    """
  }

  static func narrow(_ conditions: inout Conditions, by filter: SchoolFilter, now: Instant) {
    if let status = filter.status { conditions.require("\(shownStatus) = ?", .raw(status)) }
    conditions.match("schools.priority_tier", filter.tier.map(Value.raw))
    conditions.match("schools.division", filter.division.map(Value.raw))
    if filter.favoritesOnly { conditions.require("schools.is_favorite = 1") }
    if filter.withOffersOnly {
      conditions.require("EXISTS (SELECT 1 FROM offers WHERE offers.school_id = schools.id)")
    }
  }

  static func order(_ sort: SchoolSort, now: Instant) -> [OrderTerm] {
    let name = OrderTerm.name("schools.name")
    return switch sort {
    case .name: [name]
    case .status: [.rank(shownStatus, SchoolStatus.self), name]
    case .tier: [.rank("schools.priority_tier", PriorityTier.self), name]
    case .location:
      [.text("coalesce(nullif(schools.location, ''), \(RecordNaming.listed(cityAndState)))"), name]
    case .conference: [.text("schools.conference"), name]
    case .division: [.rank("schools.division", Division.self), name]
    case .ranking: [.smallest("schools.ranking"), name]
    case .lastContact:
      [
        .newest(
          """
          (SELECT max(occurred_at) FROM interactions
            WHERE interactions.school_id = schools.id AND occurred_at <= '\(now)')
          """),
        name,
      ]
    case .added: [.newest("schools.created_at"), name]
    }
  }

  static func rows(_ found: [School], in records: RecordScope) throws -> [SchoolRow] {
    let ids = found.map(\.id)
    let references = try records.references(.school, ids)
    let coaches = try records.counts(.coaches, by: .schoolID, of: ids)
    let offers = try records.counts(.offers, by: .schoolID, of: ids)
    let contacts = try Dictionary(
      records.connection.query(
        """
        SELECT shown.value,
          (SELECT count(*) FROM interactions
            WHERE school_id = shown.value AND occurred_at <= ?2),
          (SELECT max(occurred_at) FROM interactions
            WHERE school_id = shown.value AND occurred_at <= ?2)
        FROM json_each(?1) AS shown
        """, JSONList.text(ids), records.scope.now
      ) { row in (try row.recordID(0), (count: try row.int(1), last: try row.optionalInstant(2))) },
      uniquingKeysWith: { first, _ in first })
    return found.map { school in
      var shown = school
      shown.privateNotes = shown.privateNotes.keepingNote(of: records.scope.caller.id)
      return SchoolRow(
        reference: references.of(school.id, .school), school: shown,
        coachCount: coaches[school.id] ?? 0, interactionCount: contacts[school.id]?.count ?? 0,
        offerCount: offers[school.id] ?? 0, lastContact: contacts[school.id]?.last)
    }
  }

  static func details(_ found: School, in records: RecordScope) throws -> SchoolDetails {
    var details = SchoolDetails(row: try row(found, in: records))
    let id = found.id
    details.coaches = try Coach.first(in: records) { $0.school = id }
    details.interactions = try Interaction.first(in: records) { $0.school = id }
    details.offers = try Offer.first(in: records) { $0.school = id }
    details.events = try RecruitingEvent.first(in: records) { $0.school = id }
    details.documents = try Document.first(in: records) { $0.school = id }
    details.letters = try RecommendationLetter.first(in: records) {
      $0.narrow(PlainFilter(ColumnName.schoolsSubmittedTo.description), to: .id(id))
    }
    details.suggestions = try SuggestionRows(records).visible(
      schools: [id], limit: SuggestionLists.shownOnSchool
    ).rows
    details.unanswered = try records.unanswered(records.scope.now, schools: [id])
    details.silent = try records.silent(records.scope.now, schools: [id])
    details.progress = try records.progress(with: found)
    details.statusHistory = try statusHistory(
      Conditions("school_status_history.school_id = ?", .id(id)), limit: nil, in: records)
    return details
  }

  mutating func complete(from before: School?, in records: RecordScope) {
    if let before {
      if status != before.status { statusChangedAt = records.scope.now }
    } else if effectiveStatus != .known(.researching) {
      statusChangedAt = statusChangedAt ?? records.scope.now
    }
  }

  static func writeDerived(
    _ write: RecordWrite<School>, in records: RecordScope
  ) throws -> [DerivedWrite] {
    switch write {
    case .added(let school, let note):
      let status = school.effectiveStatus
      guard status != .known(.researching) || note != nil else { return [] }
      return [try recordStatus(of: school, from: nil, to: status, note: note, records)]
    case .edited(let before, let after, let note):
      guard let status = after.status, status != before.status else { return [] }
      return [
        try recordStatus(of: after, from: before.status, to: status, note: note, records)
      ]
    case .imported(let school):
      // A school that is imported with another status than researching gets a first entry in its
      // status history.
      guard let status = school.status, status != .known(.researching) else { return [] }
      return [
        try recordStatus(
          of: school, from: nil, to: status, at: school.statusChangedAt, note: nil, records)
      ]
    case .deleted: return []
    }
  }

  private static func recordStatus(
    of school: School, from old: Open<SchoolStatus>?, to new: Open<SchoolStatus>,
    at moment: Instant? = nil, note: String?, _ records: RecordScope
  ) throws -> DerivedWrite {
    var change = SchoolStatusChange(
      id: records.scope.ids.next(), schoolID: school.id, from: old, to: new,
      changedBy: records.scope.caller.id, changedAt: moment ?? records.scope.now)
    change.notes = try SchoolStatusChange.checkedNote(note)
    change.createdAt = records.scope.now
    try TableForm.statusChanges.insert([change], in: records.connection)
    return .statusRecorded(from: old, to: new)
  }

  /// Returns the status changes of schools that meet the conditions, newest first, with the names
  /// of the people who made them.
  static func statusHistory(
    _ conditions: Conditions, limit: Int?, in records: RecordScope
  ) throws -> [StatusChangeRow] {
    try rows(statusChanges(conditions, limit: limit, in: records), in: records)
  }

  static func statusChanges(
    _ conditions: Conditions, limit: Int?, in records: RecordScope
  ) throws -> [SchoolStatusChange] {
    let form = TableForm<SchoolStatusChange>.statusChanges
    let conditions = try records.scope.withoutUnreadable(conditions, in: form.table)
    return try records.connection.query(
      """
      SELECT \(form.list) FROM school_status_history WHERE \(conditions.clause)
      ORDER BY school_status_history.changed_at DESC, school_status_history.id DESC LIMIT ?
      """, values: conditions.values + [.integer(Int64(limit ?? -1))]
    ) { row in try form.read(row) }
  }

  static func rows(
    _ changes: [SchoolStatusChange], in records: RecordScope
  ) throws -> [StatusChangeRow] {
    let people = try records.references(.person, changes.map(\.changedBy))
    return changes.map {
      StatusChangeRow(change: $0, changedBy: people.of($0.changedBy, .person))
    }
  }
}

extension JSONValue {
  /// Returns the JSON object of private notes with only this person's note, because each person may
  /// read only their own.
  func keepingNote(of person: RecordID) -> JSONValue {
    let key = person.description
    return .object(self[key].map { [key: $0] } ?? [:])
  }
}

extension RecordScope {
  /// Returns the records about a school that may be a reason to advance its status: offers, an
  /// official visit, and contacts. Each query uses an index by school.
  func progress(with school: School) throws -> SchoolProgress {
    var progress = SchoolProgress(
      try references(.school, [school.id]).of(school.id, .school), school.effectiveStatus)
    func logged<Record: StoredRecord>(
      _ type: Record.Type, _ expression: String, _ condition: Conditions = Conditions(),
      limit: Int = -1
    ) throws -> [String] {
      var rows = try Record.visible(in: self, owner: .followsLink)
      rows.require("\(Record.tableName).school_id = ?", .id(school.id))
      rows.require(condition)
      return try connection.query(
        """
        SELECT \(expression) FROM \(Record.tableName) WHERE \(rows.clause) LIMIT \(limit)
        """, values: rows.values
      ) { row in try row.optionalText(0) }.compactMap { $0 }
    }
    func hasContact(_ condition: Conditions) throws -> Bool {
      var past = Conditions("occurred_at <= ?", .instant(scope.now))
      past.require(condition)
      return try !logged(Interaction.self, "occurred_at", past, limit: 1).isEmpty
    }
    progress.offers = try logged(
      Offer.self, "DISTINCT coalesce(status, '\(OfferStatus.pending.rawValue)')"
    ).map { Open($0) }
    let visits = try officialVisits(
      events: logged(
        RecruitingEvent.self, "start_date", Conditions("type = ?", .raw(EventType.officialVisit))),
      contacts: logged(
        Interaction.self, "occurred_at",
        Conditions("type = ? AND \(Self.wentWell)", .raw(InteractionType.officialVisit))))
    let today = scope.calendar.today()
    progress.officialVisit = visits.filter { $0 >= today }.min()
    // A message about a camp counts as an invitation. But a camp contact that names an event is the
    // record of a talk at that camp, so it does not count.
    progress.isInvitedToCamp = try hasContact(
      Conditions(
        "type = ? AND direction = ? AND event_id IS NULL AND \(Self.wentWell)",
        .raw(InteractionType.camp),
        .raw(Direction.inbound)))
    progress.hasHeard = try hasContact(
      Conditions("direction = ? AND \(Self.wentWell)", .raw(Direction.inbound)))
    // A school has no status for a past official visit, so such a visit counts like any other
    // meeting in person.
    let hasMet = try hasContact(
      Conditions(
        "type IN (?, ?) AND \(Self.wentWell)", .raw(InteractionType.inPersonVisit),
        .raw(InteractionType.unofficialVisit)))
    progress.hasMet = hasMet || visits.contains { $0 < today }
    progress.hasWritten = try hasContact(Conditions("direction = ?", .raw(Direction.outbound)))
    return progress
  }

  /// An SQL condition for contacts whose sentiment, which the athlete enters, is not negative.
  private static let wentWell = "coalesce(sentiment, '') <> '\(Sentiment.negative.rawValue)'"

  /// Returns the days of official visits, from the stored days of events and moments of contacts.
  private func officialVisits(events: [String], contacts: [String]) -> [CalendarDay] {
    let zone = scope.calendar.zone()
    return events.compactMap { CalendarDay($0) }
      + contacts.compactMap { Instant($0) }.map { zone.day(of: $0) }
  }
}

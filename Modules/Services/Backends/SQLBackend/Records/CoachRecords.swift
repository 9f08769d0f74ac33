import Basics
import CivilTime
import Domain
import Persistence
import SQLite

extension Coach: StoredRecord {
  static let form = TableForm(table)
  static let naming = RecordNaming(
    title: "trim(last_name || ', ' || first_name, ', ')",
    detail: """
      (SELECT name FROM schools WHERE schools.id = coaches.school_id) || ', '
        || CASE role WHEN 'head' THEN 'head coach' WHEN 'assistant' THEN 'assistant coach'
          WHEN 'recruiting' THEN 'recruiting' ELSE role END
      """,
    alias: "trim(first_name || ' ' || last_name)", lastName: "last_name",
    difference: RecordNaming.listed(["email", "phone"]))
  static var searched: [String] {
    [
      "coaches.first_name || ' ' || coaches.last_name", "coaches.email", "coaches.notes",
      schoolName,
    ]
  }

  static func doubt(about coach: Coach, today: CalendarDay) -> Doubt? {
    coach.keptProblem(today: today).map { Doubt($0.title) }
  }

  private static let schoolName = "(SELECT name FROM schools WHERE schools.id = coaches.school_id)"
  /// Returns an SQL expression for a coach's responsiveness from 0 to 100: the stored score, or
  /// else the number of received messages for each hundred sent ones, with halves rounded up
  /// (domain.md 4.9).
  ///
  /// It is NULL if no message was sent. It is also NULL if the coach has never answered and all
  /// messages are so recent that an answer is not due yet (`CoachResponsiveness.score`).
  ///
  /// Each direction is counted along an index, and planned messages do not count yet (domain.md
  /// 10.8). `now` is inserted into the SQL text, because an `OrderTerm` has no arguments.
  static func responsiveness(_ now: Instant) -> String {
    """
    coalesce(coaches.responsiveness_score, (
      SELECT CASE WHEN sent > 0 AND (received > 0 OR EXISTS (
          SELECT 1 FROM interactions
          WHERE coach_id = coaches.id AND direction = 'outbound'
            AND occurred_at <= '\(CoachResponsiveness.answerBorder(now))'))
        THEN min(100, (200 * received + sent) / (2 * sent)) END
      FROM (SELECT
        (SELECT count(*) FROM interactions
          WHERE coach_id = coaches.id AND direction = 'outbound'
            AND occurred_at <= '\(now)') AS sent,
        (SELECT count(*) FROM interactions
          WHERE coach_id = coaches.id AND direction = 'inbound'
            AND occurred_at <= '\(now)') AS received)))
    """
  }

  /// Returns an SQL expression for the moment of the last contact with a coach up to now, or NULL
  /// (domain.md 10.8). It is the later of two: the stored date, which an import can set without any
  /// contact, and the newest contact.
  ///
  /// The stored date alone is not enough: it lacks planned contacts whose time has come since the
  /// program last looked for such contacts, which it does once a day.
  static func lastContact(_ now: Instant) -> String {
    """
    nullif(max(
      coalesce(CASE WHEN coaches.last_contact_date <= '\(now)' THEN coaches.last_contact_date END, ''),
      coalesce((SELECT max(occurred_at) FROM interactions
        WHERE coach_id = coaches.id AND occurred_at <= '\(now)'), '')), '')
    """
  }

  /// Returns the condition for coaches who were last contacted before `start`, or never.
  ///
  /// The condition on the stored date comes first, because an index answers it. It is not enough
  /// alone, because a contact may be newer than the stored date (see `lastContact`).
  static func notContacted(since start: Instant, now: Instant) -> Conditions {
    var quiet = Conditions(
      "coaches.last_contact_date IS NULL OR coaches.last_contact_date < ?", .instant(start))
    quiet.require(
      """
      NOT EXISTS (SELECT 1 FROM interactions
        WHERE coach_id = coaches.id AND occurred_at >= ? AND occurred_at <= ?)
      """, .instant(start), .instant(now))
    return quiet
  }

  /// Returns the condition for coaches who were not contacted for at least this number of days. A
  /// contact exactly that long ago counts as that many days without a contact.
  static func notContacted(forDays days: Int, now: Instant) -> Conditions {
    notContacted(since: now.adding(days: -days).adding(milliseconds: 1), now: now)
  }

  static func narrow(_ conditions: inout Conditions, by filter: CoachFilter, now: Instant) {
    conditions.match("coaches.school_id", filter.school.map(Value.id))
    conditions.match("coaches.role", filter.role.map(Value.raw))
    if let days = filter.notContactedForDays {
      conditions.require(notContacted(forDays: days, now: now))
    }
  }

  static func isOfOneRecord(_ filter: CoachFilter) -> Bool {
    filter.school != nil
  }

  static func order(_ sort: CoachSort, now: Instant) -> [OrderTerm] {
    let name = [OrderTerm.name("coaches.last_name"), .name("coaches.first_name")]
    return switch sort {
    case .name: name
    case .school: [.name(schoolName)] + name
    case .role: [.rank("coaches.role", CoachRole.self)] + name
    case .email: [.text("coaches.email")] + name
    case .lastContact: [.newest(lastContact(now))] + name
    case .responsiveness: [.descending(responsiveness(now))] + name
    }
  }

  static func rows(_ found: [Coach], in records: RecordScope) throws -> [CoachRow] {
    let ids = found.map(\.id)
    let references = try records.references(.coach, ids)
    let schools = try records.references(.school, found.map(\.schoolID))
    // Each subquery reads one range of an index. One pass over all rows that counts them by their
    // direction would take four times as long.
    func past(_ figure: String, _ condition: String = "1") -> String {
      """
      (SELECT \(figure) FROM interactions
        WHERE coach_id = shown.value AND occurred_at <= ?2 AND \(condition))
      """
    }
    let contacts = try Dictionary(
      records.connection.query(
        """
        SELECT shown.value, \(past("count(*)")), \(past("count(*)", "direction = 'inbound'")),
          \(past("count(*)", "direction = 'outbound'")),
          EXISTS \(past("1", "direction = 'outbound' AND occurred_at <= ?3")),
          \(past("max(occurred_at)"))
        FROM json_each(?1) AS shown
        """, JSONList.text(ids), records.scope.now,
        CoachResponsiveness.answerBorder(records.scope.now)
      ) { row in
        (
          try row.recordID(0),
          (
            all: try row.int(1), inbound: try row.int(2), outbound: try row.int(3),
            hadTime: try row.int(4) > 0, last: try row.optionalInstant(5)
          )
        )
      }, uniquingKeysWith: { first, _ in first })
    return found.map { coach in
      let own = contacts[coach.id] ?? (0, 0, 0, false, nil)
      var shown = coach
      let stored = coach.lastContactDate.flatMap { $0 <= records.scope.now ? $0 : nil }
      shown.lastContactDate = [stored, own.last].compactMap(\.self).max()
      shown.privateNotes = shown.privateNotes?.keepingNote(of: records.scope.caller.id)
      return CoachRow(
        reference: references.of(coach.id, .coach), coach: shown,
        school: schools.of(coach.schoolID, .school), interactionCount: own.all,
        responsiveness: coach.responsivenessScore
          ?? CoachResponsiveness.score(
            inbound: own.inbound, outbound: own.outbound, hadTime: own.hadTime))
    }
  }

  static func details(_ found: Coach, in records: RecordScope) throws -> CoachDetails {
    CoachDetails(
      row: try row(found, in: records),
      interactions: try Interaction.first(in: records) { $0.coach = found.id },
      offers: try Offer.rows(
        try records.find(
          Offer.self, madeBy(found, in: records), order: [.newest("offers.offer_date")]),
        in: records))
  }

  private static func madeBy(_ coach: Coach, in records: RecordScope) throws -> Conditions {
    var conditions = try Offer.visible(in: records, owner: .followsLink)
    conditions.require("offers.coach_id = ?", .id(coach.id))
    return conditions
  }
}

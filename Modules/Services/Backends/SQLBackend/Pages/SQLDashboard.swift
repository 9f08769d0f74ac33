import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var dashboard: DashboardGateway {
    DashboardGateway {
      $0.schools.implement { athlete throws(Problem) in
        try await self.read { scope in try RecordScope(scope, of: athlete).schoolFigures() }
      }
      $0.coaches.implement { athlete, now throws(Problem) in
        try await self.read { scope in try RecordScope(scope, of: athlete).coachFigures(now) }
      }
      $0.interactions.implement { athlete, now, zone throws(Problem) in
        try await self.read { scope in
          try ContactCounting(RecordScope(scope, of: athlete), now, zone).figures()
        }
      }
      $0.offers.implement { athlete throws(Problem) in
        try await self.read { scope in try RecordScope(scope, of: athlete).offerFigures() }
      }
      $0.unanswered.implement { athlete, now throws(Problem) in
        try await self.read { scope in try RecordScope(scope, of: athlete).unanswered(now) }
      }
    }
  }
}

extension RecordScope {
  /// Returns each text that the SQL expression gives, with the number of rows that have this text,
  /// such as each status with the number of its schools.
  ///
  /// The text with the most rows comes first; texts with equal numbers are sorted.
  ///
  /// Rows for which the expression is null are not counted.
  func tallies(
    _ expression: String, in table: TableName, _ conditions: Conditions
  ) throws -> [Tally] {
    try connection.query(
      """
      SELECT \(expression) AS text, count(*) FROM \(table) WHERE \(conditions.clause)
      GROUP BY text HAVING text IS NOT NULL ORDER BY count(*) DESC, text
      """, values: conditions.values
    ) { row in Tally(try row.text(0), try row.int(1)) }
  }

  fileprivate func schoolFigures() throws -> SchoolFigures {
    let visible = try School.visible(in: self)
    var figures = SchoolFigures()
    figures.total = try count(.schools, visible)
    var top = visible
    top.require("schools.priority_tier = 'A'")
    figures.aTier = try count(.schools, top)
    figures.outsideDivisionI = try schoolsOutsideDivisionI()
    var inDivisionI = visible
    inDivisionI.require("schools.division = 'D1'")
    figures.inDivisionI = try count(.schools, inDivisionI)
    figures.haveListedDeadPeriods =
      try scope.sportOtherThanBaseball(of: athlete)?.hasListedDeadPeriods ?? true
    figures.byStatus = try tallies(School.shownStatus, in: .schools, visible)
    figures.studentSizes = try connection.query(
      """
      SELECT json_extract(academic_info, '$.student_size') FROM schools
      WHERE \(visible.clause) AND json_valid(academic_info)
        AND json_type(academic_info, '$.student_size') IN ('integer', 'real')
      """, values: visible.values
    ) { row in try row.real(0) }
    return figures
  }

  /// Returns the number of schools outside Division I, for which the dead periods of Division I do
  /// not apply. A school without a division counts as Division I (domain.md 4.12).
  func schoolsOutsideDivisionI() throws -> Int {
    var elsewhere = try School.visible(in: self)
    elsewhere.require("schools.division <> 'D1'")
    return try count(.schools, elsewhere)
  }

  fileprivate func coachFigures(_ now: Instant) throws -> CoachFigures {
    let visible = try Coach.visible(in: self)
    var figures = CoachFigures()
    // The subquery reads the coaches in the order of their ids, so that the index of interactions
    // by coach is read once from beginning to end. `INDEXED BY` names the index of the primary key,
    // because SQLite would otherwise sort the rows. The order does not change the sum of the
    // scores, because they are whole numbers.
    (figures.total, figures.responsivenessTotal) =
      try connection.query(
        """
        SELECT count(*), sum(\(Coach.responsiveness(now)))
        FROM (SELECT id, responsiveness_score FROM coaches INDEXED BY sqlite_autoindex_coaches_1
          WHERE \(visible.clause) ORDER BY id) AS coaches
        """, values: visible.values
      ) { row in (try row.int(0), try row.optionalInt(1)) }.first ?? (0, nil)
    figures.followUp = try silent(now)
    return figures
  }

  /// Returns coaches who were not contacted for `CoachFollowUp.days` days or never, those with the
  /// oldest contact first (domain.md 4.8).
  ///
  /// - Parameters:
  ///   - schools: the schools whose coaches are returned; nil for all schools.
  ///   - limit: the largest number of coaches of each of these schools; if `schools` is nil, the
  ///     largest number in all.
  func silent(
    _ now: Instant, schools: [RecordID]? = nil, limit: Int = CoachFollowUp.shown
  ) throws -> [CoachRow] {
    var silent = try Coach.visible(in: self, owner: schools == nil ? .leads : .followsLink)
    silent.match("coaches.school_id", oneOf: schools)
    silent.require(Coach.notContacted(since: now.adding(days: -CoachFollowUp.days), now: now))
    return try longestSilent(silent, limit, ofEach: schools)
  }

  /// Returns coaches whose last message the athlete has not answered, those with the oldest contact
  /// first.
  ///
  /// A conversation such as a call needs no answer, and counts as the answer to earlier messages.
  /// Each subquery is one lookup in an index.
  ///
  /// - Parameters:
  ///   - schools: the schools whose coaches are returned; nil for all schools.
  ///   - limit: the largest number of coaches of each of these schools; if `schools` is nil, the
  ///     largest number in all.
  func unanswered(
    _ now: Instant, schools: [RecordID]? = nil, limit: Int = CoachFollowUp.shown
  ) throws -> [CoachRow] {
    let conversations = InteractionType.conversations
    func newest(_ direction: Direction, _ types: String = "") -> String {
      """
      coalesce((SELECT occurred_at FROM interactions WHERE coach_id = coaches.id
        AND direction = '\(direction.rawValue)' AND occurred_at <= '\(now)' \(types)
        ORDER BY occurred_at DESC LIMIT 1), '')
      """
    }
    let written = newest(.inbound, "AND type NOT IN (\(conversations))")
    let spoken = newest(.inbound, "AND type IN (\(conversations))")
    var waiting = try Coach.visible(in: self, owner: schools == nil ? .leads : .followsLink)
    waiting.match("coaches.school_id", oneOf: schools)
    // A coach can only wait for an answer if the coach's newest interaction is newer than the
    // athlete's newest one. The index contains the direction of an interaction but not its type. So
    // this first condition ignores the type, and excludes most coaches without reading a row of
    // `interactions`.
    waiting.require("\(newest(.inbound)) > \(newest(.outbound))")
    waiting.require("\(written) > max(\(newest(.outbound)), \(spoken))")
    return try longestSilent(waiting, limit, ofEach: schools)
  }

  private func longestSilent(
    _ conditions: Conditions, _ limit: Int, ofEach schools: [RecordID]?
  ) throws -> [CoachRow] {
    let order: [OrderTerm] = [
      .ascending("coaches.last_contact_date"), .ascending("coaches.last_name"),
      .ascending("coaches.first_name"),
    ]
    guard let schools, schools.count > 1 else {
      return try Coach.rows(find(Coach.self, conditions, order: order, limit: limit), in: self)
    }
    let first = Conditions(
      """
      coaches.id IN (SELECT id FROM (
        SELECT coaches.id, row_number() OVER (
          PARTITION BY coaches.school_id ORDER BY \(order.clause(of: .coaches, reversed: false))
        ) AS place FROM coaches WHERE \(conditions.clause)) WHERE place <= ?)
      """, values: conditions.values + [.integer(Int64(limit))])
    return try Coach.rows(find(Coach.self, first, order: order), in: self)
  }

  fileprivate func offerFigures() throws -> OfferFigures {
    let visible = try Offer.visible(in: self)
    var figures = OfferFigures()
    figures.total = try count(.offers, visible)
    var accepted = visible
    accepted.require("offers.status = 'accepted'")
    figures.accepted = try count(.offers, accepted)
    let ofSchool = try Offer.visible(in: self, owner: .followsLink)
    var offering = try School.visible(in: self)
    offering.require(
      Conditions(
        """
        EXISTS (SELECT 1 FROM offers
          WHERE offers.school_id = schools.id AND (\(ofSchool.clause)))
        """, values: ofSchool.values))
    figures.schoolsWithOffers = try count(.schools, offering)
    return figures
  }
}

import Basics
import CivilTime
public import Domain
import Persistence
import SQLite

extension SQLBackend {
  public var viewLog: ViewLogGateway {
    ViewLogGateway {
      $0.record.implement { item, id, athlete, moment throws(Problem) in
        try await self.remember { scope in
          try scope.requireToRead(athlete)
          let row = RowScope(
            owner: athlete, author: scope.caller.id, family: try scope.family(of: athlete))
          try scope.caller.require(.insert, .viewLog, of: row, kind: .person)
          try scope.connection.execute(
            """
            INSERT INTO parent_view_log
              (id, parent_user_id, athlete_id, viewed_item_type, viewed_item_id, viewed_at)
            VALUES (?, ?, ?, ?, ?, ?)
            """, scope.ids.next(), scope.caller.id, athlete, item.rawValue, id,
            (moment ?? scope.now).description)
        }
      }
      $0.views.implement { athlete, limit throws(Problem) in
        try await self.read { scope in
          try scope.requireToRead(athlete)
          return try scope.views(of: athlete, limit: limit)
        }
      }
    }
  }
}

extension Scope {
  /// Returns the logged page views of parents: which pages about the athlete they opened. The
  /// athlete sees all of them, and a parent sees only their own.
  fileprivate func views(of athlete: RecordID, limit: Int) throws -> Listing<ViewRow> {
    let viewer: RecordID? = athlete == caller.id ? nil : caller.id
    let sport = try sportOtherThanBaseball(of: athlete)
    let rows = try connection.query(
      """
      SELECT parent_user_id, viewed_item_type, viewed_item_id, viewed_at FROM parent_view_log
      WHERE athlete_id = ?1 AND (?2 IS NULL OR parent_user_id = ?2)
      ORDER BY viewed_at DESC, id DESC LIMIT ?3
      """, athlete, viewer, limit
    ) { row in
      let item = try row.isNull(2) ? nil : row.recordID(2)
      let type = Open<ViewLogEntry.ItemType>(try row.text(1))
      return ViewRow(
        parent: try reference(toPerson: try row.recordID(0)), itemType: type,
        item: try item.flatMap { try reference(to: $0, viewedAs: type, in: sport) },
        viewedAt: Instant(try row.text(3)) ?? Instant(milliseconds: 0))
    }
    let total = try connection.one(
      """
      SELECT count(*) FROM parent_view_log
      WHERE athlete_id = ?1 AND (?2 IS NULL OR parent_user_id = ?2)
      """, athlete, viewer
    ) { row in try row.int(0) }
    return Listing(rows: rows, matching: total, total: total)
  }

  /// Returns a reference (name and handle) to the record whose page a parent viewed; nil if the
  /// record does not exist any more. A task has the title of the athlete's sport; `sport` is nil
  /// for baseball.
  private func reference(
    to id: RecordID, viewedAs type: Open<ViewLogEntry.ItemType>, in sport: Sport?
  ) throws -> Reference? {
    guard let kind = type.known?.kind,
      let found = try RecordNames(connection).named(kind, id)?.reference
    else { return nil }
    return kind == .task ? sport?.naming(found) ?? found : found
  }
}

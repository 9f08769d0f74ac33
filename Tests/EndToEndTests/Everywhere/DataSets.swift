import Foundation
import Testing

/// Makes families of various sizes from the demo family, with SQL.
enum DataSets {
  /// The tables whose number of rows varies, each with the letter of its handles (such as `s` in
  /// `s1`) and the column in which the copied rows get different texts.
  static let kinds: [(table: String, letter: String, name: String)] = [
    ("schools", "s", "name"), ("coaches", "c", "last_name"), ("events", "e", "name"),
    ("interactions", "i", "subject"), ("offers", "o", "notes"), ("documents", "d", "title"),
    ("recommendation_letters", "l", "writer_name"), ("performance_metrics", "m", "notes"),
    ("notifications", "n", "title"),
  ]

  /// Returns a household with at most `count` rows of each kind. The demo family has more.
  static func household(keeping count: Int) throws -> Household {
    let household = try Household()
    let school = "(SELECT id FROM schools ORDER BY rowid LIMIT 1)"
    let moved = ["coaches", "interactions", "offers"].map {
      "UPDATE \($0) SET school_id = \(school);"
    }
    // The athlete's own notifications are kept first, because the athlete's pages count only these.
    let kept = kinds.map { kind in
      """
      DELETE FROM \(kind.table) WHERE rowid NOT IN
        (SELECT rowid FROM \(kind.table) ORDER BY \(kind.table == "notifications" ? "user_id = (SELECT player_user_id FROM family_units) DESC, " : "")rowid LIMIT \(count));
      """
    }
    _ = try household.sql(
      (["PRAGMA foreign_keys = ON;", "BEGIN;"] + (count > 0 ? moved : []) + kept + ["COMMIT;"])
        .joined(separator: "\n"))
    return household
  }

  /// Returns a household with ten thousand rows of each kind. All tests share its data folder, so
  /// they must only read.
  ///
  /// `Tools/bench` measures pages over more rows: making those takes longer than reading them.
  static func long() throws -> Household {
    let household = try Household(demo: false)
    try FileManager.default.createSymbolicLink(
      atPath: household.data, withDestinationPath: longData.get())
    return household
  }

  private static let longFolder = NSTemporaryDirectory() + "/compass-long-\(getpid())"

  private static let longData = Result {
    let original = try Household()
    try grow(original, to: 10_000)
    try? FileManager.default.removeItem(atPath: longFolder)
    try FileManager.default.moveItem(atPath: original.data, toPath: longFolder)
    atexit { try? FileManager.default.removeItem(atPath: DataSets.longFolder) }
    return longFolder
  }

  private static func grow(_ household: Household, to count: Int) throws {
    let grow = try kinds.enumerated().map { index, kind in
      let columns = try household.sql("SELECT name FROM pragma_table_info('\(kind.table)');")
        .split(separator: "\n").map { String($0.dropFirst().dropLast()) }
      let values = columns.map { column in
        switch column {
        case "id": "printf('%08x-0000-4000-8000-%012x', \(index + 1), n.i)"
        case kind.name: "coalesce(t.\(column) || ' ', '') || n.i"
        // The database allows a person only one notification for each `occasion` (the cause of the
        // notification), so the copied notifications have none.
        case "occasion": "NULL"
        case "recorded_date": "date(t.recorded_date, '-' || (n.i % 1500) || ' days')"
        default: "t.\(column)"
        }
      }
      return """
        CREATE TEMP TABLE template AS
          SELECT row_number() OVER (ORDER BY rowid) - 1 AS k, * FROM \(kind.table);
        CREATE UNIQUE INDEX temp.template_by_k ON template(k);
        INSERT INTO \(kind.table) (\(columns.joined(separator: ", ")))
          SELECT \(values.joined(separator: ", ")) FROM n
          JOIN template t ON t.k = n.i % (SELECT count(*) FROM template)
          WHERE n.i <= \(count) - (SELECT count(*) FROM template);
        INSERT INTO handles (kind, number, id)
          SELECT '\(kind.letter)', n.i + (SELECT max(number) FROM handles WHERE kind = '\(kind.letter)'),
            printf('%08x-0000-4000-8000-%012x', \(index + 1), n.i)
          FROM n WHERE n.i <= \(count) - (SELECT count(*) FROM template);
        DROP TABLE template;
        """
    }
    _ = try household.sql(
      """
      PRAGMA synchronous = OFF;
      CREATE TEMP TABLE n (i INTEGER PRIMARY KEY);
      INSERT INTO n WITH RECURSIVE c(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM c LIMIT \(count))
        SELECT i FROM c;
      BEGIN;
      \(grow.joined(separator: "\n"))
      COMMIT;
      """)
  }
}

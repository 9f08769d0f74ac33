import Foundation
import PostgreSQL
import SharingTesting

/// A deliberate error in the server's SQL, as a careless change could cause it. The simulation has
/// to find each of them.
enum PlantedFault: String, CaseIterable, Sendable {
  /// Revisions, the numbers by which a device asks for newer rows, become visible in another order
  /// than that of the numbers, so a device misses rows.
  case missedLock
  /// A transaction is applied again if its answer was lost and the device sends it again.
  case answerAppliedTwice
  /// The server does not report deleted rows to devices.
  case droppedGone
  /// Values are compared by their spelling and not by their meaning, so equal values conflict.
  case comparisonAsText
  /// A page of fetched rows ends between two rows with the same revision (the number of the change
  /// that wrote them). The next page begins with a later revision, so a device misses rows.
  case pageCutInRevision
  /// A conflicting change is dropped and reported as accepted.
  case contradictionDropped

  /// A text that the simulation's report must contain if the database has this error.
  var isSaid: String {
    switch self {
    case .missedLock, .droppedGone, .pageCutInRevision: "differ"
    case .answerAppliedTwice: "applied twice"
    case .comparisonAsText: "held for nothing"
    case .contradictionDropped: "nobody can read it"
    }
  }

  struct NotThere: Error { var text: String }

  /// The changes of the server's SQL functions that cause the error: a text in a function, and the
  /// text that replaces it.
  private var edits: [(function: String, text: String, instead: String)] {
    switch self {
    case .missedLock:
      [
        (
          "compass.stamp(text, uuid[], uuid[], uuid[], jsonb, boolean)",
          """
            UPDATE compass.scopes AS s
            SET revision = s.revision + CASE WHEN s.taken_by = me THEN 0 ELSE 1 END,
          """,
          """
            INSERT INTO compass.planted (scope, revision) SELECT c, compass.planted_now() FROM unnest(concerned) AS c;
            UPDATE compass.planted_live AS s SET
          """
        ),
        (
          "compass.stamp(text, uuid[], uuid[], uuid[], jsonb, boolean)",
          "SELECT k.scope, changed_table, k.id, s.revision, false, now()",
          "SELECT k.scope, changed_table, k.id, compass.planted_now(), false, now()"
        ),
        (
          "compass.stamp(text, uuid[], uuid[], uuid[], jsonb, boolean)",
          "SET gone = true, revision = s.revision,",
          "SET gone = true, revision = compass.planted_now(),"
        ),
        (
          "compass.lock_scopes(uuid[])", "ORDER BY s.id FOR NO KEY UPDATE", "ORDER BY s.id"
        ),
      ]
    case .answerAppliedTwice:
      [("compass.judge_step(jsonb)", "IF known IS NOT NULL THEN", "IF false THEN")]
    case .droppedGone:
      [
        (
          "public.compass_pull(jsonb, integer)", "WHERE n.scope = s.scope AND",
          "WHERE n.scope = s.scope AND NOT n.gone AND"
        )
      ]
    case .comparisonAsText:
      [
        (
          "compass.apply_stored_change(jsonb, text[])",
          "INTO typed_was, typed_wanted USING was, wanted;",
          "INTO typed_was, typed_wanted USING was, wanted; typed_was := was;"
        )
      ]
    case .contradictionDropped:
      [("compass.apply_stored_change(jsonb, text[])", "IF merged.conflicts THEN", "IF false THEN")]
    case .pageCutInRevision:
      [
        (
          "public.compass_pull(jsonb, integer)",
          "(n.revision, n.table_name, n.id) > (s.revision, s.table_name COLLATE \"C\", s.id)",
          "n.revision > s.revision"
        )
      ]
    }
  }

  /// SQL that runs before the functions are changed; nil if the error needs none.
  private var preparation: String? {
    switch self {
    case .missedLock:
      """
      CREATE TABLE compass.planted (scope uuid NOT NULL, revision bigint NOT NULL);
      CREATE TABLE compass.planted_live AS SELECT id, taken_by, live FROM compass.scopes;
      CREATE FUNCTION compass.planted_now() RETURNS bigint LANGUAGE sql VOLATILE AS
        $$ SELECT (extract(epoch FROM now()) * 1000000)::bigint $$;
      CREATE FUNCTION compass.planted_end() RETURNS trigger LANGUAGE plpgsql SECURITY DEFINER AS $$
      BEGIN
        -- Beside others some take long, so that those are through before them.
        PERFORM pg_sleep(0.3) FROM pg_stat_activity
        WHERE datname = current_database() AND pid <> pg_backend_pid() AND state = 'active' AND random() < 0.5
        LIMIT 1;
        UPDATE compass.scopes SET revision = greatest(revision, NEW.revision) WHERE id = NEW.scope;
        RETURN NULL;
      END
      $$;
      CREATE CONSTRAINT TRIGGER planted AFTER INSERT ON compass.planted DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION compass.planted_end();
      GRANT ALL ON compass.planted, compass.planted_live TO PUBLIC;
      """
    case .answerAppliedTwice:
      "ALTER TABLE compass.steps DROP CONSTRAINT steps_person_id_part_key"
    case .droppedGone, .comparisonAsText, .pageCutInRevision, .contradictionDropped: nil
    }
  }

  func plant(in server: RunningServer) async throws {
    if let preparation { try await server.admin.script(preparation) }
    for edit in edits {
      let rows = try await server.admin.run(
        "SELECT pg_get_functiondef($1::regprocedure)", [edit.function]
      ).rows
      let definition = rows.first?[0] ?? ""
      guard definition.contains(edit.text) else { throw NotThere(text: edit.text) }
      _ = try await server.admin.run(
        definition.replacingOccurrences(of: edit.text, with: edit.instead))
    }
  }
}

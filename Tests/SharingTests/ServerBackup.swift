import PostgreSQL
import SharingTesting

/// All that the server's tables hold at one moment, to which they go back, as a restored backup would have it.
struct ServerBackup {
  /// Every table of ours with the columns that are written, in one list.
  private static let tables = """
    SELECT n.nspname || '.' || quote_ident(c.relname) AS name,
      'backup.' || quote_ident(n.nspname || '_' || c.relname) AS copy,
      (SELECT string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum) FROM pg_attribute AS a
        WHERE a.attrelid = c.oid AND a.attnum > 0 AND NOT a.attisdropped AND a.attgenerated = '') AS columns
    FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
    WHERE c.relkind = 'r' AND n.nspname IN ('public', 'compass')
    """

  init(of server: RunningServer) async throws {
    _ = try await server.admin.run(
      """
      DO $$
      DECLARE t record;
      BEGIN
        DROP SCHEMA IF EXISTS backup CASCADE;
        CREATE SCHEMA backup;
        FOR t IN \(Self.tables) LOOP
          EXECUTE format('CREATE TABLE %s AS SELECT %s FROM %s', t.copy, t.columns, t.name);
        END LOOP;
      END
      $$
      """)
  }

  /// And begins an era, as the owner who restores a server has to.
  func restore(_ server: RunningServer) async throws {
    try await restoreUntold(server)
    _ = try await server.admin.run("SELECT compass.begin_era()")
  }

  /// The owner has not said that it was restored: the server counts on in its era.
  func restoreUntold(_ server: RunningServer) async throws {
    _ = try await server.admin.run(
      """
      DO $$
      DECLARE t record;
      BEGIN
        PERFORM set_config('session_replication_role', 'replica', true);
        FOR t IN \(Self.tables) LOOP
          EXECUTE format('DELETE FROM %s', t.name);
          EXECUTE format('INSERT INTO %s (%s) OVERRIDING SYSTEM VALUE SELECT %s FROM %s', t.name, t.columns, t.columns, t.copy);
        END LOOP;
      END
      $$
      """)
  }
}

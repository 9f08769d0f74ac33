import PostgreSQL
import SharingTesting

/// A copy of all rows of the server's tables, which a test can restore as an administrator restores
/// a backup.
struct ServerBackup {
  /// Selects the server's tables with the columns that can be written; generated columns are left
  /// out.
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

  /// Restores the copy and begins a new era, which tells devices to fetch everything again. An
  /// administrator has to do both after restoring a backup.
  func restore(_ server: RunningServer) async throws {
    try await restoreUntold(server)
    _ = try await server.admin.run("SELECT compass.begin_era()")
  }

  /// Restores the copy without beginning a new era, as an administrator may do by mistake.
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

import Testing

/// Tests of the rules that the server itself enforces, on a real PostgreSQL.
///
/// The cases are scripts in `SQL/`. Each script prints the faults that it finds, so a run without
/// output is a success.
@Suite struct ServerRulesTests {
  @Test(
    "Each table gives each person what rule 3 says",
    arguments: ["plain", "hosted"])
  func access(_ kind: String) throws {
    let server = try (kind == "plain" ? DatabaseServer.plain : DatabaseServer.hosted).get()
    let found = try server.run("access", in: try server.database("access"))
    #expect(found == [])
  }

  @Test(
    "Steps are judged, pulls miss nothing, and sessions do not wait in a circle",
    arguments: ["push", "pull", "programs", "together", "writers"])
  func behaviour(_ file: String) throws {
    let server = try DatabaseServer.plain.get()
    let found = try server.run(file, in: try server.database(file))
    #expect(found == [])
  }

  @Test(
    "A hosted project's owner has the same steps and pulls",
    arguments: ["push", "pull", "programs"])
  func behaviourHosted(_ file: String) throws {
    let server = try DatabaseServer.hosted.get()
    let found = try server.run(file, in: try server.database(file))
    #expect(found == [])
  }

  /// Adds all deliberate errors in the access rules to one database, and runs the script that must
  /// report each of them.
  ///
  /// One database is enough, because the errors do not influence each other, and one run of the
  /// script takes long.
  @Test("What is left out of who may do what is found")
  func faultsOfAccess() throws {
    let server = try DatabaseServer.plain.get()
    let database = try server.database("faults of access")
    for fault in PlantedFault.ofAccess { try server.query(fault.sql, in: database) }
    let found = try server.run("access", in: database)
    for fault in PlantedFault.ofAccess {
      #expect(found.contains { $0.contains(fault.finds) }, "\(fault.title)")
    }
  }

  @Test("A fault of steps and pulls is found", arguments: PlantedFault.ofSharing)
  func faultOfSharing(_ fault: PlantedFault) throws {
    let server = try DatabaseServer.plain.get()
    let database = try server.database("fault \(fault.title)")
    try server.query(fault.sql, in: database)
    let found: [String]
    do {
      found = try server.run(fault.script, in: database)
    } catch let failure as DatabaseServer.Failure {
      found = [failure.description]
    }
    #expect(found.contains { $0.contains(fault.finds) }, "\(found)")
  }
}

/// A deliberate error that a test adds to the database schema, and the message with which a test
/// script must report the error.
struct PlantedFault: CustomTestStringConvertible {
  var title: String
  var sql: String
  /// The script in the folder `SQL/` that must report the error.
  var script = "access"
  var finds: String

  var testDescription: String { title }

  static let ofAccess: [PlantedFault] = [
    PlantedFault(
      title: "a table without row security",
      sql: "ALTER TABLE public.offers DISABLE ROW LEVEL SECURITY",
      finds: "kim should not be able to read of offers offer"),
    PlantedFault(
      title: "a policy left out", sql: "DROP POLICY made ON public.coaches",
      finds: "sam should be able to insert of coaches rivera"),
    PlantedFault(
      title: "null matches",
      sql: """
        ALTER POLICY seen ON public.schools USING (
          family_unit_id IS NULL OR family_unit_id = ANY ((SELECT compass.my_families())::uuid[]))
        """,
      finds: "dana should not be able to read of schools secret school"),
    PlantedFault(
      title: "an author that is not asked for",
      sql: "DROP POLICY author ON public.documents",
      finds: "a forged uploader"),
    PlantedFault(
      title: "a role in a grant", sql: "GRANT UPDATE (role) ON public.users TO authenticated",
      finds: "a parent makes herself a player"),
    PlantedFault(
      title: "files of any parent",
      sql: """
        CREATE OR REPLACE FUNCTION compass.athletes_to_send_for() RETURNS uuid[]
          LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp
          AS $$ SELECT compass.my_athletes() || auth.uid() $$
        """,
      finds: "a file for an athlete whom the parent does not help"),
    PlantedFault(
      title: "a link to anywhere",
      sql: "DROP TRIGGER website_leads_somewhere ON public.schools",
      finds: "a website of any scheme"),
    PlantedFault(
      title: "a name that looks like another", sql: "DROP TRIGGER check_name ON public.users",
      finds: "the name Αnna"),
    PlantedFault(
      title: "a grant to nobody", sql: "GRANT SELECT ON public.schools TO anon",
      finds: "anon may SELECT schools"),
    PlantedFault(
      title: "a trigger left out", sql: "DROP TRIGGER note_deleted ON public.events",
      finds: "events tells nobody of its note_deleted"),
    PlantedFault(
      title: "a row that may be moved", sql: "DROP TRIGGER check_row ON public.schools",
      finds: "a school is taken out of its family"),
    PlantedFault(
      title: "a reference to anywhere", sql: "DROP TRIGGER stays_in_family ON public.coaches",
      finds: "a coach of another family's school"),
    PlantedFault(
      title: "a task without a lock", sql: "DROP TRIGGER task_is_unlocked ON public.athlete_task",
      finds: "a locked task is completed"),
    PlantedFault(
      title: "a definer without a search_path",
      sql: "ALTER FUNCTION compass.own_family() RESET search_path",
      finds: "compass.own_family() has no fixed search_path"),
    PlantedFault(
      title: "a function for everybody",
      sql: "GRANT EXECUTE ON FUNCTION compass.begin_era() TO PUBLIC",
      finds: "an era is begun"),
  ]

  static let ofSharing: [PlantedFault] = [
    PlantedFault(
      title: "a statement that is no step", sql: "DROP TRIGGER record_updated ON public.schools",
      script: "programs", finds: "a change is a step"),
    PlantedFault(
      title: "a note under an id of its own", sql: "DROP TRIGGER name_note ON public.private_notes",
      script: "programs", finds: "the id of a note is the one of devices"),
    PlantedFault(
      title: "a deletion past the rights", sql: "DROP TRIGGER take_along ON public.schools",
      script: "programs", finds: "a helper takes an athlete's coach along"),
    PlantedFault(
      title: "a helper's deletion of others' words",
      sql: "DROP POLICY keeps_words ON public.schools",
      script: "programs", finds: "a helper deletes an athlete's words"),
    rewritten(
      "compared as text", "compass.apply_stored_change(jsonb, text[])",
      "merged := compass.merge_column(typed_was -> name, typed_wanted -> name",
      "merged := compass.merge_column(was -> name, wanted -> name",
      script: "push", finds: "0 is false"),
    PlantedFault(
      title: "a plan for a small table",
      sql: """
        ALTER FUNCTION compass.stamp(text, uuid[], uuid[], uuid[], jsonb, boolean)
          RESET enable_seqscan RESET enable_material RESET enable_hashjoin RESET enable_mergejoin
        """, script: "push", finds: "changes that were read to their end"),
    rewritten(
      "a step past the rights", "compass.take_along()",
      "(current_user <> 'authenticated' OR compass.is_athlete())", "true",
      script: "push", finds: "a helper's step takes an athlete's coach along"),
    PlantedFault(
      title: "a document in another's name",
      sql: """
        ALTER POLICY author ON public.documents
          WITH CHECK (uploaded_by = auth.uid() OR uploaded_by = compass.former_author(id))
        """, script: "push", finds: "a helper enters a document in the athlete's name"),
    rewritten(
      "a family of each of its people", "compass.scopes_of(uuid)", " AND f.author = $1", "",
      script: "push", finds: "rita makes a family under the id of a deleted one"),
    rewritten(
      "a note under another's id", "compass.name_note()", "NEW.id <> its_own", "false",
      script: "push", finds: "a parent takes the id of the athlete's note"),
    PlantedFault(
      title: "views that fill the athlete's room",
      sql: "DROP TRIGGER views_leave_room ON public.parent_view_log", script: "push",
      finds: "views take room of sam"),
    rewritten(
      "words of an insertion", "compass.others_wrote(text, jsonb)",
      "AND c.op = 'update' AND s.person = last_writer", "AND s.person = last_writer",
      script: "push", finds: "a helper deletes words of an insertion"),
    rewritten(
      "steps that never were", "compass.keep_steps(jsonb, bytea[], jsonb)", "c.op <> 'insert'",
      "true", script: "push", finds: "nothing happened to sam"),
    rewritten(
      "changes of one step that are kept with another", "compass.keep_steps(jsonb, bytea[], jsonb)",
      "SELECT numbers[s.place]", "SELECT numbers[cardinality(numbers) + 1 - s.place]",
      script: "push", finds: "each is kept with its own change"),
    rewritten(
      "the digest of another step", "compass.keep_steps(jsonb, bytea[], jsonb)",
      "digests[s.place]", "digests[1]", script: "push", finds: "all are known"),
    rewritten(
      "a rule that a later step fulfils", "compass.digests_of_new(jsonb)", "'athlete_task', ", "",
      script: "push", finds: "a task before the one that it needs"),
    rewritten(
      "a step that a later family reads", "compass.digests_of_new(jsonb)",
      ", 'family_units', 'family_members'", "", script: "push",
      finds: "the family does not read it"),
    rewritten(
      "a step that another person made, among several steps", "compass.digests_of_new(jsonb)",
      "IS DISTINCT FROM me", "IS NULL", script: "push",
      finds: "a step of another person among them"),
    rewritten(
      "keys looked at too late", "compass.judge_step(jsonb)", "SET CONSTRAINTS ALL IMMEDIATE;", "",
      script: "push", finds: "a key that leads nowhere"),
    rewritten(
      "an answer applied twice", "compass.judge_step(jsonb)", "IF known IS NOT NULL THEN",
      "IF false THEN", script: "push", finds: "the second time"),
    rewritten(
      "a deadlock that is judged", "compass.judge_step(jsonb)",
      "WHEN deadlock_detected OR serialization_failure OR lock_not_available THEN RAISE;",
      "WHEN deadlock_detected THEN outcome := 'refused';", script: "push", finds: "a deadlock"),
    rewritten(
      "a change that nobody was let to make", "compass.apply_stored_change(jsonb, text[])",
      "IF written <> 1 THEN", "IF false THEN", script: "push", finds: "a parent deletes"),
    rewritten(
      "nothing is ever gone", "compass.stamp(text, uuid[], uuid[], uuid[], jsonb, boolean)",
      "SET gone = true, revision", "SET gone = false, revision", script: "pull",
      finds: "a deletion, and two rows"),
    rewritten(
      "a page cut inside a revision", "public.compass_pull(jsonb, integer)",
      "(n.revision, n.table_name, n.id) > (s.revision, s.table_name COLLATE \"C\", s.id)",
      "n.revision > s.revision", script: "pull", finds: "the same by one"),
    PlantedFault(
      title: "rows before scopes", sql: "DROP TRIGGER lock_first ON public.schools",
      script: "together", finds: "deadlock detected"),
    PlantedFault(
      title: "a right to records as it was before waiting",
      sql: "ALTER FUNCTION compass.helped_families(text) STABLE", script: "together",
      finds: "a former helper adds a school: INSERT 0 1 instead of refused"),
    PlantedFault(
      title: "a right to tasks as it was before waiting",
      sql: "ALTER FUNCTION compass.my_athletes(text) STABLE", script: "together",
      finds: "a former helper changes a task: UPDATE 1 instead of UPDATE 0"),
    PlantedFault(
      title: "words of others as they were before waiting",
      sql: "ALTER FUNCTION compass.others_wrote(text, jsonb) STABLE", script: "together",
      finds: "a helper deletes what the athlete just noted on: DELETE 1 instead of DELETE 0"),
    // In this deliberate error, revisions (the numbers by which a device asks for newer rows) come
    // from a sequence and not from a locked row. A later number can then become visible before an
    // earlier one, so a device that has read the later one misses the row.
    PlantedFault(
      title: "a missed lock",
      sql: #"""
        CREATE SEQUENCE compass.numbers START 1000;
        GRANT USAGE ON SEQUENCE compass.numbers TO PUBLIC;
        UPDATE compass.scopes SET revision = 1000000;
        CREATE OR REPLACE FUNCTION compass.lock_scopes(wanted uuid[]) RETURNS void
          LANGUAGE sql SECURITY DEFINER SET search_path = '' AS 'SELECT';
        DO $do$ BEGIN EXECUTE replace(regexp_replace(
          pg_get_functiondef('compass.stamp(text, uuid[], uuid[], uuid[], jsonb, boolean)'::regprocedure),
          'UPDATE compass.scopes AS s\s+SET.*?WHERE s.id = c.id;', ''),
          's.revision, false, now()', 'nextval(''compass.numbers''), false, now()'); END $do$
        """#, script: "together", finds: "once both are there"),
  ]

  /// Returns a deliberate error in an SQL function of the schema, which a test script must report:
  /// `instead` replaces `part` in the function's source.
  ///
  /// The SQL fails if the source does not contain `part`, because the function would then have no
  /// error.
  private static func rewritten(
    _ title: String, _ function: String, _ part: String, _ instead: String, script: String,
    finds: String
  ) -> PlantedFault {
    PlantedFault(
      title: title,
      sql: """
        DO $do$
        DECLARE
          source text := pg_get_functiondef($name$\(function)$name$::regprocedure);
        BEGIN
          IF position($part$\(part)$part$ IN source) = 0 THEN RAISE EXCEPTION 'nothing to replace'; END IF;
          EXECUTE replace(source, $part$\(part)$part$, $part$\(instead)$part$);
        END
        $do$
        """, script: script, finds: finds)
  }
}

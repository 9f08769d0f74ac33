-- Everything that may be reached, and by whom; what is not named here is nobody's. A hosted project grants new tables
-- and functions to everybody by default, so all of it is taken away first.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Takes a table away from everybody but a service role.
CREATE FUNCTION compass.close_table(closed regclass) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('REVOKE ALL ON %s FROM PUBLIC, anon, authenticated, service_role', closed);
  EXECUTE format('ALTER TABLE %s ENABLE ROW LEVEL SECURITY', closed);
  EXECUTE format('ALTER TABLE %s FORCE ROW LEVEL SECURITY', closed);
  EXECUTE format('GRANT SELECT, INSERT, UPDATE, DELETE ON %s TO service_role', closed);
END
$$;

DO $$
DECLARE
  name text;
BEGIN
  -- Ours alone: a project may have tables and functions of its own beside them.
  FOREACH name IN ARRAY ARRAY(
    SELECT c.oid::regclass::text FROM pg_catalog.pg_class AS c
    WHERE c.relkind = 'r' AND (
      c.relnamespace = 'compass'::regnamespace
      OR c.relnamespace = 'public'::regnamespace AND (
        c.relname IN ('task', 'audit_logs') OR c.relname IN (SELECT t.name FROM compass.shared_tables AS t))))
  LOOP
    PERFORM compass.close_table(name::regclass);
  END LOOP;
  FOREACH name IN ARRAY ARRAY(
    SELECT p.oid::regprocedure::text FROM pg_catalog.pg_proc AS p
    WHERE p.pronamespace = 'compass'::regnamespace
      OR p.pronamespace = 'public'::regnamespace AND p.proname IN (
        'compass_pull', 'compass_push', 'compass_restored', 'compass_history', 'compass_handles', 'compass_erase_me', 'open_profile',
        'renew_family_code', 'join_family', 'join_requests', 'answer_join'))
  LOOP
    EXECUTE format('REVOKE ALL ON FUNCTION %s FROM PUBLIC, anon, authenticated, service_role', name);
    EXECUTE format('GRANT EXECUTE ON FUNCTION %s TO service_role', name);
  END LOOP;
END
$$;

-- What erases and what serves is no business of a service role.
REVOKE ALL ON compass.erasing, compass.step_room, compass.erased FROM service_role;
REVOKE ALL ON FUNCTION
  compass.erase_rows(uuid), compass.erase_person(uuid), public.compass_erase_me(), compass.hold_account(uuid), compass.revisions(uuid[]),
  compass.newest_migration(), compass.applied(), compass.tidy_up(), compass.standing(), compass.notice_restore(bigint, text[]),
  compass.erase_again(text[])
  FROM service_role;

-- Tables, which row security narrows (0007).
GRANT SELECT, INSERT, UPDATE, DELETE ON
  public.schools, public.coaches, public.events, public.interactions, public.offers, public.performance_metrics, public.documents,
  public.athlete_task, public.suggestion, public.notifications, public.user_preferences, public.preference_history, public.private_notes
  TO authenticated;
GRANT SELECT, INSERT, DELETE ON public.school_status_history TO authenticated;
GRANT SELECT, INSERT ON public.parent_view_log TO authenticated;
GRANT SELECT ON public.task, public.handles, public.family_code_usage_log, public.audit_logs TO authenticated;

-- Column by column where a column decides about rights: `role`, `is_admin`, `email`, a family's athlete and code are in none.
GRANT SELECT ON public.users TO authenticated;
GRANT UPDATE (
  full_name, phone, profile_photo_url, graduation_year, current_phase, phase_milestone_data, status_score, status_label,
  recovery_mode_active, recovery_plan_shown_at, icloud_sync_enabled, zip_code, gpa, sat_score, act_score, profile_completeness,
  onboarding_completed, timezone, updated_at
) ON public.users TO authenticated;
GRANT SELECT, DELETE ON public.family_units TO authenticated;
GRANT INSERT (id, player_user_id, family_name, created_at, updated_at), UPDATE (family_name, updated_at)
  ON public.family_units TO authenticated;
GRANT SELECT, DELETE ON public.family_members TO authenticated;
GRANT INSERT (id, family_unit_id, user_id, role, added_at), UPDATE (helps) ON public.family_members TO authenticated;

-- What pull and push read as the caller; the schema is not exposed.
GRANT SELECT ON compass.server, compass.scopes, compass.changes, compass.shared_tables, compass.steps, compass.step_changes
  TO authenticated;
-- A trigger asks in the name of whoever writes.
GRANT SELECT ON compass.erasing TO authenticated, service_role;

-- Functions that a signed-in person may call,
GRANT EXECUTE ON FUNCTION
  public.compass_pull(jsonb, integer), public.compass_push(jsonb, uuid, jsonb), public.compass_restored(),
  public.compass_history(bigint, integer), public.compass_handles(uuid, uuid, jsonb, text[]), public.open_profile(text, text, integer), public.renew_family_code(),
  public.join_family(text), public.join_requests(), public.answer_join(uuid, boolean), public.compass_erase_me()
  TO authenticated;

-- and those that policies, defaults and the ones above need on their behalf.
GRANT EXECUTE ON FUNCTION
  compass.moment(), compass.my_families(), compass.own_family(), compass.helped_families(text), compass.my_athletes(text),
  compass.my_fellows(), compass.is_athlete(), compass.my_scopes(), compass.former_author(uuid), compass.athlete_of(uuid),
  compass.is_my_unit(uuid), compass.lock_my_scopes(), compass.places_of(text, uuid), compass.record_step(jsonb, bytea, jsonb),
  compass.plain_numbers(jsonb), compass.columns_in(regclass, jsonb), compass.merge_column(jsonb, jsonb, jsonb),
  compass.last_writer(text, uuid, text), compass.apply_change(jsonb, text[]), compass.apply_alike(jsonb, text[]), compass.form_of(jsonb),
  compass.apply_together(jsonb, text[]), compass.apply_changes(jsonb, text[]), compass.columns_of_time(regclass),
  compass.check_times(regclass, jsonb[]), compass.objection(text, text, text, text, text, jsonb),
  compass.rival(jsonb, text), compass.joining(), compass.noted_elsewhere(text, uuid[], text[]), compass.judge_step(jsonb),
  compass.judge_steps(jsonb), compass.check_constraints(), compass.looks_like_itself(text), compass.size_of_step(bigint)
  TO authenticated;

-- Who connects on behalf of clients, and is none of them.
GRANT USAGE ON SCHEMA compass TO authenticator;
GRANT EXECUTE ON FUNCTION compass.revisions(uuid[]), compass.newest_migration(), compass.applied(), compass.tidy_up(), compass.standing(),
  compass.notice_restore(bigint, text[]) TO authenticator;

-- A parent's notifications about an athlete's deadlines outlived the athlete.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- What others were told about a person: the occasion names the person, or the record is one of the person's.
CREATE FUNCTION compass.told_of(person uuid) RETURNS TABLE (id uuid, user_id uuid)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT n.id, n.user_id FROM public.notifications AS n
  WHERE n.user_id <> $1 AND (
    strpos(n.occasion, $1::text) > 0
    OR EXISTS (
      SELECT 1 FROM compass.changes AS c
      WHERE c.id = n.related_entity_id AND NOT c.gone AND c.scope = ANY ((SELECT compass.scopes_of($1))::uuid[])))
$$;
REVOKE ALL ON FUNCTION compass.told_of(uuid) FROM PUBLIC, anon, authenticated, service_role;

-- As before, with the notifications of others about the person, and what the histories of those others have of them.
CREATE OR REPLACE FUNCTION compass.erase_person(person uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT uuid[] := compass.scopes_of($1);
  others CONSTANT uuid[] := ARRAY(
    SELECT o.user_id FROM public.family_members AS m
      JOIN public.family_members AS o ON o.family_unit_id = m.family_unit_id WHERE m.user_id = $1 AND o.user_id <> $1
    UNION SELECT t.user_id FROM compass.told_of($1) AS t);
  notes uuid[];
  told_notifications uuid[];
BEGIN
  IF to_regprocedure('accounts.erase(uuid)') IS NOT NULL THEN EXECUTE 'SELECT accounts.erase($1)' USING $1; END IF;
  INSERT INTO compass.erased (digest) VALUES (compass.digest_of($1)) ON CONFLICT DO NOTHING;

  -- All scopes that this or `erase_rows` writes in, at once and in their order.
  PERFORM compass.lock_scopes(own || others || ARRAY(
    SELECT m.family_unit_id FROM public.family_members AS m WHERE m.user_id = $1
    UNION SELECT n.user_id FROM public.private_notes AS n
      JOIN compass.changes AS c ON c.id = n.record_id AND c.table_name = n.table_name WHERE c.scope = ANY (own)));
  PERFORM set_config('compass.locked', concat_ws(' ', pg_current_xact_id(), auth.uid()), true);
  WITH gone AS (
    DELETE FROM public.private_notes AS n USING compass.changes AS c
    WHERE c.id = n.record_id AND c.table_name = n.table_name AND c.scope = ANY (own) AND n.user_id <> $1
    RETURNING n.id
  )
  SELECT coalesce(array_agg(g.id), '{}') INTO notes FROM gone AS g;
  WITH gone AS (
    DELETE FROM public.notifications AS n USING compass.told_of($1) AS t WHERE n.id = t.id RETURNING n.id
  )
  SELECT coalesce(array_agg(g.id), '{}') INTO told_notifications FROM gone AS g;
  WITH told AS (
    UPDATE compass.step_changes AS c SET was = NULL, set = NULL
    WHERE c.table_name = 'private_notes' AND c.id = ANY (notes)
      OR c.table_name = 'notifications' AND c.id = ANY (told_notifications)
      OR c.table_name = 'notifications' AND c.scopes && others AND strpos(concat(c.was, c.set), $1::text) > 0
    RETURNING c.step
  )
  UPDATE compass.steps AS s SET summary = '' WHERE s.number IN (SELECT t.step FROM told AS t);

  PERFORM compass.erase_rows($1);
END
$$;

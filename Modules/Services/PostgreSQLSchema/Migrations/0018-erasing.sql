-- Takes a person away: their rows, their steps, and an athlete's whole family. For the server's owner; nobody else may call it.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- What they wrote for somebody else's family stays there, under the athlete's name. What stays of their own is no more than the ids of
-- what is gone, in the scopes of others, whose devices have to be told.
CREATE FUNCTION compass.erase_person(person uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT uuid[] := ARRAY(SELECT f.id FROM public.family_units AS f WHERE f.player_user_id = $1) || $1;
  written record;
  name text;
BEGIN
  -- Who wrote a row is said once; here it is unsaid. Nobody else writes meanwhile: changing a trigger locks the table.
  FOR name IN SELECT t.name FROM compass.shared_tables AS t WHERE t.name <> 'handles' ORDER BY 1 LOOP
    EXECUTE format('ALTER TABLE public.%I DISABLE TRIGGER check_row', name);
  END LOOP;
  FOR written IN
    SELECT c.table_name, c.column_name FROM information_schema.columns AS c
    WHERE c.table_schema = 'public' AND c.column_name IN ('logged_by', 'uploaded_by', 'created_by', 'updated_by')
      AND EXISTS (
        SELECT 1 FROM information_schema.columns AS f
        WHERE f.table_schema = 'public' AND f.table_name = c.table_name AND f.column_name = 'family_unit_id')
  LOOP
    EXECUTE format(
      'UPDATE public.%1$I AS r SET %2$I = f.player_user_id FROM public.family_units AS f
       WHERE f.id = r.family_unit_id AND f.player_user_id <> $1 AND r.%2$I = $1', written.table_name, written.column_name)
    USING $1;
  END LOOP;
  UPDATE public.school_status_history AS h SET changed_by = s.user_id FROM public.schools AS s
  WHERE s.id = h.school_id AND s.user_id <> $1 AND h.changed_by = $1;
  UPDATE public.athlete_task AS t SET created_by = t.athlete_id WHERE t.athlete_id <> $1 AND t.created_by = $1;
  UPDATE public.athlete_task AS t SET updated_by = t.athlete_id WHERE t.athlete_id <> $1 AND t.updated_by = $1;
  FOR name IN SELECT t.name FROM compass.shared_tables AS t WHERE t.name <> 'handles' ORDER BY 1 LOOP
    EXECUTE format('ALTER TABLE public.%I ENABLE TRIGGER check_row', name);
  END LOOP;

  DELETE FROM compass.steps AS s
  WHERE s.person = $1 OR EXISTS (SELECT 1 FROM compass.step_changes AS c WHERE c.step = s.number AND c.scopes && own);
  DELETE FROM public.users AS u WHERE u.id = $1;
  DELETE FROM public.handles AS h WHERE h.scope = ANY (own);
  DELETE FROM compass.devices AS d WHERE d.scope = ANY (own) OR d.person = $1;
  DELETE FROM public.audit_logs AS a WHERE strpos(a::text, $1::text) > 0;
  DELETE FROM compass.code_tries AS t WHERE t.who LIKE '%' || $1::text || '%';
  DELETE FROM compass.changes AS c WHERE c.scope = ANY (own);
  DELETE FROM compass.scopes AS s WHERE s.id = ANY (own);
END
$$;

REVOKE ALL ON FUNCTION compass.erase_person(uuid) FROM PUBLIC, anon, authenticated, service_role;

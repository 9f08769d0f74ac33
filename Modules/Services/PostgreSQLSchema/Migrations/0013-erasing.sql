-- Takes a person away: their rows, their steps, and an athlete's whole family. They ask for it themselves, from any client, or the server's
-- owner does. No table is locked for it: rows change hands under a note, which stands no longer than that.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Who was erased, as digests of ids. A server keeps them outside of the database too: after a restore from a backup the erased would be
-- back.
CREATE TABLE compass.erased (
  digest text PRIMARY KEY,
  at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION compass.digest_of(person uuid) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT encode(sha256(convert_to(person::text, 'UTF8')), 'hex')
$$;

-- What they wrote for somebody else's family stays there, under the athlete's name. What stays of their own is no more than the ids of
-- what is gone, in the scopes of others, whose devices have to be told.
CREATE FUNCTION compass.erase_rows(person uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT uuid[] := ARRAY(SELECT f.id FROM public.family_units AS f WHERE f.player_user_id = $1) || $1;
  written record;
BEGIN
  -- The scopes of everybody concerned come first, as in every transaction; triggers ask for no more of them.
  PERFORM compass.lock_scopes(own || ARRAY(
    SELECT m.family_unit_id FROM public.family_members AS m WHERE m.user_id = $1
    UNION SELECT o.user_id FROM public.family_members AS m
      JOIN public.family_members AS o ON o.family_unit_id = m.family_unit_id WHERE m.user_id = $1));
  PERFORM set_config('compass.locked', concat_ws(' ', pg_current_xact_id(), auth.uid()), true);

  -- Who wrote a row is said once; here it is unsaid.
  INSERT INTO compass.erasing VALUES ($1);
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
  DELETE FROM compass.erasing;

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

-- The account first, then the rows. What others noted for themselves about an athlete's records goes with the athlete; in the histories
-- of those others its words go too.
CREATE FUNCTION compass.erase_person(person uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT uuid[] := ARRAY(SELECT f.id FROM public.family_units AS f WHERE f.player_user_id = $1) || $1;
  notes uuid[];
BEGIN
  IF to_regprocedure('accounts.erase(uuid)') IS NOT NULL THEN EXECUTE 'SELECT accounts.erase($1)' USING $1; END IF;
  INSERT INTO compass.erased (digest) VALUES (compass.digest_of($1)) ON CONFLICT DO NOTHING;

  -- All scopes that this or `erase_rows` writes in, at once and in their order.
  PERFORM compass.lock_scopes(own || ARRAY(
    SELECT m.family_unit_id FROM public.family_members AS m WHERE m.user_id = $1
    UNION SELECT o.user_id FROM public.family_members AS m
      JOIN public.family_members AS o ON o.family_unit_id = m.family_unit_id WHERE m.user_id = $1
    UNION SELECT n.user_id FROM public.private_notes AS n
      JOIN compass.changes AS c ON c.id = n.record_id AND c.table_name = n.table_name WHERE c.scope = ANY (own)));
  PERFORM set_config('compass.locked', concat_ws(' ', pg_current_xact_id(), auth.uid()), true);
  WITH gone AS (
    DELETE FROM public.private_notes AS n USING compass.changes AS c
    WHERE c.id = n.record_id AND c.table_name = n.table_name AND c.scope = ANY (own) AND n.user_id <> $1
    RETURNING n.id
  )
  SELECT coalesce(array_agg(g.id), '{}') INTO notes FROM gone AS g;
  WITH told AS (
    UPDATE compass.step_changes AS c SET was = NULL, set = NULL
    WHERE c.table_name = 'private_notes' AND c.id = ANY (notes) RETURNING c.step
  )
  UPDATE compass.steps AS s SET summary = '' WHERE s.number IN (SELECT t.step FROM told AS t);

  PERFORM compass.erase_rows($1);
END
$$;

-- The caller, and nobody else. It can be asked again when its answer was lost.
-- → {account}: whether signing in is over too. A hosted project keeps the address and the password; its owner deletes them.
CREATE FUNCTION public.compass_erase_me() RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  me CONSTANT uuid := auth.uid();
BEGIN
  IF me IS NULL THEN
    RAISE EXCEPTION 'Only somebody who is signed in can be erased.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  PERFORM compass.erase_person(me);
  RETURN jsonb_build_object('account', to_regprocedure('accounts.erase(uuid)') IS NOT NULL);
END
$$;

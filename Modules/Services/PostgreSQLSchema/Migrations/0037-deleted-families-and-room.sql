-- What was missing in rules about deleted families, erased people, times, and the room of a day.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- As before, and the database knows afterwards who was erased, also of people whom it never had.
--
-- → how many were back.
CREATE OR REPLACE FUNCTION compass.erase_again(gone text[]) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  people uuid[] := ARRAY(SELECT u.id FROM public.users AS u WHERE compass.digest_of(u.id) = ANY (gone));
  accounts uuid[] := '{}';
  person uuid;
BEGIN
  IF to_regprocedure('accounts.of_digests(text[])') IS NOT NULL THEN
    EXECUTE 'SELECT accounts.of_digests($1)' INTO accounts USING gone;
  END IF;
  people := ARRAY(SELECT DISTINCT p FROM unnest(people || accounts) AS p ORDER BY p);
  FOREACH person IN ARRAY people LOOP PERFORM compass.erase_person(person); END LOOP;
  INSERT INTO compass.erased (digest) SELECT DISTINCT unnest(gone) ON CONFLICT DO NOTHING;
  RETURN cardinality(people);
END
$$;

-- As before; and a database that does not know of an erasure was restored too. An erasure gives no number, so a backup from just before it
-- lacks nothing else.
--
-- → whether it was restored.
CREATE OR REPLACE FUNCTION compass.notice_restore(known bigint, gone text[], mark jsonb) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  now_there jsonb;
BEGIN
  IF compass.notice_restore(known, gone) THEN RETURN true; END IF;
  -- The row of the server is locked now.
  now_there := compass.mark();
  IF NOT EXISTS (SELECT unnest(gone) EXCEPT SELECT e.digest FROM compass.erased AS e) AND (
    mark ->> 'timeline' = now_there ->> 'timeline' OR mark ->> 'era' IS DISTINCT FROM now_there ->> 'era'
    OR coalesce((mark ->> 'step')::bigint, 0) = 0 OR mark ->> 'timeline' IS NULL
    OR EXISTS (SELECT 1 FROM compass.steps AS s WHERE s.number = (mark ->> 'step')::bigint))
  THEN
    RETURN false;
  END IF;
  PERFORM compass.begin_era();
  PERFORM compass.erase_again(gone);
  RETURN true;
END
$$;

-- As before, and for times of the day too: PostgreSQL reads `now` and `allballs` as one.
CREATE OR REPLACE FUNCTION compass.check_times(changed_table regclass, members jsonb[]) RETURNS void
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wrong text;
BEGIN
  SELECT a.attname INTO wrong
  FROM pg_catalog.pg_attribute AS a JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
  JOIN (VALUES ('date'::regtype, '^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}'), ('timestamptz'::regtype, '^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}'),
    ('time'::regtype, '^\s*[0-9]{1,2}:[0-9]{2}')) AS f(type, form) ON f.type IN (t.oid, t.typbasetype)
  CROSS JOIN unnest(members) AS m(value)
  WHERE a.attrelid = changed_table AND a.attnum > 0 AND NOT a.attisdropped AND m.value ->> a.attname::text !~ f.form
  LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'No day, moment or time: %', wrong USING ERRCODE = 'invalid_datetime_format', COLUMN = wrong;
  END IF;
END
$$;
DROP FUNCTION compass.columns_of_time(regclass);

-- The moment of a step itself, which history shows.
ALTER FUNCTION compass.record_step(jsonb, bytea, jsonb) RENAME TO keep_step;
CREATE FUNCTION compass.record_step(step jsonb, digest bytea, places jsonb) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF step ->> 'at' !~ '^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}' THEN
    RAISE EXCEPTION 'No moment: at' USING ERRCODE = 'invalid_datetime_format', COLUMN = 'at';
  END IF;
  PERFORM compass.keep_step(step, digest, places);
END
$$;
REVOKE ALL ON FUNCTION compass.record_step(jsonb, bytea, jsonb) FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.record_step(jsonb, bytea, jsonb) TO authenticated, service_role;

-- Adds to the bytes that a person's calls have added to the database today, and refuses what is beyond a day's room.
CREATE FUNCTION compass.take_room(more bigint) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most CONSTANT bigint := 134217728;
  today CONSTANT date := (now() AT TIME ZONE 'UTC')::date;
  taken bigint;
BEGIN
  IF auth.uid() IS NULL OR more = 0 THEN RETURN; END IF;
  INSERT INTO compass.step_room AS r (person, day, bytes) VALUES (auth.uid(), today, more)
  ON CONFLICT (person) DO UPDATE SET day = excluded.day,
    bytes = CASE WHEN r.day = excluded.day THEN r.bytes ELSE 0 END + excluded.bytes
  RETURNING bytes INTO taken;
  -- No fault of the call: the same one is taken tomorrow. The class 53 is about room, and ends the request.
  IF taken > most THEN
    RAISE EXCEPTION 'The day''s room is used up.' USING ERRCODE = 'configuration_limit_exceeded';
  END IF;
END
$$;

-- As before.
CREATE OR REPLACE FUNCTION compass.count_steps() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM compass.take_room((
    SELECT coalesce(sum(200 + coalesce(octet_length(n.was::text), 0) + coalesce(octet_length(n.set::text), 0)), 0) FROM new_rows AS n));
  RETURN NULL;
END
$$;

-- Numbers and family codes are made by functions, which keep no step. A row counts as much as a change without values.
CREATE FUNCTION compass.count_rows() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM compass.take_room((SELECT 200 * count(*) FROM new_rows));
  RETURN NULL;
END
$$;
CREATE TRIGGER count_rows AFTER INSERT ON compass.leases REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION compass.count_rows();
CREATE TRIGGER count_rows AFTER INSERT ON public.handles REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION compass.count_rows();
CREATE TRIGGER count_rows AFTER INSERT ON public.family_code_usage_log REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION compass.count_rows();
REVOKE ALL ON FUNCTION compass.take_room(bigint), compass.count_rows() FROM PUBLIC, anon, authenticated, service_role;

-- A kind is one that a handle may have, so that a scope has so many leases at most.
ALTER TABLE compass.leases ADD CONSTRAINT leases_kind_check CHECK (kind ~ '^[a-z]{1,2}$');

-- Whose a deleted family was is noted with its deletion. Until now it was worked out from the role that a person has today: a parent who left a
-- family, and became an athlete after it was deleted, counted as its athlete.
UPDATE compass.shared_tables SET author = 'r.player_user_id' WHERE name = 'family_units';
UPDATE compass.changes AS f SET author = a.id
FROM (
  SELECT c.scope, (array_agg(c.id))[1] AS id FROM compass.changes AS c JOIN public.users AS u ON u.id = c.id AND u.role = 'player'
  WHERE c.table_name = 'users' AND c.scope <> c.id GROUP BY c.scope HAVING count(*) = 1) AS a
WHERE f.scope = a.scope AND f.table_name = 'family_units' AND f.id = f.scope AND f.gone;

-- A person's own scopes: themselves, their family, and families that they deleted.
CREATE FUNCTION compass.scopes_of(person uuid) RETURNS uuid[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT $1 || ARRAY(
    SELECT f.id FROM public.family_units AS f WHERE f.player_user_id = $1
    UNION
    SELECT f.scope FROM compass.changes AS c JOIN compass.changes AS f ON f.scope = c.scope AND f.table_name = 'family_units' AND f.id = c.scope
    WHERE c.id = $1 AND c.table_name = 'users' AND c.scope <> $1 AND f.gone AND f.author = $1)
$$;
REVOKE ALL ON FUNCTION compass.scopes_of(uuid) FROM PUBLIC, anon, authenticated, service_role;

-- As before; but that an athlete deleted a family is read from what the server noted of it. A step was no proof: deleting what is not there for
-- the caller is taken, so whoever knew the id of a deleted family could get its history. And no family has the id of a person who was erased:
-- where accounts are kept elsewhere the person can come back under it.
CREATE OR REPLACE FUNCTION compass.family_id_is_free() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM public.users AS u WHERE u.id = NEW.id)
    AND NOT EXISTS (SELECT 1 FROM compass.erased AS e WHERE e.digest = compass.digest_of(NEW.id)) AND (
    NOT EXISTS (SELECT 1 FROM compass.scopes AS s WHERE s.id = NEW.id)
    -- The same row once more, and a family that its athlete deleted and takes back.
    OR NEW.id = ANY (compass.scopes_of(NEW.player_user_id)))
  THEN
    RETURN NEW;
  END IF;
  RAISE EXCEPTION 'This id is taken.' USING ERRCODE = 'check_violation', CONSTRAINT = 'family_id_is_free';
END
$$;

-- As before, with the families that an athlete has deleted: the steps and notes of their parents are still here, though nobody sees them.
CREATE OR REPLACE FUNCTION compass.erase_rows(person uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT uuid[] := compass.scopes_of($1);
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
CREATE OR REPLACE FUNCTION compass.erase_person(person uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  own CONSTANT uuid[] := compass.scopes_of($1);
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

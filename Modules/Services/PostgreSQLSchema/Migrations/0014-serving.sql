-- What a server does on its own behalf, and what devices are told after it was restored.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- How far scopes are, for a server that tells its clients that there is something new: it asks for many of them at once, and says to
-- each no more than that there is news of what they may see.
CREATE FUNCTION compass.revisions(wanted uuid[]) RETURNS TABLE (scope uuid, revision bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id, s.revision FROM compass.scopes AS s WHERE s.id = ANY (wanted)
$$;

-- Which migration is the newest here, for a server that says whether it is ready.
CREATE FUNCTION compass.newest_migration() RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT max(m.number) FROM compass.migrations AS m
$$;

CREATE FUNCTION compass.applied() RETURNS TABLE (number integer, digest text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.number, m.digest FROM compass.migrations AS m
$$;

-- Old steps, old notes of what is gone, old sessions: once a day, whichever server asks first.
CREATE FUNCTION compass.tidy_up() RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE compass.server SET tidied_at = now() WHERE tidied_at < now() - interval '1 day';
  IF NOT FOUND THEN RETURN false; END IF;
  PERFORM compass.forget();
  DELETE FROM compass.step_room AS r WHERE r.day < (now() AT TIME ZONE 'UTC')::date;
  IF to_regprocedure('accounts.forget()') IS NOT NULL THEN EXECUTE 'SELECT accounts.forget()'; END IF;
  RETURN true;
END
$$;

-- After a restore from a backup: devices fetch everything anew and send again what is missing here.
CREATE FUNCTION compass.begin_era() RETURNS uuid
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE compass.scopes SET restored = revision;
  UPDATE compass.server SET era = gen_random_uuid(), began_at = now(),
    restored_step = (SELECT coalesce(max(s.number), 0) FROM compass.steps AS s)
  RETURNING era
$$;

-- What a server remembers outside of the database: the last step, and who was erased.
CREATE FUNCTION compass.standing() RETURNS TABLE (step bigint, erased text[])
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT (SELECT coalesce(max(s.number), 0) FROM compass.steps AS s), ARRAY(SELECT e.digest FROM compass.erased AS e)
$$;

-- A server that begins says what it remembers. A database that has given fewer numbers than were seen was restored from a backup: an era
-- begins, no number is given twice, and whoever was erased since is erased again. Erasing steps gives no number back, so the sequence is asked.
--
-- → whether it was restored.
CREATE FUNCTION compass.notice_restore(known bigint, gone text[]) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  given bigint;
BEGIN
  -- Two servers begin at the same moment: the second one finds the numbers set.
  PERFORM 1 FROM compass.server FOR UPDATE;
  SELECT CASE WHEN q.is_called THEN q.last_value ELSE 0 END INTO given FROM compass.steps_number_seq AS q;
  IF given >= known THEN RETURN false; END IF;
  PERFORM compass.begin_era();
  PERFORM setval('compass.steps_number_seq', known);
  PERFORM compass.erase_again(gone);
  RETURN true;
END
$$;

-- → how many were back.
CREATE FUNCTION compass.erase_again(gone text[]) RETURNS integer
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
  RETURN cardinality(people);
END
$$;

-- → {step, scopes: {scope: revision}} of the caller's scopes.
CREATE FUNCTION public.compass_restored() RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object(
    'step', (SELECT v.restored_step FROM compass.server AS v),
    'scopes', (
      SELECT coalesce(jsonb_object_agg(s.id, s.restored), '{}') FROM compass.scopes AS s
      WHERE s.id = ANY ((SELECT compass.my_scopes())::uuid[])))
$$;

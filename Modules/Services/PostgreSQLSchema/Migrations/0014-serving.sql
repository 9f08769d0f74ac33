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

-- → {step, scopes: {scope: revision}} of the caller's scopes.
CREATE FUNCTION public.compass_restored() RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object(
    'step', (SELECT v.restored_step FROM compass.server AS v),
    'scopes', (
      SELECT coalesce(jsonb_object_agg(s.id, s.restored), '{}') FROM compass.scopes AS s
      WHERE s.id = ANY ((SELECT compass.my_scopes())::uuid[])))
$$;

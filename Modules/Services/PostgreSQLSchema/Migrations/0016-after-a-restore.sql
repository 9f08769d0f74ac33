-- After a restore from a backup devices send again what is missing. What a scope has up to `restored` is as the backup had it; what
-- stands above, somebody brought back: a device that has another value must not write over it without a word.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

ALTER TABLE compass.scopes ADD COLUMN restored bigint NOT NULL DEFAULT 0;
-- The last step that the backup had: who changed what since then, steps tell.
ALTER TABLE compass.server ADD COLUMN restored_step bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION compass.begin_era() RETURNS uuid
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

-- Steps build on what the device knows: of another era nothing is judged. A device that learns the era from the answer brings back
-- first what the server lacks.
ALTER FUNCTION public.compass_push(jsonb) SET SCHEMA compass;
ALTER FUNCTION compass.compass_push(jsonb) RENAME TO judge_steps;

-- → as judge_steps answers; {era} where it is another one.
CREATE FUNCTION public.compass_push(steps jsonb, era uuid DEFAULT NULL) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
  own CONSTANT uuid := (SELECT s.era FROM compass.server AS s);
BEGIN
  IF $2 <> own THEN RETURN jsonb_build_object('era', own); END IF;
  RETURN compass.judge_steps($1);
END
$$;

REVOKE ALL ON FUNCTION public.compass_restored(), public.compass_push(jsonb, uuid)
  FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION public.compass_restored(), public.compass_push(jsonb, uuid) TO authenticated, service_role;

-- A server that was restored from a backup and counts on in its era would take back what devices have sent since. A push says how far the
-- device had fetched: where that is beyond what is here, nothing is judged.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

DROP FUNCTION public.compass_push(jsonb, uuid);

-- `reached`: {scope: revision} of the caller's cursors.
--
-- → as judge_steps answers; {era} where it is another one; {behind: true} where the device knows more than the server.
CREATE FUNCTION public.compass_push(steps jsonb, era uuid DEFAULT NULL, reached jsonb DEFAULT NULL) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
  own CONSTANT uuid := (SELECT s.era FROM compass.server AS s);
BEGIN
  IF $2 <> own THEN RETURN jsonb_build_object('era', own); END IF;
  IF EXISTS (
    SELECT 1 FROM jsonb_each_text(coalesce($3, '{}')) AS r(scope, revision) JOIN compass.scopes AS s ON s.id = r.scope::uuid
    WHERE s.id = ANY ((SELECT compass.my_scopes())::uuid[]) AND s.revision < r.revision::bigint)
  THEN
    RETURN '{"behind": true}';
  END IF;
  RETURN compass.judge_steps($1);
END
$$;

REVOKE ALL ON FUNCTION public.compass_push(jsonb, uuid, jsonb) FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION public.compass_push(jsonb, uuid, jsonb) TO authenticated, service_role;

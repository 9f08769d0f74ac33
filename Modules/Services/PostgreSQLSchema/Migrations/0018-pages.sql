-- What a server that shows pages asks with each request.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- How far the scopes of a person are: {era, scopes: {scope: revision}}. A person without a profile has no scope.
CREATE FUNCTION compass.reached(person uuid) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('era', (SELECT v.era FROM compass.server AS v), 'scopes', (
    SELECT coalesce(jsonb_object_agg(s.id, s.revision), '{}') FROM compass.scopes AS s
    WHERE s.id IN (
      SELECT u.id FROM public.users AS u WHERE u.id = reached.person
      UNION ALL SELECT m.family_unit_id FROM public.family_members AS m WHERE m.user_id = reached.person)))
$$;
REVOKE ALL ON FUNCTION compass.reached(uuid) FROM PUBLIC, anon, authenticated, service_role;

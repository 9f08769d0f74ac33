-- What a server that shows pages asks with each request.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- How far what a person may see is. A person without a profile has no scope. `joining` changes with the requests to join that the person
-- sees or made, which belong to no scope.
--
-- → {era, scopes: {scope: revision}, joining}
CREATE FUNCTION compass.reached(person uuid) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH mine AS (SELECT m.family_unit_id AS id FROM public.family_members AS m WHERE m.user_id = reached.person)
  SELECT jsonb_build_object(
    'era', (SELECT v.era FROM compass.server AS v),
    'scopes', (
      SELECT coalesce(jsonb_object_agg(s.id, s.revision), '{}') FROM compass.scopes AS s
      WHERE s.id IN (SELECT u.id FROM public.users AS u WHERE u.id = reached.person UNION ALL SELECT mine.id FROM mine)),
    'joining', (
      SELECT concat_ws(' ', count(*), max(j.asked_at)) FROM compass.join_requests AS j
      WHERE j.user_id = reached.person OR j.family_unit_id IN (SELECT mine.id FROM mine)))
$$;
REVOKE ALL ON FUNCTION compass.reached(uuid) FROM PUBLIC, anon, authenticated, service_role;

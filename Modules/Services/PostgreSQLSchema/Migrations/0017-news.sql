-- How far scopes are, for a server that tells its clients that there is something new: it asks for many of them at once, and says to
-- each no more than that there is news of what they may see.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE FUNCTION compass.revisions(wanted uuid[]) RETURNS TABLE (scope uuid, revision bigint)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id, s.revision FROM compass.scopes AS s WHERE s.id = ANY (wanted)
$$;

REVOKE ALL ON FUNCTION compass.revisions(uuid[]) FROM PUBLIC, anon, authenticated, service_role;
-- Who connects on behalf of clients, and is none of them.
GRANT USAGE ON SCHEMA compass TO authenticator;
GRANT EXECUTE ON FUNCTION compass.revisions(uuid[]) TO authenticator;

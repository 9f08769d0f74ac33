-- Which migration is the newest here, for a server that says whether it is ready.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE FUNCTION compass.newest_migration() RETURNS integer
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT max(m.number) FROM compass.migrations AS m
$$;

REVOKE ALL ON FUNCTION compass.newest_migration() FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.newest_migration() TO authenticator;

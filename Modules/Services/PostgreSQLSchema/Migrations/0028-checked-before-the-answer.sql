-- Keys and rules that wait for the end of a transaction are looked at before the answer. A server that sends its statements as one
-- pipeline has no transaction block, and PostgreSQL writes a warning to its log for each SET CONSTRAINTS outside of one; in a function it
-- does not.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE FUNCTION compass.check_constraints() RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SET CONSTRAINTS ALL IMMEDIATE;
END
$$;

REVOKE ALL ON FUNCTION compass.check_constraints() FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.check_constraints() TO authenticated;

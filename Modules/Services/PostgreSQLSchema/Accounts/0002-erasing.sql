-- Ends an account for good: sessions, tokens and the consent go with it. Asked by whoever erases a person's rows.
CREATE FUNCTION accounts.erase(whose uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.people WHERE id = whose
$$;

REVOKE ALL ON FUNCTION accounts.erase(uuid) FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner') THEN
    GRANT USAGE ON SCHEMA accounts TO compass_owner;
    GRANT EXECUTE ON FUNCTION accounts.erase(uuid) TO compass_owner;
  END IF;
END
$$;

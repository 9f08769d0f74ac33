-- Ends an account for good: sessions, tokens and the consent go with it. Asked by whoever erases a person's rows.
CREATE FUNCTION accounts.erase(whose uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.people WHERE id = whose
$$;

-- A token says who somebody is for minutes; whether its session still stands is asked with each request, before it becomes theirs. To
-- somebody who is erased it opens nothing, and lets them ask once more whether they are.
CREATE FUNCTION accounts.require_session(session uuid, person uuid) RETURNS void
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM accounts.sessions AS s WHERE s.id = session)
    AND EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.id = require_session.person)
  THEN
    RAISE EXCEPTION 'The session has ended.' USING ERRCODE = 'PT401';
  END IF;
END
$$;

REVOKE ALL ON FUNCTION accounts.erase(uuid), accounts.require_session(uuid, uuid) FROM PUBLIC;
GRANT USAGE ON SCHEMA accounts TO authenticator;
GRANT EXECUTE ON FUNCTION accounts.require_session(uuid, uuid) TO authenticator;
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner') THEN
    GRANT USAGE ON SCHEMA accounts TO compass_owner;
    GRANT EXECUTE ON FUNCTION accounts.erase(uuid) TO compass_owner;
  END IF;
END
$$;

-- Each request needs a session of the person it is made for. One is let through without: who was erased, and did not get the answer,
-- asks `compass_erase_me` again.
DROP FUNCTION accounts.require_session(uuid, uuid);

CREATE FUNCTION accounts.require_session(session uuid, person uuid, is_erasing boolean DEFAULT false) RETURNS void
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (
    SELECT 1 FROM accounts.sessions AS s WHERE s.id = require_session.session AND s.person = require_session.person)
  THEN
    RETURN;
  END IF;
  -- 401 makes a client renew its token; where there is no account any more that cannot help, and 410 says so.
  IF EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.id = require_session.person) THEN
    RAISE EXCEPTION 'The session has ended.' USING ERRCODE = 'PT401';
  END IF;
  IF NOT is_erasing THEN
    RAISE EXCEPTION 'There is no such account.' USING ERRCODE = 'PT410';
  END IF;
END
$$;

-- Whether there is the account, which then stays until the transaction ends.
CREATE FUNCTION accounts.hold(whose uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM accounts.people AS p WHERE p.id = whose FOR KEY SHARE;
  RETURN FOUND;
END
$$;

REVOKE ALL ON FUNCTION accounts.require_session(uuid, uuid, boolean), accounts.hold(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.require_session(uuid, uuid, boolean) TO authenticator;
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner') THEN
    GRANT EXECUTE ON FUNCTION accounts.hold(uuid) TO compass_owner;
  END IF;
END
$$;

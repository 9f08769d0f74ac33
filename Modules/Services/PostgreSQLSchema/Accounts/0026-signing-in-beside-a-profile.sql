-- Signing in does not wait for a profile of the same account that is being opened and waits for its family: the connections for signing in are
-- few, and one account could hold all of them. What ends an account or its sessions is still waited for.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.forget()'::regprocedure;

-- As before; of two calls for one account the second waits at a lock of its own, and the row is only kept from being deleted.
CREATE OR REPLACE FUNCTION accounts.hold(whose uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('profile of ' || whose, 0));
  PERFORM 1 FROM accounts.people AS p WHERE p.id = whose FOR KEY SHARE;
  RETURN FOUND;
END
$$;

-- As before, with a lock that does not stand against that.
CREATE OR REPLACE FUNCTION accounts.begin_session(whose uuid, token bytea, device text, place text DEFAULT NULL, known text DEFAULT NULL)
  RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made uuid;
  kept text;
BEGIN
  SELECT p.password_hash INTO kept FROM accounts.people AS p WHERE p.id = whose FOR NO KEY UPDATE;
  IF NOT coalesce(accounts.may_sign_in(whose), false) THEN RETURN NULL; END IF;
  IF known IS NOT NULL AND known IS DISTINCT FROM kept THEN RETURN '{"outdated": true}'; END IF;
  UPDATE accounts.people SET last_sign_in_at = now() WHERE id = whose;
  INSERT INTO accounts.sessions (person, device, place)
  VALUES (
    whose,
    CASE
      WHEN begin_session.device LIKE 'Mozilla/%' THEN 'A browser'
      WHEN begin_session.device LIKE '%/%' OR begin_session.device IN ('', 'recruiting-compass') OR octet_length(begin_session.device) > 200
        THEN 'A program'
      ELSE begin_session.device
    END,
    begin_session.place)
  RETURNING id INTO made;
  INSERT INTO accounts.tokens (digest, session) VALUES (token, made);
  RETURN jsonb_build_object('session', made, 'user', accounts.user_of(whose));
END
$$;

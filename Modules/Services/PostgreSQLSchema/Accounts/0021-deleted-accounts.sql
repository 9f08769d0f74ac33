-- A device whose account was deleted is told so, and not that its session is unknown. Of the account's sessions the digests of their tokens
-- stay for as long as a device might show one; they say nothing about anybody.
--
-- Functions that run as their owner read the table. A database that was moved may have another owner than the role that migrates it
-- (docs/operations.md), so the table gets the owner of the functions.
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.erase(uuid)'::regprocedure;

CREATE TABLE accounts.erased_tokens (digest bytea PRIMARY KEY, erased_at timestamptz NOT NULL DEFAULT now());

-- As before, and keeps the digests. A renewal locks the session until its new token is there, so none is missed once the rows are locked.
CREATE OR REPLACE FUNCTION accounts.erase(whose uuid) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM accounts.people AS p WHERE p.id = whose FOR UPDATE;
  PERFORM 1 FROM accounts.sessions AS s WHERE s.person = whose FOR UPDATE;
  INSERT INTO accounts.erased_tokens (digest)
  SELECT t.digest FROM accounts.tokens AS t JOIN accounts.sessions AS s ON s.id = t.session WHERE s.person = whose
  ON CONFLICT DO NOTHING;
  DELETE FROM accounts.people AS p WHERE p.id = whose;
END
$$;

-- Whether there was such an account and it was erased. A database that was restored from before an account knows nothing of it.
CREATE FUNCTION accounts.was_erased(whose uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT NOT EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.id = whose)
    AND EXISTS (SELECT 1 FROM compass.erased AS e WHERE e.digest = compass.digest_of(whose))
$$;

-- As before, and a refusal of an access token says whether its account was erased.
CREATE OR REPLACE FUNCTION accounts.require_session(session uuid, person uuid, is_erasing boolean DEFAULT false) RETURNS void
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
  IF is_erasing THEN RETURN; END IF;
  IF accounts.was_erased(require_session.person) THEN
    RAISE EXCEPTION 'The account was deleted.' USING ERRCODE = 'PT410', DETAIL = 'erased';
  END IF;
  RAISE EXCEPTION 'There is no such account.' USING ERRCODE = 'PT410';
END
$$;

CREATE OR REPLACE FUNCTION accounts.forget() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.sessions AS s WHERE s.last_used_at < now() - interval '180 days';
  DELETE FROM accounts.erased_tokens AS t WHERE t.erased_at < now() - interval '180 days';
  DELETE FROM accounts.sign_ups AS u WHERE u.made_at < now() - interval '7 days';
  DELETE FROM accounts.address_changes AS c WHERE c.made_at < now() - interval '7 days';
  DELETE FROM accounts.codes AS c WHERE c.made_at < now() - interval '7 days';
  DELETE FROM accounts.invites AS i WHERE i.until < now() - interval '7 days';
  DELETE FROM accounts.exchanges AS e WHERE e.made_at < now() - interval '5 minutes'
$$;

REVOKE ALL ON accounts.erased_tokens FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.was_erased(uuid) FROM PUBLIC;
GRANT SELECT ON accounts.erased_tokens TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.was_erased(uuid) TO compass_accounts;

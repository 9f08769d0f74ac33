-- A session has a name such as "Firefox on Windows", which the server makes when it begins. Until now it had what the client said of itself,
-- word for word. Nobody needs that, so a general name takes its place.
UPDATE accounts.sessions AS s
SET device = CASE WHEN EXISTS (SELECT 1 FROM accounts.pages AS p WHERE p.session = s.id) THEN 'A browser' ELSE 'A program' END
WHERE s.device <> 'compass-server';

-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.forget()'::regprocedure;

-- As before, and a name that the server did not make is not kept. A server of the version before, which may still answer during an upgrade,
-- passes what the client said of itself: a text with a slash, the name of the program, or nothing.
CREATE OR REPLACE FUNCTION accounts.begin_session(whose uuid, token bytea, device text, place text DEFAULT NULL, known text DEFAULT NULL)
  RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made uuid;
  kept text;
BEGIN
  SELECT p.password_hash INTO kept FROM accounts.people AS p WHERE p.id = whose FOR UPDATE;
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

-- What somebody wrote in a form when their session had ended, from the next sign-in on, for any server of the database. It is encrypted with
-- the cookie, of which there is a digest alone, so nobody can read it here. A session has one at most. The row ends when the form was sent and
-- done, and with the session. After fifteen minutes it is not given any more; the next `keep_form` or the daily work (`forget`) deletes it.
CREATE TABLE accounts.kept_forms (
  session uuid PRIMARY KEY REFERENCES accounts.sessions ON DELETE CASCADE,
  name text NOT NULL CHECK (char_length(name) <= 20),
  sealed text NOT NULL CHECK (octet_length(sealed) <= 70000),
  made_at timestamptz NOT NULL DEFAULT now()
);

CREATE FUNCTION accounts.keep_form(of_session uuid, name text, sealed text) RETURNS void
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.kept_forms AS k WHERE k.session = $1 OR k.made_at < now() - interval '15 minutes';
  INSERT INTO accounts.kept_forms (session, name, sealed) VALUES ($1, $2, $3)
$$;

-- → the form, which stays; null where there is none, or where it is older than fifteen minutes
CREATE FUNCTION accounts.kept_form(of_session uuid, name text) RETURNS text
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT k.sealed FROM accounts.kept_forms AS k
  WHERE k.session = $1 AND k.name = $2 AND k.made_at >= now() - interval '15 minutes'
$$;

CREATE OR REPLACE FUNCTION accounts.forget() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.sessions AS s WHERE s.last_used_at < now() - interval '180 days';
  DELETE FROM accounts.erased_tokens AS t WHERE t.erased_at < now() - interval '180 days';
  DELETE FROM accounts.sign_ups AS u WHERE u.made_at < now() - interval '7 days';
  DELETE FROM accounts.address_changes AS c WHERE c.made_at < now() - interval '7 days';
  DELETE FROM accounts.codes AS c WHERE c.made_at < now() - interval '7 days';
  DELETE FROM accounts.invites AS i WHERE i.until < now() - interval '7 days';
  DELETE FROM accounts.exchanges AS e WHERE e.made_at < now() - interval '5 minutes';
  DELETE FROM accounts.kept_forms AS k WHERE k.made_at < now() - interval '15 minutes'
$$;

REVOKE ALL ON accounts.kept_forms FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.keep_form(uuid, text, text), accounts.kept_form(uuid, text) FROM PUBLIC;
GRANT SELECT, INSERT, DELETE ON accounts.kept_forms TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.keep_form(uuid, text, text), accounts.kept_form(uuid, text) TO compass_accounts;

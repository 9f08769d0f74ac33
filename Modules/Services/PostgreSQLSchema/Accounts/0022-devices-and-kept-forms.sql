-- A session has a name such as "Firefox on Windows", which the server makes when it begins. Until now it had what the client said of itself,
-- word for word. Nobody needs that, so a general name takes its place.
UPDATE accounts.sessions AS s
SET device = CASE WHEN EXISTS (SELECT 1 FROM accounts.pages AS p WHERE p.session = s.id) THEN 'A browser' ELSE 'A program' END
WHERE s.device <> 'compass-server';

-- What somebody wrote in a form when their session had ended, from the next sign-in until the form is shown, for any server of the database.
-- It is encrypted with the cookie, of which there is a digest alone, so nobody can read it here. A session has one at most.
--
-- A function that runs as its owner reads the table (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.forget()'::regprocedure;

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

-- → the form, which is deleted; null where there is none, or where it is older than fifteen minutes
CREATE FUNCTION accounts.take_form(of_session uuid, name text) RETURNS text
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  WITH taken AS (DELETE FROM accounts.kept_forms AS k WHERE k.session = $1 AND k.name = $2 RETURNING k.sealed, k.made_at)
  SELECT t.sealed FROM taken AS t WHERE t.made_at >= now() - interval '15 minutes'
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
REVOKE ALL ON FUNCTION accounts.keep_form(uuid, text, text), accounts.take_form(uuid, text) FROM PUBLIC;
GRANT SELECT, INSERT, DELETE ON accounts.kept_forms TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.keep_form(uuid, text, text), accounts.take_form(uuid, text) TO compass_accounts;

-- Browsers that are signed in to a server's pages. Only a digest of each cookie is kept, so that no backup lets anybody in.
CREATE TABLE accounts.pages (
  digest bytea PRIMARY KEY,
  session uuid NOT NULL REFERENCES accounts.sessions ON DELETE CASCADE,
  used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX pages_of_session ON accounts.pages (session);

-- The session of a cookie, with all that a page needs to know before it is made; null where nobody is signed in with it. A session that was
-- not used for a week is over, and one that ends takes its cookies along.
--
-- → {session, person, user, era, scopes, joining}
CREATE FUNCTION accounts.page(cookie bytea) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  shown accounts.pages;
  whose uuid;
BEGIN
  SELECT * INTO shown FROM accounts.pages AS p WHERE p.digest = cookie;
  IF shown.session IS NULL THEN RETURN NULL; END IF;
  SELECT s.person INTO whose FROM accounts.sessions AS s WHERE s.id = shown.session;
  IF shown.used_at < now() - interval '7 days' OR NOT coalesce(accounts.may_sign_in(whose), false) THEN
    DELETE FROM accounts.sessions AS s WHERE s.id = shown.session;
    RETURN NULL;
  END IF;
  IF shown.used_at < now() - interval '10 minutes' THEN
    UPDATE accounts.pages SET used_at = now() WHERE digest = cookie;
    UPDATE accounts.sessions SET last_used_at = now() WHERE id = shown.session;
  END IF;
  RETURN jsonb_build_object('session', shown.session, 'person', whose, 'user', accounts.user_of(whose)) || compass.reached(whose);
END
$$;

-- How many browsers are signed in as a person.
CREATE FUNCTION accounts.pages_of(whose uuid) RETURNS bigint
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT count(*) FROM accounts.pages AS p JOIN accounts.sessions AS s ON s.id = p.session WHERE s.person = whose
$$;

REVOKE ALL ON accounts.pages FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.page(bytea), accounts.pages_of(uuid) FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.pages TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.page(bytea), accounts.pages_of(uuid), compass.reached(uuid) TO compass_accounts;

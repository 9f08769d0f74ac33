-- A browser gets another cookie when the rights of its person change, so that one which was seen before opens nothing of what was added.
--
-- `rights` are those for which the cookie was given. `former` is the digest of the cookie before it. The answer with the new one may be lost,
-- and other requests of the browser are under way with the former; so that one stays valid until the new one was shown (`shown_at`), and for
-- ten seconds more.
ALTER TABLE accounts.pages
  ADD COLUMN rights text,
  ADD COLUMN former bytea,
  ADD COLUMN renamed_at timestamptz,
  ADD COLUMN shown_at timestamptz;
CREATE INDEX pages_former ON accounts.pages (former) WHERE former IS NOT NULL;

-- As before; with `renew` where the browser is to get another cookie.
--
-- → {session, person, user, era, scopes, joining, renew}
CREATE OR REPLACE FUNCTION accounts.page(cookie bytea) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  arrives CONSTANT interval := '10 seconds';
  shown accounts.pages;
  whose uuid;
  renew boolean;
BEGIN
  SELECT * INTO shown FROM accounts.pages AS p WHERE p.digest = cookie;
  IF shown.session IS NULL THEN
    SELECT * INTO shown FROM accounts.pages AS p WHERE p.former = cookie AND coalesce(p.shown_at > now() - arrives, true);
    -- The answer that carried the new cookie did not arrive.
    renew := shown.shown_at IS NULL AND shown.renamed_at < now() - arrives;
  END IF;
  IF shown.session IS NULL THEN RETURN NULL; END IF;
  SELECT s.person INTO whose FROM accounts.sessions AS s WHERE s.id = shown.session;
  IF shown.used_at < now() - interval '7 days' OR NOT coalesce(accounts.may_sign_in(whose), false) THEN
    DELETE FROM accounts.sessions AS s WHERE s.id = shown.session;
    RETURN NULL;
  END IF;
  IF shown.digest = cookie THEN
    renew := shown.rights IS DISTINCT FROM compass.rights(whose);
    IF shown.former IS NOT NULL AND shown.shown_at IS NULL THEN
      UPDATE accounts.pages SET shown_at = now() WHERE digest = cookie;
    END IF;
  END IF;
  IF shown.used_at < now() - interval '10 minutes' THEN
    UPDATE accounts.pages SET used_at = now() WHERE digest = shown.digest;
    UPDATE accounts.sessions SET last_used_at = now() WHERE id = shown.session;
  END IF;
  RETURN jsonb_build_object('session', shown.session, 'person', whose, 'user', accounts.user_of(whose), 'renew', renew)
    || compass.reached(whose);
END
$$;

-- Gives a session of an account its first cookie.
CREATE FUNCTION accounts.begin_page(given bytea, of_session uuid) RETURNS void
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  INSERT INTO accounts.pages (digest, session, rights)
  SELECT given, s.id, compass.rights(s.person) FROM accounts.sessions AS s WHERE s.id = of_session
$$;

-- Gives a browser another cookie in the place of `shown`, which is its cookie or the one before that. Of several requests at once the first
-- one renews. Where it is `at_once`, neither is valid any longer.
--
-- → whether the new one is valid
CREATE FUNCTION accounts.renew_page(shown bytea, given bytea, at_once boolean) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF at_once THEN
    UPDATE accounts.pages SET digest = given, former = NULL, renamed_at = NULL, shown_at = NULL WHERE shown IN (digest, former);
    RETURN FOUND;
  END IF;
  UPDATE accounts.pages AS p
  SET digest = given, former = shown, renamed_at = now(), shown_at = NULL,
    rights = (SELECT compass.rights(s.person) FROM accounts.sessions AS s WHERE s.id = p.session)
  WHERE p.digest = shown OR p.former = shown AND p.shown_at IS NULL AND p.renamed_at < now() - interval '10 seconds';
  RETURN FOUND;
END
$$;

REVOKE ALL ON FUNCTION accounts.begin_page(bytea, uuid), accounts.renew_page(bytea, bytea, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.begin_page(bytea, uuid), accounts.renew_page(bytea, bytea, boolean), compass.rights(uuid)
  TO compass_accounts;

-- Addresses under which a calendar program reads a person's deadlines, events and visits. An address is a secret; its digest alone is kept.
CREATE TABLE accounts.feeds (
  person uuid PRIMARY KEY REFERENCES accounts.people ON DELETE CASCADE,
  digest bytea NOT NULL UNIQUE,
  made_at timestamptz NOT NULL DEFAULT now()
);

-- Whose address it is, and how far their data are; null for none.
--
-- → {person, user, era, scopes, joining}
CREATE FUNCTION accounts.feed(secret text) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('person', f.person, 'user', accounts.user_of(f.person)) || compass.reached(f.person)
  FROM accounts.feeds AS f WHERE f.digest = accounts.digest(secret) AND accounts.may_sign_in(f.person)
$$;

-- A session for the time in which a server reads a person's data without a browser. No one has a token of it. One that a server left
-- behind when it was killed ends with the next.
CREATE FUNCTION accounts.begin_reading(whose uuid) RETURNS uuid
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.sessions AS s
  WHERE s.person = whose AND s.created_at < now() - interval '10 minutes' AND NOT EXISTS (
    SELECT 1 FROM accounts.tokens AS t WHERE t.session = s.id);
  INSERT INTO accounts.sessions (person, device) VALUES (whose, 'compass-server') RETURNING id
$$;

REVOKE ALL ON accounts.feeds FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.feed(text), accounts.begin_reading(uuid) FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.feeds TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.feed(text), accounts.begin_reading(uuid) TO compass_accounts;

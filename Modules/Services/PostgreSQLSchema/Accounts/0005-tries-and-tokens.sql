-- Refresh tokens that are in two hands are found out, and whoever tries passwords keeps nobody else out.

-- Where a session was begun, as a keyed digest of the address: its owner is let try there when strangers have used up the account's tries.
ALTER TABLE accounts.sessions ADD COLUMN place text CHECK (char_length(place) <= 100);
-- Whether its child was given a second time.
ALTER TABLE accounts.tokens ADD COLUMN repeated boolean NOT NULL DEFAULT false;

-- Takes a refresh token for its child. → {outcome: rotated | again | used | unknown | refused, session, user}
-- `again`: whoever shows a token again within seconds lost the answer. Shown later, or lost twice in a row, it is in two hands, and the
-- session ends: otherwise a thief and the owner would go on beside each other. A session that nobody used for half a year is over.
CREATE OR REPLACE FUNCTION accounts.rotate(token bytea, child bytea) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  patience CONSTANT interval := interval '30 seconds';
  kept CONSTANT interval := interval '7 days';
  shown accounts.tokens;
  one accounts.sessions;
  outcome text;
BEGIN
  SELECT s.* INTO one FROM accounts.sessions AS s JOIN accounts.tokens AS t ON t.session = s.id
  WHERE t.digest = token FOR UPDATE OF s;
  IF one.id IS NULL THEN RETURN '{"outcome": "unknown"}'; END IF;
  IF one.last_used_at < now() - interval '180 days' THEN
    DELETE FROM accounts.sessions WHERE id = one.id;
    RETURN '{"outcome": "unknown"}';
  END IF;
  IF NOT coalesce(accounts.may_sign_in(one.person), false) THEN
    DELETE FROM accounts.sessions WHERE id = one.id;
    RETURN '{"outcome": "refused"}';
  END IF;
  SELECT * INTO shown FROM accounts.tokens WHERE digest = token;
  IF shown.used_at IS NULL THEN
    UPDATE accounts.tokens SET used_at = clock_timestamp() WHERE digest = token;
    INSERT INTO accounts.tokens (digest, session, parent) VALUES (child, one.id, token);
    DELETE FROM accounts.tokens WHERE session = one.id AND used_at < now() - kept;
    outcome := 'rotated';
  ELSIF shown.used_at > clock_timestamp() - patience
    AND EXISTS (SELECT 1 FROM accounts.tokens WHERE digest = child AND parent = token AND used_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM accounts.tokens WHERE digest = shown.parent AND repeated)
  THEN
    UPDATE accounts.tokens SET repeated = true WHERE digest = token;
    outcome := 'again';
  ELSE
    DELETE FROM accounts.sessions WHERE id = one.id;
    RETURN '{"outcome": "used"}';
  END IF;
  UPDATE accounts.sessions SET last_used_at = now() WHERE id = one.id;
  RETURN jsonb_build_object('outcome', outcome, 'session', one.id, 'user', accounts.user_of(one.person));
END
$$;

DROP FUNCTION accounts.begin_session(uuid, bytea, text);
CREATE FUNCTION accounts.begin_session(whose uuid, token bytea, device text, place text DEFAULT NULL) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made uuid;
BEGIN
  IF NOT coalesce(accounts.may_sign_in(whose), false) THEN RETURN NULL; END IF;
  UPDATE accounts.people SET last_sign_in_at = now() WHERE id = whose;
  INSERT INTO accounts.sessions (person, device, place) VALUES (whose, left(begin_session.device, 200), begin_session.place)
  RETURNING id INTO made;
  INSERT INTO accounts.tokens (digest, session) VALUES (token, made);
  RETURN jsonb_build_object('session', made, 'user', accounts.user_of(whose));
END
$$;

-- What people add to their account goes into every token of theirs, and a token has to fit into a request.
CREATE FUNCTION accounts.check_metadata() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF octet_length(NEW.metadata::text) > 4096 THEN
    RAISE EXCEPTION 'An account has room for 4,096 bytes of other data.' USING ERRCODE = 'check_violation', CONSTRAINT = 'metadata_size';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_metadata BEFORE INSERT OR UPDATE OF metadata ON accounts.people
  FOR EACH ROW EXECUTE FUNCTION accounts.check_metadata();

CREATE FUNCTION accounts.forget() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.sessions AS s WHERE s.last_used_at < now() - interval '180 days'
$$;

CREATE FUNCTION accounts.applied() RETURNS TABLE (number integer, digest text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.number, m.digest FROM accounts.migrations AS m
$$;

REVOKE ALL ON FUNCTION accounts.begin_session(uuid, bytea, text, text), accounts.check_metadata(), accounts.forget(), accounts.applied()
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.begin_session(uuid, bytea, text, text) TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.applied() TO authenticator;
-- The server acts for people and for nobody, and never past row security.
REVOKE service_role FROM authenticator;
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner') THEN
    GRANT EXECUTE ON FUNCTION accounts.forget() TO compass_owner;
  END IF;
END
$$;

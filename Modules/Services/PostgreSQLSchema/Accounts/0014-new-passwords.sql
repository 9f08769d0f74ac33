-- What was asked for with the password before ends with it: a change of address, codes, and the secret address of a calendar.
CREATE FUNCTION accounts.password_changed() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM accounts.address_changes AS c WHERE c.person = NEW.id;
  DELETE FROM accounts.codes AS c WHERE c.person = NEW.id;
  DELETE FROM accounts.feeds AS f WHERE f.person = NEW.id;
  RETURN NULL;
END
$$;
CREATE TRIGGER password_changed AFTER UPDATE OF password_hash ON accounts.people
  FOR EACH ROW WHEN (NEW.password_hash IS DISTINCT FROM OLD.password_hash) EXECUTE FUNCTION accounts.password_changed();

-- Sets a new password and ends all other sessions, together or not at all. `known` is the hash that the caller compared the current password
-- with. → whether it was still that one
CREATE FUNCTION accounts.set_password(of_session uuid, known text, hash text) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  whose uuid;
BEGIN
  SELECT s.person INTO whose FROM accounts.sessions AS s WHERE s.id = of_session;
  -- A sign-in with the password before waits for this row, and is refused then.
  UPDATE accounts.people AS p SET password_hash = hash, updated_at = now()
  WHERE p.id = whose AND p.password_hash IS NOT DISTINCT FROM known;
  IF NOT FOUND THEN RETURN false; END IF;
  UPDATE accounts.sessions AS s SET recovers_until = NULL WHERE s.id = of_session;
  DELETE FROM accounts.sessions AS s WHERE s.person = whose AND s.id <> of_session;
  RETURN true;
END
$$;

-- Sets a new password for somebody who has none to show, and ends all their sessions.
CREATE FUNCTION accounts.reset_password(whose uuid, hash text) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE accounts.people AS p SET password_hash = hash, updated_at = now() WHERE p.id = whose;
  DELETE FROM accounts.sessions AS s WHERE s.person = whose;
END
$$;

-- The row of the account is locked before it is judged, so that a new password, a withdrawn consent or a closed account that is under way ends
-- this session too, or comes first. `known` is the hash that the password was compared with.
--
-- → {session, user}; {outdated: true} where the password is another one by now; null where the account may not sign in
DROP FUNCTION accounts.begin_session(uuid, bytea, text, text);
CREATE FUNCTION accounts.begin_session(whose uuid, token bytea, device text, place text DEFAULT NULL, known text DEFAULT NULL) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made uuid;
  kept text;
BEGIN
  SELECT p.password_hash INTO kept FROM accounts.people AS p WHERE p.id = whose FOR UPDATE;
  IF NOT coalesce(accounts.may_sign_in(whose), false) THEN RETURN NULL; END IF;
  IF known IS NOT NULL AND known IS DISTINCT FROM kept THEN RETURN '{"outdated": true}'; END IF;
  UPDATE accounts.people SET last_sign_in_at = now() WHERE id = whose;
  INSERT INTO accounts.sessions (person, device, place) VALUES (whose, left(begin_session.device, 200), begin_session.place)
  RETURNING id INTO made;
  INSERT INTO accounts.tokens (digest, session) VALUES (token, made);
  RETURN jsonb_build_object('session', made, 'user', accounts.user_of(whose));
END
$$;

CREATE OR REPLACE FUNCTION accounts.consent_ended() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  -- A sign-in that is under way has this row.
  PERFORM 1 FROM accounts.people AS p WHERE p.id = NEW.person FOR UPDATE;
  IF NOT accounts.may_sign_in(NEW.person) THEN DELETE FROM accounts.sessions AS s WHERE s.person = NEW.person; END IF;
  RETURN NULL;
END
$$;

-- A new code for the only sign-up of an address that is not confirmed. Of several, whoever reads the mailbox cannot know whose password they
-- confirm, so none gets a new code. → whether there is one
CREATE OR REPLACE FUNCTION accounts.renew_sign_up(address text, shown text) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE accounts.sign_ups AS s SET code = shown, code_made_at = now(), tries = 0
  WHERE s.email = address AND s.confirmed_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM accounts.sign_ups AS o WHERE o.email = address AND o.confirmed_at IS NULL AND o.id <> s.id);
  RETURN FOUND;
END
$$;

-- A new code for the only account that waits for an address, for a day after it was asked. → whether there is one
ALTER TABLE accounts.address_changes ADD COLUMN asked_at timestamptz NOT NULL DEFAULT now();
CREATE FUNCTION accounts.renew_address(address text, shown text) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE accounts.address_changes AS c SET code = shown, made_at = now(), tries = 0
  WHERE c.email = address AND c.asked_at > now() - interval '1 day'
    AND NOT EXISTS (SELECT 1 FROM accounts.address_changes AS o WHERE o.email = address AND o.person <> c.person);
  RETURN FOUND;
END
$$;
CREATE OR REPLACE FUNCTION accounts.ask_address(whose uuid, address text, shown text) RETURNS text
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.email = address) THEN RETURN 'taken'; END IF;
  INSERT INTO accounts.address_changes AS c (person, email, code) VALUES (whose, address, shown)
  ON CONFLICT (person) DO UPDATE SET email = excluded.email, code = excluded.code, made_at = now(), asked_at = now(), tries = 0;
  RETURN 'asked';
END
$$;

REVOKE ALL ON FUNCTION
  accounts.password_changed(), accounts.set_password(uuid, text, text), accounts.reset_password(uuid, text),
  accounts.begin_session(uuid, bytea, text, text, text), accounts.renew_address(text, text)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  accounts.set_password(uuid, text, text), accounts.reset_password(uuid, text),
  accounts.begin_session(uuid, bytea, text, text, text), accounts.renew_address(text, text)
  TO compass_accounts;

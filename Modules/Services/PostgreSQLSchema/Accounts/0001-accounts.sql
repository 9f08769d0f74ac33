-- Accounts of a server of ours: who may sign in, on which devices, with whose consent. A hosted project has its own.
-- Nobody from outside reaches this schema: the server asks as `compass_accounts`, and in no other role.
DO $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_accounts') THEN
    CREATE ROLE compass_accounts NOLOGIN NOINHERIT;
  END IF;
END
$$;
GRANT compass_accounts TO authenticator;
GRANT USAGE ON SCHEMA accounts, compass TO compass_accounts;
GRANT EXECUTE ON FUNCTION compass.note_try(text[], integer[]) TO compass_accounts;

CREATE TABLE accounts.people (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL UNIQUE CHECK (email = lower(email) AND char_length(email) BETWEEN 3 AND 254),
  password_hash text NOT NULL,
  birth_date date NOT NULL,
  metadata jsonb NOT NULL DEFAULT '{}',
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz,
  -- Signs in no more; its rows stay.
  disabled_at timestamptz
);

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

-- Who agreed that somebody under 18 has an account, when, and to which text.
CREATE TABLE accounts.consents (
  person uuid PRIMARY KEY REFERENCES accounts.people ON DELETE CASCADE,
  parent_name text NOT NULL CHECK (char_length(parent_name) BETWEEN 1 AND 200),
  parent_email text NOT NULL CHECK (char_length(parent_email) BETWEEN 3 AND 254),
  text_version text NOT NULL CHECK (char_length(text_version) BETWEEN 1 AND 50),
  given_at timestamptz NOT NULL DEFAULT now(),
  withdrawn_at timestamptz
);

-- One device that is signed in.
CREATE TABLE accounts.sessions (
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  person uuid NOT NULL REFERENCES accounts.people ON DELETE CASCADE,
  device text NOT NULL CHECK (char_length(device) <= 200),
  -- Where it was begun, as a keyed digest of the address: its owner is let try there when strangers have used up the account's tries.
  place text CHECK (char_length(place) <= 100),
  created_at timestamptz NOT NULL DEFAULT now(),
  last_used_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sessions_of_person ON accounts.sessions (person);

-- Each refresh token is used once and has one child. Only digests are kept.
CREATE TABLE accounts.tokens (
  digest bytea PRIMARY KEY,
  session uuid NOT NULL REFERENCES accounts.sessions ON DELETE CASCADE,
  parent bytea UNIQUE,
  made_at timestamptz NOT NULL DEFAULT now(),
  used_at timestamptz,
  -- Whether its child was given a second time.
  repeated boolean NOT NULL DEFAULT false
);
CREATE INDEX tokens_of_session ON accounts.tokens (session);

CREATE FUNCTION accounts.age(born date) RETURNS integer LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT extract(year FROM age((now() AT TIME ZONE 'UTC')::date, born))::integer
$$;

-- Whether somebody may have an account: 18, or from 13 on with a consent that stands (nobody under 13).
CREATE FUNCTION accounts.may_sign_in(whose uuid) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.disabled_at IS NULL AND (
    accounts.age(p.birth_date) >= 18
    OR accounts.age(p.birth_date) >= 13 AND EXISTS (
      SELECT 1 FROM accounts.consents AS c WHERE c.person = p.id AND c.withdrawn_at IS NULL))
  FROM accounts.people AS p WHERE p.id = whose
$$;

-- Consent that can be withdrawn, and rules of sign-up that hold whatever program asks (decision 45).

-- An address is what an athlete reads before letting a parent in: printable ASCII only, so that no two that differ look alike by other
-- alphabets, by characters without width or by a direction of writing.
CREATE FUNCTION accounts.is_plain_address(address text) RETURNS boolean
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(address ~ '^[!-?A-~]+@[!-?A-~]+\.[!-?A-~]+$' AND char_length(address) BETWEEN 5 AND 254, false)
$$;

-- The mailbox behind an address: what follows a plus sign is the same person's.
CREATE FUNCTION accounts.mailbox(address text) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT lower(regexp_replace(address, '\+[^@]*@', '@'))
$$;

CREATE FUNCTION accounts.check_person() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT accounts.is_plain_address(NEW.email) THEN
    RAISE EXCEPTION 'An address has plain letters, digits and signs only.' USING ERRCODE = 'check_violation', CONSTRAINT = 'plain_address';
  END IF;
  IF accounts.age(NEW.birth_date) NOT BETWEEN 13 AND 120 THEN
    RAISE EXCEPTION 'This birth date is not one of somebody from 13 to 120.' USING ERRCODE = 'check_violation', CONSTRAINT = 'age';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_person BEFORE INSERT OR UPDATE OF email, birth_date ON accounts.people
  FOR EACH ROW EXECUTE FUNCTION accounts.check_person();

-- The texts that a parent may have agreed to.
CREATE TABLE accounts.consent_texts (version text PRIMARY KEY);

INSERT INTO accounts.consent_texts VALUES ('compass-consent-1');

CREATE FUNCTION accounts.check_consent() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM accounts.consent_texts AS t WHERE t.version = NEW.text_version) THEN
    RAISE EXCEPTION 'There is no such text to agree to.' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_text';
  END IF;
  IF char_length(regexp_replace(NEW.parent_name, '[^[:alpha:]]', '', 'g')) < 2 THEN
    RAISE EXCEPTION 'A parent who agrees has a name.' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_name';
  END IF;
  IF NOT accounts.is_plain_address(NEW.parent_email) OR EXISTS (
    SELECT 1 FROM accounts.people AS p WHERE p.id = NEW.person AND accounts.mailbox(p.email) = accounts.mailbox(NEW.parent_email))
  THEN
    RAISE EXCEPTION 'A parent who agrees has an address of their own.' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_address';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_consent BEFORE INSERT OR UPDATE OF person, parent_name, parent_email, text_version ON accounts.consents
  FOR EACH ROW EXECUTE FUNCTION accounts.check_consent();

-- From the moment a consent is withdrawn no session of its person stands; those who are 18 by then need none.
CREATE FUNCTION accounts.consent_ended() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT accounts.may_sign_in(NEW.person) THEN DELETE FROM accounts.sessions AS s WHERE s.person = NEW.person; END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER consent_ended AFTER UPDATE OF withdrawn_at ON accounts.consents
  FOR EACH ROW WHEN (NEW.withdrawn_at IS NOT NULL) EXECUTE FUNCTION accounts.consent_ended();

-- → when it was withdrawn, now or before; null when none was given.
CREATE FUNCTION accounts.withdraw_consent(whose uuid) RETURNS timestamptz
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  UPDATE accounts.consents SET withdrawn_at = coalesce(withdrawn_at, now()) WHERE person = whose RETURNING withdrawn_at
$$;

-- An account as the wire has it. The birth date is nobody's.
CREATE FUNCTION accounts.user_of(whose uuid) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_strip_nulls(jsonb_build_object(
    'id', p.id, 'aud', 'authenticated', 'role', 'authenticated', 'email', p.email, 'phone', '',
    'email_confirmed_at', p.created_at, 'confirmed_at', p.created_at, 'last_sign_in_at', p.last_sign_in_at,
    'app_metadata', '{"provider": "email", "providers": ["email"]}'::jsonb, 'user_metadata', p.metadata,
    'identities', jsonb_build_array(jsonb_build_object(
      'identity_id', p.id, 'id', p.id, 'user_id', p.id, 'provider', 'email', 'email', p.email,
      'identity_data', jsonb_build_object('sub', p.id, 'email', p.email, 'email_verified', false, 'phone_verified', false),
      'last_sign_in_at', coalesce(p.last_sign_in_at, p.created_at), 'created_at', p.created_at, 'updated_at', p.updated_at)),
    'created_at', p.created_at, 'updated_at', p.updated_at, 'is_anonymous', false))
  FROM accounts.people AS p WHERE p.id = whose
$$;

-- A child's account and its consent are made together or not at all.
CREATE FUNCTION accounts.sign_up(address text, hash text, born date, data jsonb, consent jsonb) RETURNS uuid
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made uuid;
BEGIN
  INSERT INTO accounts.people (email, password_hash, birth_date, metadata) VALUES (address, hash, born, data)
  ON CONFLICT (email) DO NOTHING RETURNING id INTO made;
  IF made IS NULL THEN RETURN NULL; END IF;
  IF consent IS NOT NULL THEN
    INSERT INTO accounts.consents (person, parent_name, parent_email, text_version)
    VALUES (made, consent ->> 'parent_name', lower(consent ->> 'parent_email'), consent ->> 'text');
  ELSIF accounts.age(born) < 18 THEN
    RAISE EXCEPTION 'From 13 to 17 a parent has to agree.' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_needed';
  END IF;
  RETURN made;
END
$$;

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

-- Takes a refresh token for its child. → {outcome: rotated | again | used | unknown | refused, session, user}
-- `again`: whoever shows a token again within seconds lost the answer. Shown later, or lost twice in a row, it is in two hands, and the
-- session ends: otherwise a thief and the owner would go on beside each other. A session that nobody used for half a year is over.
CREATE FUNCTION accounts.rotate(token bytea, child bytea) RETURNS jsonb
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

-- → how many sessions ended; -1 when the one that asks is none.
CREATE FUNCTION accounts.sign_out(of_session uuid, scope text) RETURNS integer
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  whose uuid;
  ended integer;
BEGIN
  SELECT person INTO whose FROM accounts.sessions WHERE id = of_session;
  IF whose IS NULL THEN RETURN -1; END IF;
  DELETE FROM accounts.sessions
  WHERE person = whose AND CASE scope WHEN 'local' THEN id = of_session WHEN 'others' THEN id <> of_session ELSE true END;
  GET DIAGNOSTICS ended = ROW_COUNT;
  RETURN ended;
END
$$;

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

-- Ends an account for good: sessions, tokens and the consent go with it. Asked by whoever erases a person's rows.
CREATE FUNCTION accounts.erase(whose uuid) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.people WHERE id = whose
$$;

-- The accounts that bear one of these digests.
CREATE FUNCTION accounts.of_digests(digests text[]) RETURNS uuid[]
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT coalesce(array_agg(p.id), '{}') FROM accounts.people AS p WHERE encode(sha256(convert_to(p.id::text, 'UTF8')), 'hex') = ANY (digests)
$$;

CREATE FUNCTION accounts.forget() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.sessions AS s WHERE s.last_used_at < now() - interval '180 days'
$$;

CREATE FUNCTION accounts.applied() RETURNS TABLE (number integer, digest text)
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT m.number, m.digest FROM accounts.migrations AS m
$$;

-- A sign-up that is refused quotes its row in PostgreSQL's own log: a child's address, the birth date, the start of a hash. Without
-- details, for the role that serves; a superuser alone may say so.
DO $$
BEGIN
  IF (SELECT rolsuper FROM pg_catalog.pg_roles WHERE rolname = current_user) AND NOT EXISTS (
    SELECT 1 FROM pg_catalog.pg_db_role_setting AS s JOIN pg_catalog.pg_roles AS r ON r.oid = s.setrole
    WHERE r.rolname = 'authenticator' AND s.setdatabase = 0 AND 'log_error_verbosity=terse' = ANY (s.setconfig))
  THEN
    ALTER ROLE authenticator SET log_error_verbosity = 'terse';
  END IF;
END
$$;

REVOKE ALL ON ALL TABLES IN SCHEMA accounts FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA accounts FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.people, accounts.consents, accounts.sessions, accounts.tokens
  TO compass_accounts;
GRANT EXECUTE ON FUNCTION
  accounts.age(date), accounts.may_sign_in(uuid), accounts.user_of(uuid), accounts.sign_up(text, text, date, jsonb, jsonb),
  accounts.begin_session(uuid, bytea, text, text), accounts.rotate(bytea, bytea), accounts.sign_out(uuid, text),
  accounts.is_plain_address(text), accounts.mailbox(text), accounts.withdraw_consent(uuid)
  TO compass_accounts;
GRANT USAGE ON SCHEMA accounts TO authenticator;
GRANT EXECUTE ON FUNCTION accounts.require_session(uuid, uuid, boolean), accounts.applied() TO authenticator;

DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner') THEN
    GRANT USAGE ON SCHEMA accounts TO compass_owner;
    GRANT EXECUTE ON FUNCTION accounts.erase(uuid), accounts.hold(uuid), accounts.of_digests(text[]), accounts.forget() TO compass_owner;
  END IF;
END
$$;

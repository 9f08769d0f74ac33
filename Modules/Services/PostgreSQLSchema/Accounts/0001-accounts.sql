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
  metadata jsonb NOT NULL DEFAULT '{}' CHECK (pg_column_size(metadata) < 16384),
  created_at timestamptz NOT NULL DEFAULT now(),
  updated_at timestamptz NOT NULL DEFAULT now(),
  last_sign_in_at timestamptz,
  -- Signs in no more; its rows stay.
  disabled_at timestamptz
);

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
  used_at timestamptz
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

-- → the new account's id; null when the address has one already.
CREATE FUNCTION accounts.sign_up(address text, hash text, born date, data jsonb, consent jsonb) RETURNS uuid
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made uuid;
BEGIN
  INSERT INTO accounts.people (email, password_hash, birth_date, metadata) VALUES (address, hash, born, data)
  ON CONFLICT (email) DO NOTHING RETURNING id INTO made;
  IF made IS NOT NULL AND consent IS NOT NULL THEN
    INSERT INTO accounts.consents (person, parent_name, parent_email, text_version)
    VALUES (made, consent ->> 'parent_name', lower(consent ->> 'parent_email'), consent ->> 'text');
  END IF;
  RETURN made;
END
$$;

-- Signs a device in. → {session, user}; null for somebody who may not.
CREATE FUNCTION accounts.begin_session(whose uuid, token bytea, device text) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made uuid;
BEGIN
  IF NOT coalesce(accounts.may_sign_in(whose), false) THEN RETURN NULL; END IF;
  UPDATE accounts.people SET last_sign_in_at = now() WHERE id = whose;
  INSERT INTO accounts.sessions (person, device) VALUES (whose, left(begin_session.device, 200)) RETURNING id INTO made;
  INSERT INTO accounts.tokens (digest, session) VALUES (token, made);
  RETURN jsonb_build_object('session', made, 'user', accounts.user_of(whose));
END
$$;

-- Takes a refresh token for its child. → {outcome: rotated | again | used | unknown | refused, session, user}
-- `again`: whoever shows the parent of the token that is good lost the answer. Any other token that was used before is in two
-- hands, and the session ends.
CREATE FUNCTION accounts.rotate(token bytea, child bytea) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  shown accounts.tokens;
  one accounts.sessions;
  outcome text;
BEGIN
  SELECT s.* INTO one FROM accounts.sessions AS s JOIN accounts.tokens AS t ON t.session = s.id
  WHERE t.digest = token FOR UPDATE OF s;
  IF one.id IS NULL THEN RETURN '{"outcome": "unknown"}'; END IF;
  IF NOT coalesce(accounts.may_sign_in(one.person), false) THEN
    DELETE FROM accounts.sessions WHERE id = one.id;
    RETURN '{"outcome": "refused"}';
  END IF;
  SELECT * INTO shown FROM accounts.tokens WHERE digest = token;
  IF shown.used_at IS NULL THEN
    UPDATE accounts.tokens SET used_at = now() WHERE digest = token;
    INSERT INTO accounts.tokens (digest, session, parent) VALUES (child, one.id, token);
    outcome := 'rotated';
  ELSIF EXISTS (SELECT 1 FROM accounts.tokens WHERE digest = child AND parent = token AND used_at IS NULL) THEN
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

REVOKE ALL ON ALL TABLES IN SCHEMA accounts FROM PUBLIC;
REVOKE ALL ON ALL FUNCTIONS IN SCHEMA accounts FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.people, accounts.consents, accounts.sessions, accounts.tokens
  TO compass_accounts;
GRANT EXECUTE ON ALL FUNCTIONS IN SCHEMA accounts TO compass_accounts;

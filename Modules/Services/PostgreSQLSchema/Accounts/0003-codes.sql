-- Codes that are sent to an address, for signing in without a password and for a forgotten one. Only keyed digests are kept: six digits
-- could be found from a plain one.
CREATE TABLE accounts.codes (
  person uuid PRIMARY KEY REFERENCES accounts.people ON DELETE CASCADE,
  digest text NOT NULL,
  -- Whether a new password may be set with it.
  is_recovery boolean NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0
);

-- Until when the session may set a password without the current one.
ALTER TABLE accounts.sessions ADD COLUMN recovers_until timestamptz;

-- A new code takes the place of the one before. → whether the address has an account.
CREATE FUNCTION accounts.make_code(address text, code text, for_recovery boolean) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  INSERT INTO accounts.codes AS c (person, digest, is_recovery)
  SELECT p.id, code, for_recovery FROM accounts.people AS p WHERE p.email = address AND accounts.may_sign_in(p.id)
  ON CONFLICT (person) DO UPDATE SET digest = excluded.digest, is_recovery = excluded.is_recovery, made_at = now(), tries = 0;
  RETURN FOUND;
END
$$;

-- Each code is good once, within an hour, and for five tries. → whose it is; null for a code that is not.
CREATE FUNCTION accounts.take_code(address text, code text, for_recovery boolean) RETURNS uuid
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  shown accounts.codes;
BEGIN
  UPDATE accounts.codes AS c SET tries = c.tries + 1 FROM accounts.people AS p
  WHERE p.email = address AND c.person = p.id RETURNING c.* INTO shown;
  IF shown.person IS NULL THEN RETURN NULL; END IF;
  IF shown.made_at < now() - interval '1 hour' OR shown.tries > 5 THEN
    DELETE FROM accounts.codes AS c WHERE c.person = shown.person;
    RETURN NULL;
  END IF;
  IF shown.digest <> code OR shown.is_recovery <> for_recovery THEN RETURN NULL; END IF;
  DELETE FROM accounts.codes AS c WHERE c.person = shown.person;
  RETURN shown.person;
END
$$;

REVOKE ALL ON accounts.codes FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.make_code(text, text, boolean), accounts.take_code(text, text, boolean) FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.codes TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.make_code(text, text, boolean), accounts.take_code(text, text, boolean) TO compass_accounts;

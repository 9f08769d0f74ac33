-- Invitations to make an account, for a server where not everybody may. Each is for one address, good once and for seven days.
CREATE TABLE accounts.invites (
  email text PRIMARY KEY CHECK (accounts.is_plain_address(email) AND email = lower(email)),
  digest bytea NOT NULL UNIQUE,
  until timestamptz NOT NULL DEFAULT now() + interval '7 days'
);

-- A second invitation of an address takes the place of the first.
CREATE FUNCTION accounts.invite(address text, code bytea) RETURNS void
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.invites AS i WHERE i.until < now();
  INSERT INTO accounts.invites (email, digest) VALUES (lower(address), code)
  ON CONFLICT (email) DO UPDATE SET digest = excluded.digest, until = now() + interval '7 days'
$$;

-- The account and the end of its invitation are one transaction. Null where there is no such invitation for the address; an account that
-- is there already uses no invitation up.
CREATE FUNCTION accounts.sign_up_invited(code bytea, address text, hash text, born date, data jsonb, consent jsonb) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made uuid;
BEGIN
  PERFORM 1 FROM accounts.invites AS i WHERE i.email = address AND i.digest = code AND i.until > now() FOR UPDATE;
  IF NOT FOUND THEN RETURN '{"invited": false}'; END IF;
  made := accounts.sign_up(address, hash, born, data, consent);
  IF made IS NOT NULL THEN DELETE FROM accounts.invites AS i WHERE i.email = address; END IF;
  RETURN jsonb_build_object('invited', true, 'person', made);
END
$$;

REVOKE ALL ON accounts.invites FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.invite(text, bytea), accounts.sign_up_invited(bytea, text, text, date, jsonb, jsonb) FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.invites TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.invite(text, bytea), accounts.sign_up_invited(bytea, text, text, date, jsonb, jsonb) TO compass_accounts;

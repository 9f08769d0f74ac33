-- Signing in at a program by the link of a letter (PKCE). The link gives the program a code, and the program shows with it the secret that
-- the request began with. The letter's own code is used up by that exchange and not by opening the link.
CREATE TABLE accounts.exchanges (
  digest bytea PRIMARY KEY,
  email text NOT NULL,
  -- The keyed digest of the letter's code, and what that code is for.
  code text NOT NULL,
  kind text NOT NULL CHECK (kind IN ('signup', 'recovery', 'email')),
  challenge text NOT NULL CHECK (char_length(challenge) BETWEEN 43 AND 128),
  method text NOT NULL CHECK (method IN ('s256', 'plain')),
  made_at timestamptz NOT NULL DEFAULT now()
);

-- → whether the letter's code is good; a wrong one counts as a try.
CREATE FUNCTION accounts.begin_exchange(address text, shown text, kind text, challenge text, method text, exchange bytea) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM accounts.exchanges AS e WHERE e.made_at < now() - interval '5 minutes';
  IF begin_exchange.kind = 'signup' THEN
    IF NOT EXISTS (
      SELECT 1 FROM accounts.sign_ups AS s
      WHERE s.email = address AND s.code = shown AND s.tries < 5 AND s.code_made_at > now() - interval '1 hour')
    THEN
      UPDATE accounts.sign_ups AS s SET tries = s.tries + 1 WHERE s.email = address;
      RETURN false;
    END IF;
  ELSIF NOT EXISTS (
    SELECT 1 FROM accounts.codes AS c JOIN accounts.people AS p ON p.id = c.person
    WHERE p.email = address AND c.digest = shown AND c.is_recovery = (begin_exchange.kind = 'recovery') AND c.tries < 5
      AND c.made_at > now() - interval '1 hour')
  THEN
    UPDATE accounts.codes AS c SET tries = c.tries + 1 FROM accounts.people AS p WHERE p.email = address AND c.person = p.id;
    RETURN false;
  END IF;
  INSERT INTO accounts.exchanges (digest, email, code, kind, challenge, method)
  VALUES (exchange, address, shown, begin_exchange.kind, begin_exchange.challenge, begin_exchange.method);
  RETURN true;
END
$$;

-- A code is good once, whatever is shown with it, and for five minutes. Of two requests at once the second finds nothing.
--
-- → {outcome: taken | wrong | unknown, email, code, kind}
CREATE FUNCTION accounts.take_exchange(exchange bytea, verifier text) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  shown accounts.exchanges;
BEGIN
  DELETE FROM accounts.exchanges AS e WHERE e.digest = exchange RETURNING e.* INTO shown;
  IF shown.digest IS NULL OR shown.made_at < now() - interval '5 minutes' THEN RETURN '{"outcome": "unknown"}'; END IF;
  IF shown.challenge <> (CASE shown.method WHEN 'plain' THEN verifier
    ELSE translate(rtrim(encode(sha256(convert_to(verifier, 'UTF8')), 'base64'), '='), '+/', '-_') END)
  THEN
    RETURN '{"outcome": "wrong"}';
  END IF;
  RETURN jsonb_build_object('outcome', 'taken', 'email', shown.email, 'code', shown.code, 'kind', shown.kind);
END
$$;

-- An account that ends takes them along; an address alone is no reference that could.
CREATE FUNCTION accounts.end_exchanges() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM accounts.exchanges AS e WHERE e.email = OLD.email;
  RETURN NULL;
END
$$;
CREATE TRIGGER end_exchanges AFTER DELETE ON accounts.people FOR EACH ROW EXECUTE FUNCTION accounts.end_exchanges();

-- What the daily tidying deletes of accounts: as before, and exchanges that were not finished.
CREATE OR REPLACE FUNCTION accounts.forget() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.sessions AS s WHERE s.last_used_at < now() - interval '180 days';
  DELETE FROM accounts.sign_ups AS u WHERE u.made_at < now() - interval '7 days';
  DELETE FROM accounts.address_changes AS c WHERE c.made_at < now() - interval '7 days';
  DELETE FROM accounts.codes AS c WHERE c.made_at < now() - interval '7 days';
  DELETE FROM accounts.invites AS i WHERE i.until < now() - interval '7 days';
  DELETE FROM accounts.exchanges AS e WHERE e.made_at < now() - interval '5 minutes'
$$;

REVOKE ALL ON accounts.exchanges FROM PUBLIC;
REVOKE ALL ON FUNCTION
  accounts.begin_exchange(text, text, text, text, text, bytea), accounts.take_exchange(bytea, text),
  accounts.end_exchanges()
  FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.exchanges TO compass_accounts;
GRANT EXECUTE ON FUNCTION
  accounts.begin_exchange(text, text, text, text, text, bytea), accounts.take_exchange(bytea, text)
  TO compass_accounts;

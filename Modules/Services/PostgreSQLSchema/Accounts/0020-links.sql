-- The link that the program of a sign-up asked for, so that a letter that is sent again has the same one: {code_challenge,
-- code_challenge_method, redirect_to}.
ALTER TABLE accounts.sign_ups ADD COLUMN program jsonb;

-- The parent whose consent a confirmed sign-up waits for, now with this link. Without a link, the one that was sent before stays.
CREATE OR REPLACE FUNCTION accounts.ask_parent(address text, link bytea) RETURNS text
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  UPDATE accounts.sign_ups SET parent_link = coalesce(link, parent_link) WHERE id = (
    SELECT s.id FROM accounts.sign_ups AS s WHERE s.email = address AND s.confirmed_at IS NOT NULL AND s.consent IS NOT NULL
      AND s.made_at > now() - interval '7 days'
    ORDER BY s.confirmed_at DESC, s.id LIMIT 1)
  RETURNING lower(consent ->> 'parent_email')
$$;

-- Another address for an account. A code that went to the old address opens nothing any more. → the old address; null where the new one has
-- an account by now
CREATE FUNCTION accounts.give_address(whose uuid, address text, is_confirmed boolean) RETURNS text
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  old text;
BEGIN
  IF EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.email = address) THEN RETURN NULL; END IF;
  SELECT p.email INTO old FROM accounts.people AS p WHERE p.id = whose FOR UPDATE;
  UPDATE accounts.people SET email = address, confirmed_at = CASE WHEN is_confirmed THEN now() END, updated_at = now() WHERE id = whose;
  DELETE FROM accounts.codes AS c WHERE c.person = whose;
  DELETE FROM accounts.address_changes AS c WHERE c.person = whose;
  PERFORM compass.set_address(whose, address);
  RETURN old;
END
$$;

CREATE OR REPLACE FUNCTION accounts.take_address(address text, shown text) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  whose uuid;
  old text;
BEGIN
  UPDATE accounts.address_changes AS c SET tries = c.tries + 1 WHERE c.email = address;
  SELECT c.person INTO whose FROM accounts.address_changes AS c
  WHERE c.email = address AND c.code = shown AND c.tries <= 5 AND c.made_at > now() - interval '1 hour';
  IF whose IS NULL THEN RETURN NULL; END IF;
  old := accounts.give_address(whose, address, true);
  IF old IS NULL THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('person', whose, 'old', old);
END
$$;

REVOKE ALL ON FUNCTION accounts.give_address(uuid, text, boolean) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.give_address(uuid, text, boolean) TO compass_accounts;

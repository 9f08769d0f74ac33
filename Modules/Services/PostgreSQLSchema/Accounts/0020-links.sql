-- The link that the program of a sign-up asked for, so that a letter that is sent again has the same one: {code_challenge,
-- code_challenge_method, redirect_to}.
ALTER TABLE accounts.sign_ups ADD COLUMN program jsonb;

-- As before, with the program's link.
DROP FUNCTION accounts.ask_sign_up(text, text, date, jsonb, jsonb, text, bytea);
CREATE FUNCTION accounts.ask_sign_up(
  address text, hash text, born date, data jsonb, consent jsonb, code text, invitation bytea DEFAULT NULL, program jsonb DEFAULT NULL
) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  drawn CONSTANT uuid := gen_random_uuid();
BEGIN
  DELETE FROM accounts.sign_ups AS s WHERE s.made_at < now() - interval '7 days';
  IF invitation IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM accounts.invites AS i WHERE i.email = address AND i.digest = invitation AND i.until > now())
  THEN
    RETURN '{"outcome": "uninvited"}';
  END IF;
  IF EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.email = address) THEN
    RETURN jsonb_build_object('outcome', 'exists', 'id', drawn);
  END IF;
  INSERT INTO accounts.sign_ups (id, email, password_hash, birth_date, metadata, consent, code, program)
  VALUES (drawn, address, hash, born, data, consent, ask_sign_up.code, ask_sign_up.program);
  DELETE FROM accounts.sign_ups AS s WHERE s.email = address AND s.id NOT IN (
    SELECT n.id FROM accounts.sign_ups AS n WHERE n.email = address ORDER BY n.made_at DESC, n.id LIMIT 5);
  RETURN jsonb_build_object('outcome', 'asked', 'id', drawn);
END
$$;

-- As before. → {program} of the sign-up that has the new code; null where there is none
DROP FUNCTION accounts.renew_sign_up(text, text);
CREATE FUNCTION accounts.renew_sign_up(address text, shown text) RETURNS jsonb
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  UPDATE accounts.sign_ups AS s SET code = shown, code_made_at = now(), tries = 0
  WHERE s.email = address AND s.confirmed_at IS NULL AND NOT EXISTS (
    SELECT 1 FROM accounts.sign_ups AS o WHERE o.email = address AND o.confirmed_at IS NULL AND o.id <> s.id)
  RETURNING jsonb_build_object('program', s.program)
$$;

-- The parent whose consent a confirmed sign-up waits for, now with this link. Without a link, the one that was sent before stays.
CREATE OR REPLACE FUNCTION accounts.ask_parent(address text, link bytea) RETURNS text
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  UPDATE accounts.sign_ups SET parent_link = coalesce(link, parent_link) WHERE id = (
    SELECT s.id FROM accounts.sign_ups AS s WHERE s.email = address AND s.confirmed_at IS NOT NULL AND s.consent IS NOT NULL
      AND s.made_at > now() - interval '7 days'
    ORDER BY s.confirmed_at DESC, s.id LIMIT 1)
  RETURNING lower(consent ->> 'parent_email')
$$;

-- Whether an address belongs to the mailbox of the parent who consented to the account of somebody under 18.
CREATE FUNCTION accounts.is_parents_address(whose uuid, address text) RETURNS boolean
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (
    SELECT 1 FROM accounts.consents AS c JOIN accounts.people AS p ON p.id = c.person
    WHERE p.id = whose AND accounts.age(p.birth_date) < 18 AND accounts.mailbox(c.parent_email) = accounts.mailbox(address))
$$;

-- → asked; taken where the address has an account; parents where it is the one of the parent who consented
CREATE OR REPLACE FUNCTION accounts.ask_address(whose uuid, address text, shown text) RETURNS text
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF accounts.is_parents_address(whose, address) THEN RETURN 'parents'; END IF;
  IF EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.email = address) THEN RETURN 'taken'; END IF;
  INSERT INTO accounts.address_changes AS c (person, email, code) VALUES (whose, address, shown)
  ON CONFLICT (person) DO UPDATE SET email = excluded.email, code = excluded.code, made_at = now(), asked_at = now(), tries = 0;
  RETURN 'asked';
END
$$;

-- Another address for an account. A code that went to the old address opens nothing any more.
--
-- → {outcome: given | taken | parents | gone, old}; taken and parents as in `ask_address`, gone where there is no such account any more
CREATE FUNCTION accounts.give_address(whose uuid, address text, is_confirmed boolean) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  old text;
BEGIN
  SELECT p.email INTO old FROM accounts.people AS p WHERE p.id = whose FOR UPDATE;
  IF old IS NULL THEN RETURN '{"outcome": "gone"}'; END IF;
  IF accounts.is_parents_address(whose, address) THEN RETURN '{"outcome": "parents"}'; END IF;
  IF EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.email = address) THEN RETURN '{"outcome": "taken"}'; END IF;
  UPDATE accounts.people SET email = address, confirmed_at = CASE WHEN is_confirmed THEN now() END, updated_at = now() WHERE id = whose;
  DELETE FROM accounts.codes AS c WHERE c.person = whose;
  DELETE FROM accounts.address_changes AS c WHERE c.person = whose;
  PERFORM compass.set_address(whose, address);
  RETURN jsonb_build_object('outcome', 'given', 'old', old);
END
$$;

-- → {person, old}; null for a code that is not good, or where the account cannot have the address any more
CREATE OR REPLACE FUNCTION accounts.take_address(address text, shown text) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  whose uuid;
  given jsonb;
BEGIN
  UPDATE accounts.address_changes AS c SET tries = c.tries + 1 WHERE c.email = address;
  SELECT c.person INTO whose FROM accounts.address_changes AS c
  WHERE c.email = address AND c.code = shown AND c.tries <= 5 AND c.made_at > now() - interval '1 hour';
  IF whose IS NULL THEN RETURN NULL; END IF;
  given := accounts.give_address(whose, address, true);
  IF given ->> 'outcome' <> 'given' THEN RETURN NULL; END IF;
  RETURN jsonb_build_object('person', whose, 'old', given -> 'old');
END
$$;

REVOKE ALL ON FUNCTION
  accounts.ask_sign_up(text, text, date, jsonb, jsonb, text, bytea, jsonb), accounts.renew_sign_up(text, text),
  accounts.is_parents_address(uuid, text), accounts.give_address(uuid, text, boolean)
  FROM PUBLIC;
GRANT EXECUTE ON FUNCTION
  accounts.ask_sign_up(text, text, date, jsonb, jsonb, text, bytea, jsonb), accounts.renew_sign_up(text, text),
  accounts.is_parents_address(uuid, text), accounts.give_address(uuid, text, boolean)
  TO compass_accounts;

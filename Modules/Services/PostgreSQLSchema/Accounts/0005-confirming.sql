-- Addresses that are confirmed by mail, for a server that sends it. An account is made when its address is confirmed, and from 13 to 17
-- when a parent has agreed too; until then what was asked for is a row of its own, with which no one can sign in.

-- A secret that a browser or a mail has. The database keeps its digest alone.
CREATE FUNCTION accounts.digest(secret text) RETURNS bytea
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT sha256(convert_to(secret, 'UTF8'))
$$;

-- When mail to the address was last answered; null for an address that was never confirmed.
ALTER TABLE accounts.people ADD COLUMN confirmed_at timestamptz;
-- With this link in a mail the parent withdraws.
ALTER TABLE accounts.consents ADD COLUMN withdraw_link bytea UNIQUE;

CREATE TABLE accounts.sign_ups (
  -- The id that the account will have.
  id uuid PRIMARY KEY DEFAULT gen_random_uuid(),
  email text NOT NULL CHECK (email = lower(email)),
  password_hash text NOT NULL,
  birth_date date NOT NULL,
  metadata jsonb NOT NULL,
  -- What the child wrote of a parent; null for a grown-up.
  consent jsonb,
  -- A keyed digest, as in accounts.codes.
  code text NOT NULL,
  code_made_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0,
  confirmed_at timestamptz,
  parent_link bytea UNIQUE,
  made_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX sign_ups_of_address ON accounts.sign_ups (email);
CREATE TRIGGER check_metadata BEFORE INSERT ON accounts.sign_ups FOR EACH ROW EXECUTE FUNCTION accounts.check_metadata();
CREATE TRIGGER check_person BEFORE INSERT ON accounts.sign_ups FOR EACH ROW EXECUTE FUNCTION accounts.check_person();

-- As before, with the id that a sign-up was given.
DROP FUNCTION accounts.sign_up(text, text, date, jsonb, jsonb);
CREATE FUNCTION accounts.sign_up(address text, hash text, born date, data jsonb, consent jsonb, chosen uuid DEFAULT gen_random_uuid())
  RETURNS uuid
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  made uuid;
BEGIN
  INSERT INTO accounts.people (id, email, password_hash, birth_date, metadata) VALUES (chosen, address, hash, born, data)
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

-- What is asked for is kept for seven days. Of one address the last five are, so that no one fills the table.
--
-- → {outcome: asked | exists | uninvited, id}; the id tells nothing: it is drawn for an address that has an account too
CREATE FUNCTION accounts.ask_sign_up(
  address text, hash text, born date, data jsonb, consent jsonb, code text, invitation bytea DEFAULT NULL
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
  INSERT INTO accounts.sign_ups (id, email, password_hash, birth_date, metadata, consent, code)
  VALUES (drawn, address, hash, born, data, consent, ask_sign_up.code);
  DELETE FROM accounts.sign_ups AS s WHERE s.email = address AND s.id NOT IN (
    SELECT n.id FROM accounts.sign_ups AS n WHERE n.email = address ORDER BY n.made_at DESC, n.id LIMIT 5);
  RETURN jsonb_build_object('outcome', 'asked', 'id', drawn);
END
$$;

-- Makes the account when nothing is missing any more. The other sign-ups of the address end with it.
--
-- → {person}, null inside where the address has an account by now; {waits} while a parent has not agreed
CREATE FUNCTION accounts.finish_sign_up(which uuid, has_agreed boolean) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  asked accounts.sign_ups;
  made uuid;
BEGIN
  SELECT * INTO asked FROM accounts.sign_ups AS s WHERE s.id = which;
  IF asked.consent IS NOT NULL AND NOT has_agreed THEN RETURN '{"waits": true}'; END IF;
  made := accounts.sign_up(asked.email, asked.password_hash, asked.birth_date, asked.metadata, asked.consent, asked.id);
  UPDATE accounts.people SET confirmed_at = now() WHERE id = made;
  IF made IS NOT NULL THEN DELETE FROM accounts.invites AS i WHERE i.email = asked.email; END IF;
  DELETE FROM accounts.sign_ups AS s WHERE s.email = asked.email;
  RETURN jsonb_build_object('person', made);
END
$$;

-- The code of a sign-up: good for an hour and five tries. One that was used is answered again while a parent is waited for. Without pages no
-- parent can be asked, and what the child wrote of a parent counts, as it does without mail.
--
-- → as `finish_sign_up`; null for a code that is not good
CREATE FUNCTION accounts.confirm_sign_up(address text, shown text, asks_parent boolean) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  which uuid;
BEGIN
  -- Locks them too: two tries at once would count as one.
  UPDATE accounts.sign_ups AS s SET tries = s.tries + 1 WHERE s.email = address;
  SELECT s.id INTO which FROM accounts.sign_ups AS s
  WHERE s.email = address AND s.code = shown AND s.tries <= 5 AND s.code_made_at > now() - interval '1 hour';
  IF which IS NULL THEN RETURN NULL; END IF;
  UPDATE accounts.sign_ups SET confirmed_at = coalesce(confirmed_at, now()) WHERE id = which;
  RETURN accounts.finish_sign_up(which, NOT asks_parent);
END
$$;

-- A new code for the last sign-up of an address that is not confirmed. → whether there is one
CREATE FUNCTION accounts.renew_sign_up(address text, shown text) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE accounts.sign_ups SET code = shown, code_made_at = now(), tries = 0 WHERE id = (
    SELECT s.id FROM accounts.sign_ups AS s WHERE s.email = address AND s.confirmed_at IS NULL ORDER BY s.made_at DESC, s.id LIMIT 1);
  RETURN FOUND;
END
$$;

-- A link for the parent who is to agree to the confirmed sign-up of an address; the link before is dead. → the parent, and null for none
CREATE FUNCTION accounts.ask_parent(address text, link bytea) RETURNS text
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  UPDATE accounts.sign_ups SET parent_link = link WHERE id = (
    SELECT s.id FROM accounts.sign_ups AS s WHERE s.email = address AND s.confirmed_at IS NOT NULL AND s.consent IS NOT NULL
      AND s.made_at > now() - interval '7 days'
    ORDER BY s.confirmed_at DESC, s.id LIMIT 1)
  RETURNING lower(consent ->> 'parent_email')
$$;

-- → {email, parent_name} of the sign-up that a parent's link is about
CREATE FUNCTION accounts.asked_parent(link bytea) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('email', s.email, 'parent_name', s.consent ->> 'parent_name', 'parent_email', lower(s.consent ->> 'parent_email'))
  FROM accounts.sign_ups AS s WHERE s.parent_link = link AND s.made_at > now() - interval '7 days'
$$;

-- A parent agrees, or does not: then nothing of it is kept. → as `asked_parent`, and null for a link that is used or old
CREATE FUNCTION accounts.answer_parent(link bytea, agrees boolean, withdrawing bytea) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  asked CONSTANT jsonb := accounts.asked_parent(link);
  which uuid;
  made uuid;
BEGIN
  -- Two presses at once: the second one waits, and finds nothing.
  SELECT s.id INTO which FROM accounts.sign_ups AS s WHERE s.parent_link = link FOR UPDATE;
  IF asked IS NULL OR which IS NULL THEN RETURN NULL; END IF;
  IF agrees THEN
    made := accounts.finish_sign_up(which, true) ->> 'person';
    UPDATE accounts.consents SET withdraw_link = withdrawing WHERE person = made;
  ELSE
    DELETE FROM accounts.sign_ups AS s WHERE s.id = which;
  END IF;
  RETURN asked;
END
$$;

-- The person whose consent a parent's link withdraws. → {person, email, withdrawn}
CREATE FUNCTION accounts.consent_of_link(link bytea) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('person', p.id, 'email', p.email, 'withdrawn', c.withdrawn_at IS NOT NULL)
  FROM accounts.consents AS c JOIN accounts.people AS p ON p.id = c.person WHERE c.withdraw_link = link
$$;

-- A new address that its account has not confirmed yet.
CREATE TABLE accounts.address_changes (
  person uuid PRIMARY KEY REFERENCES accounts.people ON DELETE CASCADE,
  email text NOT NULL CHECK (accounts.is_plain_address(email) AND email = lower(email)),
  code text NOT NULL,
  made_at timestamptz NOT NULL DEFAULT now(),
  tries integer NOT NULL DEFAULT 0
);
CREATE INDEX address_changes_of_address ON accounts.address_changes (email);

-- → asked, or taken where the address has an account
CREATE FUNCTION accounts.ask_address(whose uuid, address text, shown text) RETURNS text
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.email = address) THEN RETURN 'taken'; END IF;
  INSERT INTO accounts.address_changes AS c (person, email, code) VALUES (whose, address, shown)
  ON CONFLICT (person) DO UPDATE SET email = excluded.email, code = excluded.code, made_at = now(), tries = 0;
  RETURN 'asked';
END
$$;

-- → {person, old}; null for a code that is not good, or where the address has an account by now
CREATE FUNCTION accounts.take_address(address text, shown text) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  whose uuid;
  old text;
BEGIN
  UPDATE accounts.address_changes AS c SET tries = c.tries + 1 WHERE c.email = address;
  SELECT c.person INTO whose FROM accounts.address_changes AS c
  WHERE c.email = address AND c.code = shown AND c.tries <= 5 AND c.made_at > now() - interval '1 hour';
  IF whose IS NULL OR EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.email = address) THEN RETURN NULL; END IF;
  SELECT p.email INTO old FROM accounts.people AS p WHERE p.id = whose FOR UPDATE;
  UPDATE accounts.people SET email = address, confirmed_at = now(), updated_at = now() WHERE id = whose;
  -- A code that went to the old address opens nothing any more.
  DELETE FROM accounts.codes AS c WHERE c.person = whose;
  DELETE FROM accounts.address_changes AS c WHERE c.person = whose;
  PERFORM compass.set_address(whose, address);
  RETURN jsonb_build_object('person', whose, 'old', old);
END
$$;

-- As before; a code that came back from the mailbox also confirms the address.
CREATE OR REPLACE FUNCTION accounts.take_code(address text, code text, for_recovery boolean) RETURNS uuid
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
  UPDATE accounts.people SET confirmed_at = coalesce(confirmed_at, now()) WHERE id = shown.person;
  RETURN shown.person;
END
$$;

CREATE FUNCTION accounts.is_confirmed(whose uuid) RETURNS boolean
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.id = whose AND p.confirmed_at IS NOT NULL)
$$;

REVOKE ALL ON accounts.sign_ups, accounts.address_changes FROM PUBLIC;
REVOKE ALL ON FUNCTION
  accounts.digest(text), accounts.sign_up(text, text, date, jsonb, jsonb, uuid),
  accounts.ask_sign_up(text, text, date, jsonb, jsonb, text, bytea), accounts.finish_sign_up(uuid, boolean),
  accounts.confirm_sign_up(text, text, boolean), accounts.renew_sign_up(text, text), accounts.ask_parent(text, bytea), accounts.asked_parent(bytea),
  accounts.answer_parent(bytea, boolean, bytea), accounts.consent_of_link(bytea), accounts.ask_address(uuid, text, text),
  accounts.take_address(text, text), accounts.is_confirmed(uuid)
  FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.sign_ups, accounts.address_changes TO compass_accounts;
GRANT EXECUTE ON FUNCTION
  accounts.digest(text), accounts.sign_up(text, text, date, jsonb, jsonb, uuid),
  accounts.ask_sign_up(text, text, date, jsonb, jsonb, text, bytea), accounts.finish_sign_up(uuid, boolean),
  accounts.confirm_sign_up(text, text, boolean), accounts.renew_sign_up(text, text), accounts.ask_parent(text, bytea), accounts.asked_parent(bytea),
  accounts.answer_parent(bytea, boolean, bytea), accounts.consent_of_link(bytea), accounts.ask_address(uuid, text, text),
  accounts.take_address(text, text), accounts.is_confirmed(uuid), compass.set_address(uuid, text)
  TO compass_accounts;

DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner') THEN
    GRANT EXECUTE ON FUNCTION accounts.is_confirmed(uuid) TO compass_owner;
  END IF;
END
$$;

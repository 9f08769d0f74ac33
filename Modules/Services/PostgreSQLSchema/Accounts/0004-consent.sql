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

-- What is there stays as it is; what is new or changed has to hold.
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

-- The texts that a parent may have agreed to. What was recorded before with another word stays.
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

-- A child's account and its consent are made together or not at all.
CREATE OR REPLACE FUNCTION accounts.sign_up(address text, hash text, born date, data jsonb, consent jsonb) RETURNS uuid
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

REVOKE ALL ON accounts.consent_texts FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.is_plain_address(text), accounts.mailbox(text), accounts.check_person(), accounts.check_consent(),
  accounts.consent_ended(), accounts.withdraw_consent(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.is_plain_address(text), accounts.mailbox(text), accounts.withdraw_consent(uuid) TO compass_accounts;

-- A new address belongs to an account only when its owner has agreed. A code that went to the new address shows who reads that mailbox, and the
-- address may have been mistyped.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.forget()'::regprocedure;

ALTER TABLE accounts.address_changes
  -- The digest of the code that went to the address until now; null for a change that was asked for before there was one.
  ADD COLUMN old_code text,
  ADD COLUMN old_tries integer NOT NULL DEFAULT 0,
  ADD COLUMN new_is_shown boolean NOT NULL DEFAULT false,
  ADD COLUMN old_is_shown boolean NOT NULL DEFAULT false;

-- As before, with the code for the address until now.
DROP FUNCTION accounts.ask_address(uuid, text, text);
CREATE FUNCTION accounts.ask_address(whose uuid, address text, shown text, shown_old text) RETURNS text
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF accounts.is_parents_address(whose, address) THEN RETURN 'parents'; END IF;
  IF EXISTS (SELECT 1 FROM accounts.people AS p WHERE p.email = address) THEN RETURN 'taken'; END IF;
  INSERT INTO accounts.address_changes AS c (person, email, code, old_code) VALUES (whose, address, shown, shown_old)
  ON CONFLICT (person) DO UPDATE SET email = excluded.email, code = excluded.code, old_code = excluded.old_code, made_at = now(),
    asked_at = now(), tries = 0, old_tries = 0, new_is_shown = false, old_is_shown = false;
  RETURN 'asked';
END
$$;

-- Takes a code of the new address or of the one until now. The account gets the new address when its code was shown, and besides either the
-- session of its owner asks (`asking`; null for a request without one) or the code of the address until now was shown too.
--
-- → {person, old}; {waits: true} for a good code while the other one is missing; null for a code that is not good, or where the account cannot
-- have the address any more
DROP FUNCTION accounts.take_address(text, text);
CREATE FUNCTION accounts.take_address(address text, shown text, asking uuid) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  change accounts.address_changes;
  given jsonb;
BEGIN
  -- Locks them too: two tries at once would count as one.
  UPDATE accounts.address_changes AS c SET tries = c.tries + 1 WHERE c.email = address;
  UPDATE accounts.address_changes AS c SET old_tries = c.old_tries + 1
  FROM accounts.people AS p WHERE p.id = c.person AND p.email = address;
  SELECT c.* INTO change FROM accounts.address_changes AS c
  WHERE c.email = address AND c.code = shown AND c.tries <= 5 AND c.made_at > now() - interval '1 hour'
  ORDER BY c.person = asking DESC NULLS LAST, c.person LIMIT 1;
  IF change.person IS NOT NULL THEN
    change.new_is_shown := true;
  ELSE
    SELECT c.* INTO change FROM accounts.address_changes AS c JOIN accounts.people AS p ON p.id = c.person
    WHERE p.email = address AND c.old_code = shown AND c.old_tries <= 5 AND c.asked_at > now() - interval '1 hour';
    IF change.person IS NULL THEN RETURN NULL; END IF;
    change.old_is_shown := true;
  END IF;
  IF change.new_is_shown AND (change.old_is_shown OR coalesce(change.person = asking, false)) THEN
    given := accounts.give_address(change.person, change.email, true);
    IF given ->> 'outcome' <> 'given' THEN RETURN NULL; END IF;
    RETURN jsonb_build_object('person', change.person, 'old', given -> 'old');
  END IF;
  UPDATE accounts.address_changes AS c SET new_is_shown = change.new_is_shown, old_is_shown = change.old_is_shown
  WHERE c.person = change.person;
  RETURN '{"waits": true}';
END
$$;

REVOKE ALL ON FUNCTION accounts.ask_address(uuid, text, text, text), accounts.take_address(text, text, uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.ask_address(uuid, text, text, text), accounts.take_address(text, text, uuid) TO compass_accounts;

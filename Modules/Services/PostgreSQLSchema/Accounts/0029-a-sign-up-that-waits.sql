-- Signing in while a parent has not answered. With the right password the child is no stranger, and reads that the account waits.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.forget()'::regprocedure;

-- The confirmed sign-up of an address that waits for a parent's consent.
CREATE FUNCTION accounts.waiting_sign_up(address text) RETURNS uuid
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT s.id FROM accounts.sign_ups AS s
  WHERE s.email = address AND s.confirmed_at IS NOT NULL AND s.consent IS NOT NULL AND s.made_at > now() - interval '7 days'
  ORDER BY s.confirmed_at DESC, s.id LIMIT 1
$$;

-- As before.
CREATE OR REPLACE FUNCTION accounts.ask_parent(address text, link bytea) RETURNS text
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  UPDATE accounts.sign_ups SET parent_link = coalesce(link, parent_link) WHERE id = accounts.waiting_sign_up(address)
  RETURNING lower(consent ->> 'parent_email')
$$;

-- What a password is compared with: that of the account, or else that of the sign-up that waits, which has no person. Both are looked up for
-- each address, so that the time tells nothing.
CREATE FUNCTION accounts.password_of(address text, at_place text) RETURNS TABLE (person uuid, password_hash text, is_known_place boolean)
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.id, p.password_hash, EXISTS (SELECT 1 FROM accounts.sessions AS s WHERE s.person = p.id AND s.place = at_place)
  FROM accounts.people AS p WHERE p.email = address
  UNION ALL
  SELECT NULL, s.password_hash, false FROM accounts.sign_ups AS s WHERE s.id = accounts.waiting_sign_up(address)
  ORDER BY 1 NULLS LAST LIMIT 1
$$;

REVOKE ALL ON FUNCTION accounts.waiting_sign_up(text), accounts.password_of(text, text) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.waiting_sign_up(text), accounts.password_of(text, text) TO compass_accounts;

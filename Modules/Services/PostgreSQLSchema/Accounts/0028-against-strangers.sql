-- What a stranger could do to somebody's account.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.forget()'::regprocedure;

-- As before; but the sign-up that is confirmed stays among the five of an address. It may wait for a parent's answer for days, and five more
-- sign-ups by anybody who knew the address ended it and the parent's link.
CREATE OR REPLACE FUNCTION accounts.ask_sign_up(
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
    SELECT n.id FROM accounts.sign_ups AS n WHERE n.email = address ORDER BY n.confirmed_at IS NULL, n.made_at DESC, n.id LIMIT 5);
  RETURN jsonb_build_object('outcome', 'asked', 'id', drawn);
END
$$;

-- The address that an account has now, for its profile.
CREATE FUNCTION accounts.address(whose uuid) RETURNS text
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT p.email FROM accounts.people AS p WHERE p.id = whose
$$;
REVOKE ALL ON FUNCTION accounts.address(uuid) FROM PUBLIC;
DO $$
BEGIN
  IF EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner') THEN
    GRANT EXECUTE ON FUNCTION accounts.address(uuid) TO compass_owner;
  END IF;
END
$$;

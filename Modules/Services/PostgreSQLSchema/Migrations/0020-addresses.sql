-- What becomes of an account's address in the rows of its family.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- The profile has the account's new address. An older profile that still has it belongs to an account that is gone or has another one.
CREATE FUNCTION compass.set_address(person uuid, address text) RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  UPDATE public.users AS u SET email = NULL WHERE u.email = address AND u.id <> person;
  UPDATE public.users AS u SET email = address WHERE u.id = person AND u.email IS DISTINCT FROM address
$$;
REVOKE ALL ON FUNCTION compass.set_address(uuid, text) FROM PUBLIC, anon, authenticated, service_role;

-- Whether an account's address was confirmed. A hosted project confirms addresses before it gives a token.
CREATE FUNCTION compass.is_confirmed(person uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  is_so boolean := true;
BEGIN
  IF to_regprocedure('accounts.is_confirmed(uuid)') IS NOT NULL THEN
    EXECUTE 'SELECT accounts.is_confirmed($1)' INTO is_so USING person;
  END IF;
  RETURN is_so;
END
$$;
REVOKE ALL ON FUNCTION compass.is_confirmed(uuid) FROM PUBLIC, anon, authenticated, service_role;

-- An athlete reads an address before letting a parent in, so it has to be that parent's. A server of ours that sends mail says so with each
-- request; without mail no address can be confirmed.
CREATE FUNCTION compass.check_join_request() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF coalesce(current_setting('request.confirms_addresses', true), '') = 'true' AND NOT compass.is_confirmed(NEW.user_id) THEN
    RAISE EXCEPTION 'Confirm your e-mail address before you ask to join a family.'
      USING ERRCODE = 'insufficient_privilege', HINT = 'On the server''s pages: Account, Confirm the address.';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION compass.check_join_request() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER check_join_request BEFORE INSERT OR UPDATE ON compass.join_requests
  FOR EACH ROW EXECUTE FUNCTION compass.check_join_request();

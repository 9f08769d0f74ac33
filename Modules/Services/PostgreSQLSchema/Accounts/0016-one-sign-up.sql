-- The sign-up of an address that was confirmed last is the one that counts. An earlier one may name another parent and has another password, so
-- its code and its parent's link end.
CREATE OR REPLACE FUNCTION accounts.confirm_sign_up(address text, shown text, asks_parent boolean) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  which uuid;
  begun timestamptz;
BEGIN
  -- Locks them too: two tries at once would count as one.
  UPDATE accounts.sign_ups AS s SET tries = s.tries + 1 WHERE s.email = address;
  SELECT s.id, s.made_at INTO which, begun FROM accounts.sign_ups AS s
  WHERE s.email = address AND s.code = shown AND s.tries <= 5 AND s.code_made_at > now() - interval '1 hour';
  IF which IS NULL THEN RETURN NULL; END IF;
  DELETE FROM accounts.sign_ups AS s
  WHERE s.email = address AND s.id <> which AND (s.confirmed_at IS NOT NULL OR s.made_at <= begun);
  UPDATE accounts.sign_ups SET confirmed_at = coalesce(confirmed_at, now()) WHERE id = which;
  RETURN accounts.finish_sign_up(which, NOT asks_parent);
END
$$;

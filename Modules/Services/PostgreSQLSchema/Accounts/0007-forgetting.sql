-- What the daily tidying deletes of accounts: as before, and what was asked for and not confirmed.
CREATE OR REPLACE FUNCTION accounts.forget() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.sessions AS s WHERE s.last_used_at < now() - interval '180 days';
  DELETE FROM accounts.sign_ups AS u WHERE u.made_at < now() - interval '7 days';
  DELETE FROM accounts.address_changes AS c WHERE c.made_at < now() - interval '7 days';
  DELETE FROM accounts.codes AS c WHERE c.made_at < now() - interval '7 days';
  DELETE FROM accounts.invites AS i WHERE i.until < now() - interval '7 days'
$$;

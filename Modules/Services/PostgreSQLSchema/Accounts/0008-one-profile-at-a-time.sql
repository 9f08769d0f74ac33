-- Two calls of `open_profile` for one account met in the index of addresses, and one of them was refused. The second now waits for the first.
CREATE OR REPLACE FUNCTION accounts.hold(whose uuid) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM 1 FROM accounts.people AS p WHERE p.id = whose FOR NO KEY UPDATE;
  RETURN FOUND;
END
$$;

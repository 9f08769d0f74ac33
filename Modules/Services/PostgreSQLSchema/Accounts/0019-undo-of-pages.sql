-- Since when a person has been signed in with a browser: what they did since then can be undone on a server's pages. Null where no browser is, or none that was used in the last seven days, after which a browser is signed out.
CREATE FUNCTION accounts.signed_in_since(whose uuid) RETURNS text
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT accounts.wire_time(min(s.created_at)) FROM accounts.sessions AS s
  WHERE s.person = whose AND EXISTS (
    SELECT 1 FROM accounts.pages AS p WHERE p.session = s.id AND p.used_at > now() - interval '7 days')
$$;
REVOKE ALL ON FUNCTION accounts.signed_in_since(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.signed_in_since(uuid) TO compass_accounts;

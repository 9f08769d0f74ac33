-- When `compass-server backup` last succeeded. A backup itself lacks its own row.
CREATE TABLE accounts.backups (made_at timestamptz PRIMARY KEY DEFAULT now());

-- What an administrator asks about all accounts together: counts and times, and nobody's data.
CREATE FUNCTION accounts.status() RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object(
    'accounts', (SELECT count(*) FROM accounts.people),
    'disabled', (SELECT count(*) FROM accounts.people AS p WHERE p.disabled_at IS NOT NULL),
    'families', (SELECT count(*) FROM public.family_units),
    'sessions', (SELECT count(*) FROM accounts.sessions),
    'used', (SELECT count(*) FROM accounts.sessions AS s WHERE s.last_used_at > now() - interval '1 day'),
    'due', (SELECT count(*) FROM accounts.reminders AS r WHERE r.due_at <= now()),
    'due_since', (SELECT accounts.wire_time(min(r.due_at)) FROM accounts.reminders AS r WHERE r.due_at <= now()),
    'backup', (SELECT accounts.wire_time(max(b.made_at)) FROM accounts.backups AS b))
$$;

REVOKE ALL ON accounts.backups FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.status() FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.status() TO compass_accounts;

-- A database that was taken back to a moment by replaying its log (point-in-time recovery) is noticed too. The sequence of steps does not
-- tell it: PostgreSQL logs it 32 numbers ahead, so that after a replay it may be beyond what was given.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- What a server remembers outside of the database. The timeline is the log's: each recovery begins another one, and so does a standby that
-- takes over.
--
-- → {step, timeline, era}: the last step that there is
CREATE FUNCTION compass.mark() RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object(
    'step', s.step,
    'timeline', CASE WHEN NOT pg_is_in_recovery() THEN left(pg_walfile_name(pg_current_wal_lsn()), 8) END,
    'era', (SELECT v.era FROM compass.server AS v))
  FROM compass.standing() AS s
$$;

-- As before; and where the log has another timeline than in the mark, a database that lacks the mark's last step was restored. A standby
-- that took over has it. An era that began meanwhile says that another server has noticed the restore.
--
-- → whether it was restored.
CREATE FUNCTION compass.notice_restore(known bigint, gone text[], mark jsonb) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  now_there jsonb;
BEGIN
  IF compass.notice_restore(known, gone) THEN RETURN true; END IF;
  -- The row of the server is locked now.
  now_there := compass.mark();
  IF mark ->> 'timeline' = now_there ->> 'timeline' OR mark ->> 'era' IS DISTINCT FROM now_there ->> 'era'
    OR coalesce((mark ->> 'step')::bigint, 0) = 0 OR mark ->> 'timeline' IS NULL
    OR EXISTS (SELECT 1 FROM compass.steps AS s WHERE s.number = (mark ->> 'step')::bigint)
  THEN
    RETURN false;
  END IF;
  PERFORM compass.begin_era();
  PERFORM compass.erase_again(gone);
  RETURN true;
END
$$;

REVOKE ALL ON FUNCTION compass.mark(), compass.notice_restore(bigint, text[], jsonb) FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.mark(), compass.notice_restore(bigint, text[], jsonb) TO authenticator;

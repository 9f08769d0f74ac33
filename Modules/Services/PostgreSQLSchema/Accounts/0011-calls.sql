-- How often the specifications' own endpoints are asked, for their limits by address and path. Only a keyed digest of both is stored. The
-- counts concern one minute, so it does no harm that a crash of the database empties the table.
CREATE UNLOGGED TABLE accounts.calls (
  who text PRIMARY KEY,
  since timestamptz NOT NULL,
  calls integer NOT NULL
);
CREATE INDEX calls_since ON accounts.calls (since);

-- Counts one more request of `whose` in this minute. A refused one is not counted.
--
-- → {calls, seconds}: how many there were in this minute with this one, and when the next minute begins
CREATE FUNCTION accounts.count_call(whose text, most integer) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  this_minute CONSTANT timestamptz := date_trunc('minute', clock_timestamp());
  counted integer;
BEGIN
  INSERT INTO accounts.calls AS c (who, since, calls) VALUES (whose, this_minute, 1)
  ON CONFLICT (who) DO UPDATE SET since = this_minute,
    calls = CASE WHEN c.since = this_minute THEN least(c.calls, most) + 1 ELSE 1 END
  RETURNING c.calls INTO counted;
  DELETE FROM accounts.calls AS c WHERE c.who IN (
    SELECT o.who FROM accounts.calls AS o WHERE o.since < this_minute - interval '10 minutes'
    ORDER BY o.since LIMIT 20 FOR UPDATE SKIP LOCKED);
  RETURN jsonb_build_object(
    'calls', counted, 'seconds', ceil(extract(epoch FROM this_minute + interval '1 minute' - clock_timestamp()))::integer);
END
$$;

-- The person of a session, with what a request over the person's file needs to know; null if the session has ended.
--
-- → {session, person, user, era, scopes, joining}
CREATE FUNCTION accounts.caller(of_session uuid, whose uuid) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE accounts.sessions AS s SET last_used_at = now()
  WHERE s.id = of_session AND s.person = whose AND s.last_used_at < now() - interval '10 minutes';
  IF NOT EXISTS (SELECT 1 FROM accounts.sessions AS s WHERE s.id = of_session AND s.person = whose)
    OR NOT coalesce(accounts.may_sign_in(whose), false)
  THEN
    RETURN NULL;
  END IF;
  RETURN jsonb_build_object('session', of_session, 'person', whose, 'user', accounts.user_of(whose)) || compass.reached(whose);
END
$$;

REVOKE ALL ON accounts.calls FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.count_call(text, integer), accounts.caller(uuid, uuid) FROM PUBLIC;
GRANT SELECT, INSERT, UPDATE, DELETE ON accounts.calls TO compass_accounts;
GRANT EXECUTE ON FUNCTION accounts.count_call(text, integer), accounts.caller(uuid, uuid) TO compass_accounts;

-- Each family that a parent asks to join gets its letter. Before, the letters of one parent were counted together, so a second family that was
-- asked within five minutes got none.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.forget()'::regprocedure;

-- The letters of the last hour that told an athlete of a parent's request.
CREATE TABLE accounts.joining_letters (
  parent uuid NOT NULL REFERENCES accounts.people ON DELETE CASCADE,
  athlete uuid NOT NULL REFERENCES accounts.people ON DELETE CASCADE,
  sent_at timestamptz NOT NULL DEFAULT clock_timestamp()
);
CREATE INDEX joining_letters_of_parent ON accounts.joining_letters (parent, sent_at);
CREATE INDEX joining_letters_of_athlete ON accounts.joining_letters (athlete);

-- Returns the athletes who get a letter now because the parent asked to join their families in the last five minutes, and counts the letters.
-- An athlete gets at most one letter in five minutes about one parent, and a parent causes at most five in an hour. An address that was
-- never confirmed is left out, as in people_of_joining.
--
-- → [athlete]
CREATE FUNCTION accounts.begin_joining_letters(asking uuid) RETURNS jsonb
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  in_hour CONSTANT integer := 5;
  remaining bigint;
  athletes jsonb;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('joining letters ' || asking, 0));
  SELECT greatest(in_hour - count(*), 0) INTO remaining FROM accounts.joining_letters AS l
  WHERE l.parent = asking AND l.sent_at > clock_timestamp() - interval '1 hour';
  WITH noted AS (
    INSERT INTO accounts.joining_letters AS n (parent, athlete)
    SELECT asking, p.id
    FROM compass.join_requests AS j
    JOIN public.family_units AS f ON f.id = j.family_unit_id
    JOIN accounts.people AS p ON p.id = f.player_user_id
    WHERE j.user_id = asking AND j.asked_at > clock_timestamp() - interval '5 minutes' AND p.confirmed_at IS NOT NULL
      AND NOT EXISTS (
        SELECT 1 FROM accounts.joining_letters AS l
        WHERE l.parent = asking AND l.athlete = p.id AND l.sent_at > clock_timestamp() - interval '5 minutes')
    ORDER BY j.asked_at LIMIT remaining
    RETURNING n.athlete
  )
  SELECT coalesce(jsonb_agg(n.athlete), '[]') INTO athletes FROM noted AS n;
  RETURN athletes;
END
$$;

-- As before, and these letters.
CREATE OR REPLACE FUNCTION accounts.forget() RETURNS void
  LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  DELETE FROM accounts.sessions AS s WHERE s.last_used_at < now() - interval '180 days';
  DELETE FROM accounts.erased_tokens AS t WHERE t.erased_at < now() - interval '180 days';
  DELETE FROM accounts.sign_ups AS u WHERE u.made_at < now() - interval '7 days';
  DELETE FROM accounts.address_changes AS c WHERE c.made_at < now() - interval '7 days';
  DELETE FROM accounts.codes AS c WHERE c.made_at < now() - interval '7 days';
  DELETE FROM accounts.invites AS i WHERE i.until < now() - interval '7 days';
  DELETE FROM accounts.exchanges AS e WHERE e.made_at < now() - interval '5 minutes';
  DELETE FROM accounts.kept_forms AS k WHERE k.made_at < now() - interval '15 minutes';
  DELETE FROM accounts.joining_letters AS l WHERE l.sent_at < now() - interval '1 hour'
$$;

REVOKE ALL ON accounts.joining_letters FROM PUBLIC;
REVOKE ALL ON FUNCTION accounts.begin_joining_letters(uuid) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.begin_joining_letters(uuid) TO compass_accounts;

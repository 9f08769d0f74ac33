-- A refresh token of a session that was not used for half a year is answered as one of an expired session, and not as an unknown one. The
-- session is deleted with that answer, so after it the token is unknown.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.rotate(bytea,bytea)'::regprocedure;

-- As before, and a session that is over is told apart. → {outcome: rotated | again | used | expired | unknown | refused, session, user}
CREATE OR REPLACE FUNCTION accounts.rotate(token bytea, child bytea) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  patience CONSTANT interval := interval '30 seconds';
  kept CONSTANT interval := interval '7 days';
  shown accounts.tokens;
  one accounts.sessions;
  outcome text;
BEGIN
  SELECT s.* INTO one FROM accounts.sessions AS s JOIN accounts.tokens AS t ON t.session = s.id
  WHERE t.digest = token FOR UPDATE OF s;
  IF one.id IS NULL THEN RETURN '{"outcome": "unknown"}'; END IF;
  IF one.last_used_at < now() - interval '180 days' THEN
    DELETE FROM accounts.sessions WHERE id = one.id;
    RETURN '{"outcome": "expired"}';
  END IF;
  IF NOT coalesce(accounts.may_sign_in(one.person), false) THEN
    DELETE FROM accounts.sessions WHERE id = one.id;
    RETURN '{"outcome": "refused"}';
  END IF;
  SELECT * INTO shown FROM accounts.tokens WHERE digest = token;
  IF shown.used_at IS NULL THEN
    UPDATE accounts.tokens SET used_at = clock_timestamp() WHERE digest = token;
    INSERT INTO accounts.tokens (digest, session, parent) VALUES (child, one.id, token);
    DELETE FROM accounts.tokens WHERE session = one.id AND used_at < now() - kept;
    outcome := 'rotated';
  ELSIF shown.used_at > clock_timestamp() - patience
    AND EXISTS (SELECT 1 FROM accounts.tokens WHERE digest = child AND parent = token AND used_at IS NULL)
    AND NOT EXISTS (SELECT 1 FROM accounts.tokens WHERE digest = shown.parent AND repeated)
  THEN
    UPDATE accounts.tokens SET repeated = true WHERE digest = token;
    outcome := 'again';
  ELSE
    DELETE FROM accounts.sessions WHERE id = one.id;
    RETURN '{"outcome": "used"}';
  END IF;
  UPDATE accounts.sessions SET last_used_at = now() WHERE id = one.id;
  RETURN jsonb_build_object('outcome', outcome, 'session', one.id, 'user', accounts.user_of(one.person));
END
$$;

-- A withdrawn consent and a disabled account hold after a restore too. A server keeps them outside of the database, as it keeps who was
-- erased: as digests of ids, with the time (decision 88). They are not closed again if they were opened after that time.
--
-- What follows gets the owner of the functions (see 0021).
SELECT set_config('role', pg_get_userbyid(f.proowner), true)
FROM pg_catalog.pg_proc AS f WHERE f.oid = 'accounts.erase(uuid)'::regprocedure;

ALTER TABLE accounts.people ADD COLUMN enabled_at timestamptz;

CREATE FUNCTION accounts.note_enabled() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.enabled_at := clock_timestamp();
  RETURN NEW;
END
$$;
CREATE TRIGGER note_enabled BEFORE UPDATE OF disabled_at ON accounts.people
  FOR EACH ROW WHEN (OLD.disabled_at IS NOT NULL AND NEW.disabled_at IS NULL) EXECUTE FUNCTION accounts.note_enabled();

-- A withdrawal that is taken back is a consent that was given anew.
CREATE FUNCTION accounts.note_given() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.given_at := clock_timestamp();
  RETURN NEW;
END
$$;
CREATE TRIGGER note_given BEFORE UPDATE OF withdrawn_at ON accounts.consents
  FOR EACH ROW WHEN (OLD.withdrawn_at IS NOT NULL AND NEW.withdrawn_at IS NULL) EXECUTE FUNCTION accounts.note_given();

-- What a server remembers outside of the database, from what it knew before. What is unknown here stays, because the database may have been
-- restored while the server runs; only what was opened later, or erased, is dropped.
--
-- → {withdrawn: {digest: time}, disabled: {digest: time}}
CREATE FUNCTION accounts.closed(known jsonb) RETURNS jsonb
  LANGUAGE sql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
  WITH here AS (
    SELECT 'withdrawn' AS kind, compass.digest_of(c.person) AS digest, c.withdrawn_at AS at
    FROM accounts.consents AS c WHERE c.withdrawn_at IS NOT NULL
    UNION ALL
    SELECT 'disabled', compass.digest_of(p.id), p.disabled_at FROM accounts.people AS p WHERE p.disabled_at IS NOT NULL
  ), before AS (
    SELECT k.key AS kind, e.key AS digest, e.value::timestamptz AS at
    FROM jsonb_each(known) AS k CROSS JOIN LATERAL jsonb_each_text(k.value) AS e
  ), gone AS (
    SELECT b.kind, b.digest FROM before AS b
    WHERE NOT EXISTS (SELECT 1 FROM here AS h WHERE h.kind = b.kind AND h.digest = b.digest)
      AND (
        EXISTS (SELECT 1 FROM compass.erased AS e WHERE e.digest = b.digest)
        OR b.kind = 'withdrawn' AND EXISTS (
          SELECT 1 FROM accounts.consents AS c WHERE c.given_at > b.at AND compass.digest_of(c.person) = b.digest)
        OR b.kind = 'disabled' AND EXISTS (
          SELECT 1 FROM accounts.people AS p WHERE p.enabled_at > b.at AND compass.digest_of(p.id) = b.digest))
  ), all_of_them AS (
    SELECT h.kind, h.digest, h.at FROM here AS h
    UNION ALL
    SELECT b.kind, b.digest, b.at FROM before AS b
    WHERE NOT EXISTS (SELECT 1 FROM here AS h WHERE h.kind = b.kind AND h.digest = b.digest)
      AND NOT EXISTS (SELECT 1 FROM gone AS g WHERE g.kind = b.kind AND g.digest = b.digest)
  )
  SELECT coalesce(jsonb_object_agg(k.kind, k.closed), '{}')
  FROM (SELECT a.kind, jsonb_object_agg(a.digest, a.at) AS closed FROM all_of_them AS a GROUP BY a.kind) AS k
$$;

-- Closes again what a server remembers as closed, and signs out whom that concerns.
--
-- → how many were open.
CREATE FUNCTION accounts.close_again(known jsonb) RETURNS TABLE (withdrawn bigint, disabled bigint)
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  UPDATE accounts.consents AS c SET withdrawn_at = e.value::timestamptz
  FROM jsonb_each_text(coalesce(known -> 'withdrawn', '{}')) AS e
  WHERE c.withdrawn_at IS NULL AND compass.digest_of(c.person) = e.key AND c.given_at <= e.value::timestamptz;
  GET DIAGNOSTICS withdrawn = ROW_COUNT;
  WITH closed AS (
    UPDATE accounts.people AS p SET disabled_at = e.value::timestamptz
    FROM jsonb_each_text(coalesce(known -> 'disabled', '{}')) AS e
    WHERE p.disabled_at IS NULL AND compass.digest_of(p.id) = e.key AND coalesce(p.enabled_at <= e.value::timestamptz, true)
    RETURNING p.id
  ), signed_out AS (
    DELETE FROM accounts.sessions AS s USING closed AS c WHERE s.person = c.id
  )
  SELECT count(*) INTO disabled FROM closed;
  RETURN NEXT;
END
$$;

-- As before, and the server judges what is a name, because here the database's collation decides what is a letter: with some, no letter of
-- another script is one. Only emptiness is judged here, and the length by the table.
CREATE OR REPLACE FUNCTION accounts.check_consent() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF NOT EXISTS (SELECT 1 FROM accounts.consent_texts AS t WHERE t.version = NEW.text_version) THEN
    RAISE EXCEPTION 'There is no such text to agree to.' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_text';
  END IF;
  IF NEW.parent_name !~ '[^[:space:]]' THEN
    RAISE EXCEPTION 'A parent who agrees has a name.' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_name';
  END IF;
  IF NOT accounts.is_plain_address(NEW.parent_email) OR EXISTS (
    SELECT 1 FROM accounts.people AS p WHERE p.id = NEW.person AND accounts.mailbox(p.email) = accounts.mailbox(NEW.parent_email))
  THEN
    RAISE EXCEPTION 'A parent who agrees has an address of their own.' USING ERRCODE = 'check_violation', CONSTRAINT = 'consent_address';
  END IF;
  RETURN NEW;
END
$$;

REVOKE ALL ON FUNCTION accounts.note_enabled(), accounts.note_given(), accounts.closed(jsonb), accounts.close_again(jsonb) FROM PUBLIC;
GRANT EXECUTE ON FUNCTION accounts.closed(jsonb), accounts.close_again(jsonb) TO authenticator;

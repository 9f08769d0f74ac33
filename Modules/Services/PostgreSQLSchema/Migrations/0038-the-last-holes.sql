-- Who was erased stays erased after any restore.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- As before, and the database knows afterwards who was erased, also of people whom it never had.
--
-- → how many were back.
CREATE OR REPLACE FUNCTION compass.erase_again(gone text[]) RETURNS integer
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  people uuid[] := ARRAY(SELECT u.id FROM public.users AS u WHERE compass.digest_of(u.id) = ANY (gone));
  accounts uuid[] := '{}';
  person uuid;
BEGIN
  IF to_regprocedure('accounts.of_digests(text[])') IS NOT NULL THEN
    EXECUTE 'SELECT accounts.of_digests($1)' INTO accounts USING gone;
  END IF;
  people := ARRAY(SELECT DISTINCT p FROM unnest(people || accounts) AS p ORDER BY p);
  FOREACH person IN ARRAY people LOOP PERFORM compass.erase_person(person); END LOOP;
  INSERT INTO compass.erased (digest) SELECT DISTINCT unnest(gone) ON CONFLICT DO NOTHING;
  RETURN cardinality(people);
END
$$;

-- As before; and a database that does not know of an erasure was restored too. An erasure gives no number, so a backup from just before it
-- lacks nothing else.
--
-- → whether it was restored.
CREATE OR REPLACE FUNCTION compass.notice_restore(known bigint, gone text[], mark jsonb) RETURNS boolean
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  now_there jsonb;
BEGIN
  IF compass.notice_restore(known, gone) THEN RETURN true; END IF;
  -- The row of the server is locked now.
  now_there := compass.mark();
  IF NOT EXISTS (SELECT unnest(gone) EXCEPT SELECT e.digest FROM compass.erased AS e) AND (
    mark ->> 'timeline' = now_there ->> 'timeline' OR mark ->> 'era' IS DISTINCT FROM now_there ->> 'era'
    OR coalesce((mark ->> 'step')::bigint, 0) = 0 OR mark ->> 'timeline' IS NULL
    OR EXISTS (SELECT 1 FROM compass.steps AS s WHERE s.number = (mark ->> 'step')::bigint))
  THEN
    RETURN false;
  END IF;
  PERFORM compass.begin_era();
  PERFORM compass.erase_again(gone);
  RETURN true;
END
$$;

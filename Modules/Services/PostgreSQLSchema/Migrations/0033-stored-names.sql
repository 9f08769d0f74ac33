-- A name is stored in the one form in which it is compared. A device that wrote it in another form still has its own, so what the device says
-- that the name was is compared in the stored form too; the next change of it was held as if somebody else had changed the name.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE FUNCTION compass.stored_name(name text) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT regexp_replace(normalize(name, NFKC), '^[\s\u1680]+|[\s\u1680]+$', '', 'g')
$$;
REVOKE ALL ON FUNCTION compass.stored_name(text) FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.stored_name(text) TO authenticated, service_role;

CREATE OR REPLACE FUNCTION compass.check_name() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.full_name IS NOT DISTINCT FROM OLD.full_name THEN RETURN NEW; END IF;
  NEW.full_name := compass.stored_name(NEW.full_name);
  IF NEW.full_name !~ '[^\s\u0300-\u036F\u1680\uFE0F]' THEN
    RAISE EXCEPTION 'The name of a person is blank.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'name_is_blank', TABLE = 'users', COLUMN = 'full_name';
  END IF;
  IF NOT compass.looks_like_itself(NEW.full_name) THEN
    RAISE EXCEPTION 'A name has no invisible characters and no letters that only look like others: write it in letters of one alphabet.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'name_looks_like_itself', TABLE = 'users', COLUMN = 'full_name';
  END IF;
  RETURN NEW;
END
$$;

CREATE OR REPLACE FUNCTION compass.merge_column(was jsonb, wanted jsonb, here jsonb, OUT becomes jsonb, OUT conflicts boolean)
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  member text;
BEGIN
  conflicts := false;
  becomes := here;
  IF here IS NOT DISTINCT FROM wanted THEN RETURN; END IF;
  IF here IS NOT DISTINCT FROM was THEN becomes := wanted; RETURN; END IF;
  IF jsonb_typeof(was) = 'object' AND jsonb_typeof(wanted) = 'object' AND jsonb_typeof(here) = 'object' THEN
    FOR member IN SELECT k FROM (SELECT jsonb_object_keys(was) UNION SELECT jsonb_object_keys(wanted)) AS k(k) ORDER BY k LOOP
      CONTINUE WHEN was -> member IS NOT DISTINCT FROM wanted -> member
        OR here -> member IS NOT DISTINCT FROM wanted -> member;
      IF here -> member IS DISTINCT FROM was -> member THEN conflicts := true; RETURN; END IF;
      becomes := CASE WHEN wanted ? member THEN jsonb_set(becomes, ARRAY[member], wanted -> member) ELSE becomes - member END;
    END LOOP;
    RETURN;
  END IF;
  IF jsonb_typeof(was) = 'string' AND jsonb_typeof(here) = 'string' AND here #>> '{}' = compass.stored_name(was #>> '{}') THEN
    becomes := wanted;
    RETURN;
  END IF;
  conflicts := true;
END
$$;

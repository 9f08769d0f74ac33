-- A name is stored in the one form in which it is compared. A device that wrote it in another form still has its own, so a name of a step is
-- compared in the stored form: otherwise the next change of it was held as if somebody else had changed the name.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE FUNCTION compass.stored_name(name text) RETURNS text
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT regexp_replace(normalize(name, NFKC), '^[\s\u1680]+|[\s\u1680]+$', '', 'g')
$$;

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

-- As before, and both sides of a name have the stored form before they are compared with what is here.
ALTER FUNCTION compass.apply_change(jsonb, text[]) RENAME TO apply_stored_change;
CREATE FUNCTION compass.apply_change(change jsonb, named text[]) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  side text;
BEGIN
  IF change ->> 'table' = 'users' THEN
    FOREACH side IN ARRAY ARRAY['was', 'set'] LOOP
      IF jsonb_typeof(change #> ARRAY[side, 'full_name']) = 'string' THEN
        change := jsonb_set(change, ARRAY[side, 'full_name'], to_jsonb(compass.stored_name(change #>> ARRAY[side, 'full_name'])));
      END IF;
    END LOOP;
  END IF;
  RETURN compass.apply_stored_change(change, named);
END
$$;

REVOKE ALL ON FUNCTION compass.stored_name(text), compass.apply_change(jsonb, text[]) FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.stored_name(text), compass.apply_change(jsonb, text[]) TO authenticated, service_role;

-- A name is what others of the family read before they let somebody in. In one that is given or changed no character is invisible or
-- turns the direction of writing, and no word mixes Latin letters with Greek or Cyrillic ones that look like them.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

CREATE FUNCTION compass.looks_like_itself(name text) RETURNS boolean
  LANGUAGE sql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT name IS NULL OR (
    name !~ '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E0FFF]'
    AND normalize(name, NFKC) !~ '[A-Za-z]\w*[\u0370-\u052F]|[\u0370-\u052F]\w*[A-Za-z]')
$$;

CREATE FUNCTION compass.check_name() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.full_name IS NOT DISTINCT FROM OLD.full_name THEN RETURN NEW; END IF;
  IF NOT compass.looks_like_itself(NEW.full_name) THEN
    RAISE EXCEPTION 'A name has no invisible characters and no letters that only look like others.'
      USING ERRCODE = 'check_violation', CONSTRAINT = 'name_looks_like_itself', TABLE = 'users', COLUMN = 'full_name';
  END IF;
  RETURN NEW;
END
$$;
CREATE TRIGGER check_name BEFORE INSERT OR UPDATE OF full_name ON public.users
  FOR EACH ROW EXECUTE FUNCTION compass.check_name();

REVOKE ALL ON FUNCTION compass.looks_like_itself(text), compass.check_name() FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.looks_like_itself(text) TO authenticated, service_role;

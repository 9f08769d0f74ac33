-- What the service key may write, and names that other programs write.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Each write of one object, and each write with `max-affected`, calls this function.
GRANT EXECUTE ON FUNCTION compass.expect_rows(bigint, bigint, bigint) TO service_role;

-- The catalogue belongs to the program: the next migration would not bring back a task that is deleted.
REVOKE INSERT, UPDATE, DELETE ON public.task FROM service_role;

-- An address is changed by its account alone, because a changed row would leave the address of the sign-in as it was.
CREATE FUNCTION compass.keep_address() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF current_user = 'service_role' THEN
    RAISE EXCEPTION 'An e-mail address is changed by its account.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION compass.keep_address() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER keep_address BEFORE UPDATE OF email ON public.users
  FOR EACH ROW WHEN (NEW.email IS DISTINCT FROM OLD.email) EXECUTE FUNCTION compass.keep_address();

-- Pages name a record by its name, so a link without text could be neither seen nor read aloud. Devices check names themselves, and may still
-- send an older row.
CREATE FUNCTION compass.refuse_blank_name() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF compass.is_other_program() OR current_user = 'service_role' THEN
    RAISE EXCEPTION 'The name of % is blank.', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION compass.refuse_blank_name() FROM PUBLIC, anon, authenticated, service_role;
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('schools', 'NEW.name'), ('coaches', 'concat(NEW.first_name, NEW.last_name)'), ('events', 'NEW.name'), ('documents', 'NEW.title'),
    ('recommendation_letters', 'NEW.writer_name')) AS t(name, words)
  LOOP
    EXECUTE format('CREATE TRIGGER blank_name BEFORE INSERT OR UPDATE ON public.%I FOR EACH ROW WHEN (btrim(%s, %L) = '''')
      EXECUTE FUNCTION compass.refuse_blank_name()', one.name, one.words, E' \t\n\r\u00A0');
  END LOOP;
END
$$;

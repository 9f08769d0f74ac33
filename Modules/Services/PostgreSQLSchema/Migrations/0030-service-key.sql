-- What the service key may write, and names that other programs write.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Each write of one object, and each write with `max-affected`, calls this function.
GRANT EXECUTE ON FUNCTION compass.expect_rows(bigint, bigint, bigint) TO service_role;

-- The catalogue belongs to the program: the next migration would not bring back a task that is deleted.
REVOKE INSERT, UPDATE, DELETE ON public.task FROM service_role;

-- An address is changed by its account alone, because a changed row would leave the address of the sign-in as it was.
REVOKE UPDATE ON public.users FROM service_role;
DO $$
BEGIN
  EXECUTE (
    SELECT format('GRANT UPDATE (%s) ON public.users TO service_role', string_agg(quote_ident(a.attname), ', ' ORDER BY a.attnum))
    FROM pg_catalog.pg_attribute AS a
    WHERE a.attrelid = 'public.users'::regclass AND a.attnum > 0 AND NOT a.attisdropped AND a.attname <> 'email');
END
$$;

-- Pages name a record by its name, so a link without text could be neither seen nor read aloud. Devices check names themselves, and may still
-- send an older row.
CREATE FUNCTION compass.refuse_blank_name() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF compass.is_other_program() THEN
    RAISE EXCEPTION 'The name of % is blank.', TG_TABLE_NAME USING ERRCODE = 'check_violation';
  END IF;
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION compass.refuse_blank_name() FROM PUBLIC, anon, authenticated, service_role;
CREATE TRIGGER blank_name BEFORE INSERT OR UPDATE ON public.schools
  FOR EACH ROW WHEN (btrim(NEW.name) = '') EXECUTE FUNCTION compass.refuse_blank_name();
CREATE TRIGGER blank_name BEFORE INSERT OR UPDATE ON public.coaches
  FOR EACH ROW WHEN (btrim(concat(NEW.first_name, NEW.last_name)) = '') EXECUTE FUNCTION compass.refuse_blank_name();
CREATE TRIGGER blank_name BEFORE INSERT OR UPDATE ON public.events
  FOR EACH ROW WHEN (btrim(NEW.name) = '') EXECUTE FUNCTION compass.refuse_blank_name();
CREATE TRIGGER blank_name BEFORE INSERT OR UPDATE ON public.documents
  FOR EACH ROW WHEN (btrim(NEW.title) = '') EXECUTE FUNCTION compass.refuse_blank_name();
CREATE TRIGGER blank_name BEFORE INSERT OR UPDATE ON public.recommendation_letters
  FOR EACH ROW WHEN (btrim(NEW.writer_name) = '') EXECUTE FUNCTION compass.refuse_blank_name();

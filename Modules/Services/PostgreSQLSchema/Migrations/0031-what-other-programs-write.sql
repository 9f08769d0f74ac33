-- What other programs write is what a device or a page could have written.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- A device keeps a person's note inside of the record, and names its row by the id that follows from both (PrivateNote.id in Swift). So every
-- row has that id, whoever inserts it: a deletion or a change of the note on a device names the row that is there.
CREATE FUNCTION compass.note_id(noted_table text, record uuid, person uuid) RETURNS uuid
  LANGUAGE plpgsql IMMUTABLE STRICT SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  salt CONSTANT bit(64) := CASE noted_table WHEN 'schools' THEN x'5C40013500000000' ELSE x'C0AC4E5000000000' END;
  of_record CONSTANT text := replace(record::text, '-', '');
  of_person CONSTANT text := replace(person::text, '-', '');
  high bit(64) := ('x' || left(of_record, 16))::bit(64);
  low bit(64) := ('x' || right(of_record, 16))::bit(64);
BEGIN
  high := ('x' || left(of_person, 16))::bit(64) # ((high << 19) | (high >> 45)) # salt;
  low := ('x' || right(of_person, 16))::bit(64) # ((low << 23) | (low >> 41)) # salt;
  -- The bits of a uuid of version 4.
  high := (high & x'FFFFFFFFFFFF0FFF') | x'0000000000004000';
  low := (low & x'3FFFFFFFFFFFFFFF') | x'8000000000000000';
  RETURN (lpad(to_hex(high::bigint), 16, '0') || lpad(to_hex(low::bigint), 16, '0'))::uuid;
END
$$;

CREATE FUNCTION compass.name_note() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  NEW.id := coalesce(compass.note_id(NEW.table_name, NEW.record_id, NEW.user_id), NEW.id);
  RETURN NEW;
END
$$;
REVOKE ALL ON FUNCTION compass.note_id(text, uuid, uuid), compass.name_note() FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.note_id(text, uuid, uuid) TO authenticated, service_role;
CREATE TRIGGER name_note BEFORE INSERT ON public.private_notes FOR EACH ROW EXECUTE FUNCTION compass.name_note();

-- Notes from before, under another id, are made anew: devices learn that the one is gone and fetch the other.
DO $$
DECLARE
  one public.private_notes;
BEGIN
  FOR one IN
    DELETE FROM public.private_notes AS n WHERE n.id <> compass.note_id(n.table_name, n.record_id, n.user_id) RETURNING n.*
  LOOP
    INSERT INTO public.private_notes SELECT one.*;
  END LOOP;
END
$$;

-- As before, and who inserts a row is entered as who changes it is: a helper's row has to bear the helper's name, and no official client sends
-- it. Devices send their rows as their file has them.
CREATE OR REPLACE FUNCTION compass.check_row() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most_bytes CONSTANT integer := 65536;
  pinned CONSTANT text[] := ARRAY[
    'id', 'user_id', 'athlete_id', 'player_user_id', 'parent_user_id', 'logged_by', 'uploaded_by', 'changed_by', 'created_by',
    'task_id', 'table_name', 'record_id'];
  writers CONSTANT text[] := ARRAY['created_by', 'updated_by'];
  me CONSTANT uuid := auth.uid();
  old_row jsonb;
  new_row jsonb;
  name text;
BEGIN
  IF octet_length(NEW::text) > most_bytes THEN
    RAISE EXCEPTION 'A row of % has room for % bytes.', TG_TABLE_NAME, most_bytes
      USING ERRCODE = 'check_violation', CONSTRAINT = 'row_size', TABLE = TG_TABLE_NAME;
  END IF;
  new_row := to_jsonb(NEW);
  IF TG_OP = 'UPDATE' THEN old_row := to_jsonb(OLD); END IF;
  -- Nobody names another.
  IF me IS NOT NULL AND old_row -> 'updated_by' IS DISTINCT FROM new_row -> 'updated_by'
    AND coalesce(new_row ->> 'updated_by', me::text) <> me::text
  THEN
    IF EXISTS (SELECT 1 FROM compass.erasing) THEN RETURN NEW; END IF;
    RAISE EXCEPTION 'updated_by of % is whoever changes it.', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege', COLUMN = 'updated_by', TABLE = TG_TABLE_NAME;
  END IF;
  IF TG_OP = 'INSERT' THEN
    IF compass.is_other_program() THEN
      NEW := jsonb_populate_record(NEW, (
        SELECT coalesce(jsonb_object_agg(k.name, me), '{}') FROM unnest(writers) AS k(name) WHERE new_row -> k.name = 'null'));
    END IF;
    RETURN NEW;
  END IF;

  FOREACH name IN ARRAY pinned LOOP
    IF old_row -> name IS DISTINCT FROM new_row -> name THEN
      IF EXISTS (SELECT 1 FROM compass.erasing) THEN RETURN NEW; END IF;
      RAISE EXCEPTION '% of % cannot be changed.', name, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege', COLUMN = name, TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  IF nullif(old_row ->> 'family_unit_id', '') IS NOT NULL
    AND old_row -> 'family_unit_id' IS DISTINCT FROM new_row -> 'family_unit_id'
  THEN
    RAISE EXCEPTION 'A row of % stays in its family.', TG_TABLE_NAME
      USING ERRCODE = 'insufficient_privilege', COLUMN = 'family_unit_id', TABLE = TG_TABLE_NAME;
  END IF;
  IF me IS NOT NULL AND new_row ? 'updated_by' AND new_row ->> 'updated_by' IS DISTINCT FROM me::text THEN
    NEW := jsonb_populate_record(NEW, jsonb_build_object('updated_by', me));
  END IF;
  RETURN NEW;
END
$$;

-- Links, by the rules of devices and pages (WebAddress.isLink, Shape.path and the link of a document in Swift): a page that shows one leads to
-- nothing else. What is stored stays as it is.
CREATE FUNCTION compass.is_web_address(link text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN octet_length(link) <= 2000
    AND link !~ '["<>`\s\u0001-\u001F\u007F-\u00A0\u1680\u2000-\u200A\u2028\u2029\u202F\u205F\u3000]'
    -- A host with a dot inside of it, after whose `:` and before whose `@` anything may stand.
    AND link ~* '^https?://([^/?#]*@)?[^/?#@:.]([^/?#@:]*[^/?#@:.])?\.[^/?#@:]*[^/?#@:.](:[^/?#@]*)?([/?#]|$)';
END
$$;

CREATE FUNCTION compass.is_path(link text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN link ~ '^/([^/\\]|$)' AND link !~ '\\';
END
$$;

-- A web address, a file that is kept here, or the path of a file, which has no scheme.
CREATE FUNCTION compass.is_place(link text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN compass.is_web_address(link) OR starts_with(link, 'kept:') OR link !~ '^[A-Za-z][A-Za-z0-9+.-]*:';
END
$$;

-- Arguments: the column, and the sentence for people.
CREATE FUNCTION compass.refuse_link() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND to_jsonb(OLD) -> TG_ARGV[0] = to_jsonb(NEW) -> TG_ARGV[0] THEN RETURN NEW; END IF;
  RAISE EXCEPTION USING MESSAGE = TG_ARGV[1], ERRCODE = 'check_violation', CONSTRAINT = TG_NAME, TABLE = TG_TABLE_NAME, COLUMN = TG_ARGV[0];
END
$$;
REVOKE ALL ON FUNCTION compass.is_web_address(text), compass.is_path(text), compass.is_place(text), compass.refuse_link()
  FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.is_web_address(text), compass.is_path(text), compass.is_place(text) TO authenticated, service_role;
DO $$
DECLARE
  one record;
BEGIN
  FOR one IN SELECT * FROM (VALUES
    ('schools', 'website', 'is_web_address', 'The website is no web address. Give one that begins with https:// or http://.'),
    ('events', 'url', 'is_web_address', 'The link of the event is no web address. Give one that begins with https:// or http://.'),
    ('documents', 'file_url', 'is_place',
      'The link of the document is neither a web address nor a file. Give an address that begins with https:// or http://, or the path of a file.'),
    ('notifications', 'action_url', 'is_path', 'action_url is a path of these pages, such as /schools.')) AS t(name, link, rule, sentence)
  LOOP
    EXECUTE format('CREATE TRIGGER %2$s_leads_somewhere BEFORE INSERT OR UPDATE OF %2$I ON public.%1$I FOR EACH ROW
      WHEN (NEW.%2$I <> '''' AND NOT compass.%3$I(NEW.%2$I)) EXECUTE FUNCTION compass.refuse_link(%2$L, %4$L)',
      one.name, one.link, one.rule, one.sentence);
  END LOOP;
END
$$;

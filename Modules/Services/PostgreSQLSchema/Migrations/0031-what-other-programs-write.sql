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
  -- A device sends the id with its step, in which erasing looks for it.
  IF compass.is_other_program() THEN
    NEW.id := coalesce(compass.note_id(NEW.table_name, NEW.record_id, NEW.user_id), NEW.id);
  END IF;
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
    one.id := compass.note_id(one.table_name, one.record_id, one.user_id);
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
  -- A browser leaves line breaks and tabs out, so that `//` could come to stand at the beginning.
  RETURN link ~ '^/([^/\\]|$)' AND link !~ '[\\\u0001-\u001F\u007F]';
END
$$;

-- A web address, a file that is kept here, or the path of a file, which has no scheme.
CREATE FUNCTION compass.is_place(link text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN compass.is_web_address(link) OR starts_with(link, 'kept:')
    OR link !~ '^\s|[\u0001-\u001F\u007F]' AND link !~ '^[A-Za-z][A-Za-z0-9+.-]*:';
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

-- The letters of a name are of one script, so that none stands for another: a Cyrillic name before an English surname, or a Cherokee letter
-- in it, is not what it looks like. Compatibility forms (full-width letters, Roman numerals) are another letter's looks and count as that
-- letter. What is neither a letter of a script in the list nor a usual sign counts as one further script.
CREATE OR REPLACE FUNCTION compass.looks_like_itself(name text) RETURNS boolean
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  plain CONSTANT text := normalize(name, NFKC);
  hidden CONSTANT text := '[\u0001-\u001F\u007F-\u009F\u00AD\u034F\u061C\u115F\u1160\u17B4\u17B5\u180B-\u180F\u200B-\u200F\u2028-\u202E\u2060-\u206F\u2800\u3164\uFE00-\uFE0E\uFEFF\uFFA0\uFFF0-\uFFFB\U000E0000-\U000E0FFF]';
  -- Signs, figures, marks above and below letters, and emoji.
  signs CONSTANT text := ' -@\[-`{-~\u00A1-\u00A9\u00AB-\u00B9\u00BB-\u00BF\u00D7\u00F7\u02B9-\u036F\u2010-\u2027\u2030-\u205E\u20A0-\u20CF\u2300-\u23FF\u2600-\u27BF\u2B00-\u2BFF\uFE0F\U0001F000-\U0001FAFF';
  scripts CONSTANT text[] := ARRAY[
    -- Latin with its accents, and the small letters of African and Azerbaijani alphabets that have capitals.
    'A-Za-z\u00C0-\u00D6\u00D8-\u00F6\u00F8-\u01BF\u01C4-\u024F\u0253\u0254\u0256\u0257\u0259\u025B\u0260\u0263\u0268\u0272\u0275\u0283\u0288-\u028C\u0292\u1E00-\u1EFF',
    '\u0370-\u03E1\u03F0-\u03FF\u1F00-\u1FFF', -- Greek
    '\u0400-\u052F\u1C80-\u1C8F\u2DE0-\u2DFF\uA640-\uA69F', -- Cyrillic
    '\u0531-\u058F', -- Armenian
    '\u0590-\u05FF', -- Hebrew
    '\u0600-\u06FF\u0750-\u077F\u0870-\u08FF', -- Arabic
    '\u0700-\u074F', -- Syriac
    '\u0780-\u07BF', -- Thaana
    '\u07C0-\u07FF', -- N’Ko
    '\u0900-\u097F\uA8E0-\uA8FF', -- Devanagari
    '\u0980-\u09FF', -- Bengali
    '\u0A00-\u0A7F', -- Gurmukhi
    '\u0A80-\u0AFF', -- Gujarati
    '\u0B00-\u0B7F', -- Odia
    '\u0B80-\u0BFF', -- Tamil
    '\u0C00-\u0C7F', -- Telugu
    '\u0C80-\u0CFF', -- Kannada
    '\u0D00-\u0D7F', -- Malayalam
    '\u0D80-\u0DFF', -- Sinhala
    '\u0E00-\u0E7F', -- Thai
    '\u0E80-\u0EFF', -- Lao
    '\u0F00-\u0FFF', -- Tibetan
    '\u1000-\u109F\uA9E0-\uA9FF\uAA60-\uAA7F', -- Burmese
    '\u10A0-\u10FF\u1C90-\u1CBF\u2D00-\u2D2F', -- Georgian
    '\u1200-\u139F\u2D80-\u2DDF\uAB00-\uAB2F', -- Ethiopic
    '\u13A0-\u13FF\uAB70-\uABBF', -- Cherokee
    '\u1400-\u167F\u18B0-\u18FF', -- Canadian syllables
    '\u1780-\u17FF\u19E0-\u19FF', -- Khmer
    '\u1800-\u18AF', -- Mongolian
    '\u2D30-\u2D7F', -- Tifinagh
    -- Chinese, Japanese and Korean names may mix their scripts.
    '\u1100-\u11FF\u2E80-\u2FDF\u3000-\u303F\u3041-\u312F\u3131-\u318E\u31A0-\u31BF\u31F0-\u31FF\u3400-\u4DBF\u4E00-\u9FFF\uA960-\uA97F\uAC00-\uD7FF\uF900-\uFAFF\U00020000-\U000323AF'];
BEGIN
  RETURN name IS NULL OR name !~ hidden AND plain !~ hidden AND (
    SELECT count(*) FROM (
      SELECT '[' || s.letters || ']' AS letter FROM unnest(scripts) AS s(letters)
      UNION ALL SELECT '[^' || signs || array_to_string(scripts, '') || ']') AS script
    WHERE plain ~ script.letter) <= 1;
END
$$;

-- As before, and a name is stored in the one form in which it is compared, without blanks around it, and says something.
CREATE OR REPLACE FUNCTION compass.check_name() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF TG_OP = 'UPDATE' AND NEW.full_name IS NOT DISTINCT FROM OLD.full_name THEN RETURN NEW; END IF;
  NEW.full_name := regexp_replace(normalize(NEW.full_name, NFKC), '^[\s\u1680]+|[\s\u1680]+$', '', 'g');
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

-- As before, and a refusal has the sentence of the trigger that refused. apply_changes hands it to objection, where a deferred trigger's titles
-- of tasks come from judge_each_step.
CREATE OR REPLACE FUNCTION compass.objection(
  state text, rule text, detail text, where_table text, where_column text, change jsonb
) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  reason CONSTANT text := CASE
    WHEN state = '23503' THEN 'parent_missing'
    WHEN state = '23505' AND rule LIKE '%\_pkey' THEN 'id_taken'
    WHEN state = '23505' THEN 'not_unique'
    WHEN state = '42501' THEN 'not_allowed'
    WHEN state IN ('23514', '23502') THEN 'rule'
    WHEN state LIKE '54%' THEN 'too_large'
    WHEN left(state, 2) IN ('0A', '22') THEN 'unreadable_value'
    WHEN left(state, 2) = '23' OR state = '42703' THEN 'malformed'
  END;
BEGIN
  IF reason IS NULL THEN RETURN NULL; END IF;
  RETURN jsonb_strip_nulls(jsonb_build_object(
    -- An id that is somebody else's row is no id: nothing that waiting could mend.
    'outcome', CASE WHEN reason IN ('parent_missing', 'not_unique') THEN 'held' ELSE 'refused' END,
    'reason', reason, 'rule', nullif(rule, ''), 'table', coalesce(change ->> 'table', nullif(where_table, '')),
    'id', change -> 'id', 'column', nullif(where_column, ''),
    -- The titles of what is to be done first are everybody's; other details may quote a row that is hidden.
    'detail', CASE WHEN rule = 'task_is_unlocked' THEN detail END,
    -- What a trigger of ours says is written for people; what PostgreSQL says of a constraint is not.
    'sentence', CASE WHEN reason = 'rule' AND rule <> '' AND NOT EXISTS (SELECT 1 FROM pg_catalog.pg_constraint AS c WHERE c.conname = rule)
      THEN nullif(detail, '') END,
    'now', CASE WHEN state = '23505' AND change IS NOT NULL THEN compass.rival(change, rule) END));
END
$$;

CREATE OR REPLACE FUNCTION compass.apply_changes(changes jsonb, named text[]) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  few CONSTANT integer := 4;
  size CONSTANT integer := jsonb_array_length(changes);
  against jsonb := '[]';
  change jsonb;
  said jsonb;
  state text; rule text; detail text; where_table text; where_column text;
BEGIN
  IF size > 1 AND compass.apply_together(changes, named) THEN RETURN '[]'; END IF;
  IF size > few THEN
    FOR change IN
      SELECT jsonb_agg(c.value ORDER BY c.place) FROM jsonb_array_elements(changes) WITH ORDINALITY AS c(value, place)
      GROUP BY c.place > size / 2 ORDER BY min(c.place)
    LOOP
      against := against || compass.apply_changes(change, named);
      EXIT WHEN against @> '[{"outcome": "refused"}]';
    END LOOP;
    RETURN against;
  END IF;
  BEGIN
    FOR change IN SELECT c.value FROM jsonb_array_elements(changes) WITH ORDINALITY AS c(value, place) ORDER BY c.place LOOP
      against := against || coalesce(compass.apply_change(change, named), '[]');
    END LOOP;
  EXCEPTION
    -- Nobody's fault: the whole request is made again.
    WHEN deadlock_detected OR serialization_failure OR lock_not_available THEN RAISE;
    WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, rule = CONSTRAINT_NAME, detail = MESSAGE_TEXT,
        where_table = TABLE_NAME, where_column = COLUMN_NAME;
      said := compass.objection(state, rule, detail, where_table, where_column, change);
      IF said IS NULL THEN RAISE; END IF;
      against := against || said;
  END;
  RETURN against;
END
$$;

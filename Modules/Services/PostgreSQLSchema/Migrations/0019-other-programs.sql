-- What another program does to a table without a push: each statement becomes a step of the person, and a deletion takes along only what
-- the person may delete (decision 55).
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- How one row and how several rows are called; null where the table's name says it.
ALTER TABLE compass.shared_tables ADD COLUMN words text[] CHECK (cardinality(words) = 2);
UPDATE compass.shared_tables AS t SET words = ARRAY[w.one, w.many] FROM (VALUES
  ('users', 'profile', 'profiles'), ('family_units', 'family', 'families'), ('user_preferences', 'group of settings', 'groups of settings'),
  ('preference_history', 'earlier setting', 'earlier settings'), ('parent_view_log', 'view', 'views'),
  ('school_status_history', 'change of status', 'changes of status'), ('coaches', 'coach', 'coaches'),
  ('performance_metrics', 'metric', 'metrics'), ('athlete_task', 'task', 'tasks'), ('suggestion', 'suggestion', 'suggestions')
) AS w(name, one, many) WHERE w.name = t.name;

CREATE FUNCTION compass.words_for(changed_table text, number bigint) RETURNS text
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  many CONSTANT text := replace(changed_table, '_', ' ');
  words CONSTANT text[] := coalesce(
    (SELECT t.words FROM compass.shared_tables AS t WHERE t.name = changed_table), ARRAY[regexp_replace(many, 's$', ''), many]);
BEGIN
  RETURN concat_ws(' ', number, words[CASE number WHEN 1 THEN 1 ELSE 2 END]);
END
$$;

-- Whether a signed-in person's own statement runs. Functions that write on somebody's behalf run as their owner, and a push says that it
-- keeps its steps itself.
CREATE FUNCTION compass.is_other_program() RETURNS boolean
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN current_user = 'authenticated' AND auth.uid() IS NOT NULL
    AND current_setting('compass.keeps_steps', true) IS DISTINCT FROM 'yes';
END
$$;

ALTER FUNCTION compass.judge_steps(jsonb) RENAME TO judge_each_step;
CREATE FUNCTION compass.judge_steps(steps jsonb) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  said jsonb;
BEGIN
  PERFORM set_config('compass.keeps_steps', 'yes', true);
  said := compass.judge_each_step(steps);
  PERFORM set_config('compass.keeps_steps', 'no', true);
  RETURN said;
END
$$;

-- Keeps changes as one step, in parts of the size that a device's have.
CREATE FUNCTION compass.keep_statement(changed_table text, verb text, changes jsonb) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most_changes CONSTANT integer := 500;
  number CONSTANT integer := jsonb_array_length(changes);
  parts CONSTANT integer := (number + most_changes - 1) / most_changes;
  step jsonb := jsonb_build_object('id', gen_random_uuid(), 'parts', parts, 'operation', 'other program', 'at', compass.moment(),
    'summary', concat_ws(' ', verb, compass.words_for(changed_table, number), 'through another program'));
BEGIN
  FOR part IN 1 .. parts LOOP
    step := step || jsonb_build_object('part', part, 'changes', (
      SELECT jsonb_agg(c.value ORDER BY c.place) FROM jsonb_array_elements(changes) WITH ORDINALITY AS c(value, place)
      WHERE (c.place - 1) / most_changes = part - 1));
    PERFORM compass.record_step(step, sha256(convert_to(step::text, 'UTF8')), '[]');
  END LOOP;
END
$$;

-- After each statement. Its name is behind those that note changes, because a step asks where its rows are.
CREATE FUNCTION compass.record_statement() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  place CONSTANT jsonb := jsonb_build_object('op', lower(TG_OP), 'table', TG_TABLE_NAME);
  changes jsonb;
BEGIN
  IF NOT compass.is_other_program() THEN RETURN NULL; END IF;
  IF TG_OP = 'INSERT' THEN
    SELECT jsonb_agg(place || jsonb_build_object('id', n.id, 'set', jsonb_strip_nulls(to_jsonb(n) - 'id'))) INTO changes
    FROM new_rows AS n;
  ELSIF TG_OP = 'DELETE' THEN
    SELECT jsonb_agg(place || jsonb_build_object('id', o.id, 'was', jsonb_strip_nulls(to_jsonb(o) - 'id'))) INTO changes
    FROM old_rows AS o;
  ELSE
    -- The id of a row never changes (0006). Only columns that have another value now.
    SELECT jsonb_agg(place || jsonb_build_object('id', o.id, 'was', d.was, 'set', d.set)) INTO changes
    FROM old_rows AS o JOIN new_rows AS n ON n.id = o.id
    CROSS JOIN LATERAL (
      SELECT jsonb_object_agg(b.key, b.value) AS was, jsonb_object_agg(b.key, a.value) AS set
      FROM jsonb_each(to_jsonb(o)) AS b JOIN jsonb_each(to_jsonb(n)) AS a ON a.key = b.key
      WHERE a.value IS DISTINCT FROM b.value) AS d
    WHERE d.set IS NOT NULL;
  END IF;
  IF changes IS NULL THEN RETURN NULL; END IF;
  PERFORM compass.keep_statement(TG_TABLE_NAME,
    CASE TG_OP WHEN 'INSERT' THEN 'Added' WHEN 'UPDATE' THEN 'Changed' ELSE 'Deleted' END, changes);
  RETURN NULL;
END
$$;

CREATE FUNCTION compass.hangs_on(child regclass, column_name text, parent uuid) RETURNS boolean
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  hangs boolean;
BEGIN
  EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s AS t WHERE t.%I = $1)', child, column_name) INTO hangs USING parent;
  RETURN hangs;
END
$$;

-- A foreign key would take rows along past row security. What hangs on a row is deleted, or let go, as the person first, so that their
-- rights decide and history has each row; what they may not touch keeps the row. A membership ends with its family, and so does what
-- nobody deletes by themselves.
CREATE FUNCTION compass.take_along() RETURNS trigger
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  hanging record;
BEGIN
  IF NOT compass.is_other_program() THEN RETURN OLD; END IF;
  FOR hanging IN
    SELECT r.oid::regclass AS child, r.relname, a.attname, c.confdeltype FROM pg_catalog.pg_constraint AS c
    JOIN pg_catalog.pg_class AS r ON r.oid = c.conrelid
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = TG_RELID AND c.conrelid <> TG_RELID AND c.confdeltype IN ('c', 'n')
      AND r.relname <> 'family_members' AND has_table_privilege(r.oid, 'DELETE')
    -- Coaches after what names them, which is deleted as well then and not changed before.
    ORDER BY r.relname DESC
  LOOP
    IF hanging.confdeltype = 'c' THEN
      EXECUTE format('DELETE FROM %s AS t WHERE t.%I = $1', hanging.child, hanging.attname) USING OLD.id;
    ELSE
      EXECUTE format('UPDATE %1$s AS t SET %2$I = NULL WHERE t.%2$I = $1', hanging.child, hanging.attname) USING OLD.id;
    END IF;
    IF compass.hangs_on(hanging.child, hanging.attname, OLD.id) THEN
      RAISE EXCEPTION '% hang on a row of % and are not yours to change.', hanging.relname, TG_TABLE_NAME
        USING ERRCODE = 'insufficient_privilege', TABLE = TG_TABLE_NAME;
    END IF;
  END LOOP;
  RETURN OLD;
END
$$;

-- Sharing a table means to note its changes (0005), and to keep steps of what other programs do to it.
ALTER FUNCTION compass.share(regclass) RENAME TO note_changes_of;
CREATE FUNCTION compass.keep_steps_of(shared_table regclass) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  EXECUTE format('CREATE TRIGGER record_inserted AFTER INSERT ON %s REFERENCING NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION compass.record_statement()', shared_table);
  EXECUTE format('CREATE TRIGGER record_updated AFTER UPDATE ON %s REFERENCING OLD TABLE AS old_rows NEW TABLE AS new_rows
    FOR EACH STATEMENT EXECUTE FUNCTION compass.record_statement()', shared_table);
  EXECUTE format('CREATE TRIGGER record_deleted AFTER DELETE ON %s REFERENCING OLD TABLE AS old_rows
    FOR EACH STATEMENT EXECUTE FUNCTION compass.record_statement()', shared_table);
  EXECUTE format('CREATE TRIGGER take_along BEFORE DELETE ON %s
    FOR EACH ROW EXECUTE FUNCTION compass.take_along()', shared_table);
END
$$;
CREATE FUNCTION compass.share(shared_table regclass) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  PERFORM compass.note_changes_of(shared_table);
  PERFORM compass.keep_steps_of(shared_table);
END
$$;
SELECT compass.keep_steps_of(format('public.%I', t.name)::regclass) FROM compass.shared_tables AS t
WHERE t.name <> 'handles' ORDER BY t.name;

-- How many rows a write was to be about: another number takes it back.
CREATE FUNCTION compass.expect_rows(written bigint, fewest bigint, most bigint) RETURNS bigint
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF written NOT BETWEEN coalesce(fewest, 0) AND coalesce(most, written) THEN
    RAISE EXCEPTION 'The statement is about % rows.', written USING ERRCODE = CASE WHEN fewest IS NULL THEN 'CS004' ELSE 'CS003' END, DETAIL = written::text;
  END IF;
  RETURN written;
END
$$;

REVOKE ALL ON FUNCTION
  compass.words_for(text, bigint), compass.is_other_program(), compass.judge_steps(jsonb), compass.keep_statement(text, text, jsonb),
  compass.record_statement(), compass.hangs_on(regclass, text, uuid), compass.take_along(), compass.keep_steps_of(regclass),
  compass.share(regclass), compass.expect_rows(bigint, bigint, bigint)
  FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION
  compass.words_for(text, bigint), compass.is_other_program(), compass.judge_steps(jsonb), compass.keep_statement(text, text, jsonb),
  compass.hangs_on(regclass, text, uuid), compass.expect_rows(bigint, bigint, bigint)
  TO authenticated;
GRANT EXECUTE ON FUNCTION compass.is_other_program(), compass.judge_steps(jsonb) TO service_role;

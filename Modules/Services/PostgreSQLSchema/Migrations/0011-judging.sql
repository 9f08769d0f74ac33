-- Steps: what devices send, judged one by one under the caller's own rights (docs/server-schema.md).
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- Numbers without the zeros behind the point: 1.0 is 1 for a column of whole numbers too, and 0 and 1 are what the
-- file has for booleans.
CREATE FUNCTION compass.plain_numbers(members jsonb) RETURNS jsonb
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(jsonb_object_agg(m.key,
      CASE jsonb_typeof(m.value) WHEN 'number' THEN to_jsonb(trim_scale((m.value #>> '{}')::numeric)) ELSE m.value END), '{}')
    FROM jsonb_each(members) AS m);
END
$$;

-- The columns of a table that are named in `members`, quoted and in one order.
CREATE FUNCTION compass.columns_in(changed_table regclass, members jsonb) RETURNS text
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  unknown text;
  names text;
BEGIN
  SELECT string_agg(k.name, ', ') INTO unknown FROM jsonb_object_keys(members) AS k(name)
  WHERE NOT EXISTS (
    SELECT 1 FROM pg_catalog.pg_attribute AS a
    WHERE a.attrelid = changed_table AND a.attname = k.name AND a.attnum > 0 AND NOT a.attisdropped);
  IF unknown IS NOT NULL THEN
    RAISE EXCEPTION 'Unknown column: %', unknown USING ERRCODE = 'undefined_column';
  END IF;
  SELECT string_agg(quote_ident(k.name), ', ' ORDER BY k.name) INTO names FROM jsonb_object_keys(members) AS k(name);
  RETURN names;
END
$$;

-- The columns of a table that hold a day or a moment.
CREATE FUNCTION compass.columns_of_time(changed_table regclass) RETURNS text[]
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN ARRAY(
    SELECT a.attname FROM pg_catalog.pg_attribute AS a JOIN pg_catalog.pg_type AS t ON t.oid = a.atttypid
    WHERE a.attrelid = changed_table AND a.attnum > 0 AND NOT a.attisdropped
      AND (t.typbasetype IN ('date'::regtype, 'timestamptz'::regtype) OR t.oid IN ('date'::regtype, 'timestamptz'::regtype)));
END
$$;

-- PostgreSQL reads words as days and moments: `now`, `epoch`, `infinity`. A device sends figures.
CREATE FUNCTION compass.check_times(changed_table regclass, members jsonb[]) RETURNS void
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  wrong text;
BEGIN
  SELECT n.name INTO wrong FROM unnest(members) AS m(value), unnest(compass.columns_of_time(changed_table)) AS n(name)
  WHERE m.value ->> n.name !~ '^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}' LIMIT 1;
  IF wrong IS NOT NULL THEN
    RAISE EXCEPTION 'No day or moment: %', wrong USING ERRCODE = 'invalid_datetime_format', COLUMN = wrong;
  END IF;
END
$$;

-- One column of an update: what it becomes, or that it is a conflict. JSON objects member by member, so that two
-- devices may change different ones.
CREATE FUNCTION compass.merge_column(was jsonb, wanted jsonb, here jsonb, OUT becomes jsonb, OUT conflicts boolean)
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
  conflicts := true;
END
$$;

-- Who set a column last, as far as the caller may know.
CREATE FUNCTION compass.last_writer(changed_table text, record uuid, column_name text) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT jsonb_build_object('by', s.person, 'at', s.at)
  FROM compass.step_changes AS c JOIN compass.steps AS s ON s.number = c.step
  WHERE c.id = record AND c.table_name = changed_table AND c.set ? column_name
  ORDER BY c.step DESC LIMIT 1
$$;

-- Notes of the caller's on records that a step deletes without naming the notes: another device of theirs wrote them, and they would go
-- unseen.
CREATE FUNCTION compass.noted_elsewhere(changed_table text, records uuid[], named text[]) RETURNS uuid[]
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp AS $$
  SELECT array_agg(n.id ORDER BY n.id) FROM public.private_notes AS n
  WHERE n.user_id = auth.uid() AND n.table_name = changed_table AND n.record_id = ANY (records)
    AND NOT 'private_notes ' || n.id = ANY (named)
$$;

-- Applies one change as the caller, or says what stands against it: a list of {outcome: held | refused, reason, table, id, ...}.
-- `named` are the rows that the step itself deletes or changes, as `table id`.
CREATE FUNCTION compass.apply_change(change jsonb, named text[]) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  changed_table CONSTANT text := change ->> 'table';
  record_id CONSTANT uuid := change ->> 'id';
  op CONSTANT text := change ->> 'op';
  was jsonb := compass.plain_numbers(coalesce(nullif(change -> 'was', 'null'), '{}'));
  wanted jsonb := compass.plain_numbers(coalesce(nullif(change -> 'set', 'null'), '{}'));
  place CONSTANT jsonb := jsonb_build_object('table', change -> 'table', 'id', change -> 'id');
  target regclass;
  never_compared text[];
  here jsonb;
  typed_was jsonb;
  typed_wanted jsonb;
  becomes jsonb := '{}';
  said jsonb := '[]';
  name text;
  merged record;
  hanging record;
  children uuid[];
  written bigint;
BEGIN
  SELECT t.never_compared INTO never_compared FROM compass.shared_tables AS t
  WHERE t.name = changed_table AND t.name NOT IN ('handles', 'family_code_usage_log');
  IF never_compared IS NULL OR record_id IS NULL OR op NOT IN ('insert', 'update', 'delete') THEN
    RETURN jsonb_build_array(place || '{"outcome": "refused", "reason": "malformed"}');
  END IF;
  target := format('public.%I', changed_table)::regclass;
  IF op = 'insert' THEN wanted := wanted || jsonb_build_object('id', record_id); END IF;
  -- Whoever sends the step changed it; an undo would put the name before back.
  IF wanted ->> 'updated_by' IS NOT NULL THEN wanted := wanted || jsonb_build_object('updated_by', auth.uid()); END IF;
  IF op = 'update' AND (wanted ? 'id' OR wanted = '{}' OR NOT was ?& ARRAY(SELECT jsonb_object_keys(wanted))) THEN
    RETURN jsonb_build_array(place || '{"outcome": "refused", "reason": "malformed"}');
  END IF;

  EXECUTE format('SELECT to_jsonb(t) FROM %s AS t WHERE t.id = $1', target) INTO here USING record_id;
  -- Both sides as values of the column's own type, so that one form of a value is not another value.
  PERFORM compass.columns_in(target, was || wanted);
  PERFORM compass.check_times(target, ARRAY[was, wanted]);
  EXECUTE format(
    'SELECT to_jsonb(jsonb_populate_record(NULL::%1$s, $1)), to_jsonb(jsonb_populate_record(NULL::%1$s, $2))', target)
  INTO typed_was, typed_wanted USING was, wanted;

  IF op = 'insert' THEN
    IF here IS NOT NULL THEN
      -- Two devices made the same row: when and by whom first is no contradiction, and members of JSON are told apart.
      FOR name IN SELECT k FROM jsonb_object_keys(wanted) AS k
        WHERE NOT k = ANY (never_compared || '{created_at,created_by}') ORDER BY k
      LOOP
        merged := compass.merge_column(
          CASE jsonb_typeof(typed_wanted -> name) WHEN 'object' THEN '{}'::jsonb END, typed_wanted -> name, here -> name);
        IF merged.conflicts THEN
          said := said || (place || jsonb_build_object('outcome', 'held', 'reason', 'there_already', 'column', name,
            'set', typed_wanted -> name, 'now', here -> name)
            || coalesce(compass.last_writer(changed_table, record_id, name), '{}'));
        ELSIF jsonb_typeof(here -> name) = 'object' AND merged.becomes IS DISTINCT FROM here -> name THEN
          becomes := becomes || jsonb_build_object(name, merged.becomes);
        END IF;
      END LOOP;
      IF said <> '[]' OR becomes = '{}' THEN RETURN nullif(said, '[]'); END IF;
      EXECUTE format('UPDATE %1$s SET (%2$s) = (SELECT %2$s FROM jsonb_populate_record(NULL::%1$s, $2)) WHERE id = $1',
        target, compass.columns_in(target, becomes)) USING record_id, becomes;
      GET DIAGNOSTICS written = ROW_COUNT;
      IF written <> 1 THEN RETURN jsonb_build_array(place || '{"outcome": "refused", "reason": "not_allowed"}'); END IF;
      RETURN NULL;
    END IF;
    EXECUTE format('INSERT INTO %1$s (%2$s) SELECT %2$s FROM jsonb_populate_record(NULL::%1$s, $1)',
      target, compass.columns_in(target, wanted)) USING wanted;
    RETURN NULL;
  END IF;

  IF here IS NULL THEN
    -- Gone already is what a deletion wants.
    IF op = 'delete' THEN RETURN NULL; END IF;
    RETURN jsonb_build_array(place || '{"outcome": "held", "reason": "gone"}');
  END IF;

  IF op = 'update' THEN
    -- Row security hides from locking what may be seen and not changed, without a word.
    EXECUTE format('SELECT to_jsonb(t) FROM %s AS t WHERE t.id = $1 FOR NO KEY UPDATE', target) INTO here USING record_id;
    IF here IS NULL THEN
      RETURN jsonb_build_array(place || '{"outcome": "refused", "reason": "not_allowed"}');
    END IF;
    FOR name IN SELECT k FROM jsonb_object_keys(wanted) AS k ORDER BY k LOOP
      IF name = ANY (never_compared) THEN
        becomes := becomes || jsonb_build_object(name, typed_wanted -> name);
        CONTINUE;
      END IF;
      merged := compass.merge_column(typed_was -> name, typed_wanted -> name, here -> name);
      IF merged.conflicts THEN
        said := said || (place || jsonb_build_object('outcome', 'held', 'reason', 'changed', 'column', name,
          'was', typed_was -> name, 'set', typed_wanted -> name, 'now', here -> name)
          || coalesce(compass.last_writer(changed_table, record_id, name), '{}'));
      ELSIF merged.becomes IS DISTINCT FROM here -> name THEN
        becomes := becomes || jsonb_build_object(name, merged.becomes);
      END IF;
    END LOOP;
    IF said <> '[]' THEN RETURN said; END IF;
    IF becomes = '{}' THEN RETURN NULL; END IF;
    EXECUTE format('UPDATE %1$s SET (%2$s) = (SELECT %2$s FROM jsonb_populate_record(NULL::%1$s, $2)) WHERE id = $1',
      target, compass.columns_in(target, becomes)) USING record_id, becomes;
  ELSE
    FOR name IN SELECT k FROM jsonb_object_keys(was) AS k WHERE NOT k = ANY (never_compared) ORDER BY k LOOP
      IF here -> name IS DISTINCT FROM typed_was -> name THEN
        said := said || (place || jsonb_build_object('outcome', 'held', 'reason', 'changed', 'column', name,
          'was', typed_was -> name, 'now', here -> name)
          || coalesce(compass.last_writer(changed_table, record_id, name), '{}'));
      END IF;
    END LOOP;
    FOR hanging IN
      SELECT c.conrelid::regclass AS child, r.relname, a.attname FROM pg_catalog.pg_constraint AS c
      JOIN pg_catalog.pg_class AS r ON r.oid = c.conrelid
      JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
      WHERE c.contype = 'f' AND c.confrelid = target
        AND r.relname IN (SELECT t.name FROM compass.shared_tables AS t) ORDER BY 2, 3
    LOOP
      EXECUTE format('SELECT array_agg(t.id ORDER BY t.id) FROM %s AS t WHERE t.%I = $1 AND NOT %L || t.id = ANY ($2)',
        hanging.child, hanging.attname, hanging.relname || ' ')
      INTO children USING record_id, named;
      IF children IS NOT NULL THEN
        said := said || (place || jsonb_build_object('outcome', 'held', 'reason', 'used',
          'by_table', hanging.relname, 'by_ids', to_jsonb(children[1:20])));
      END IF;
    END LOOP;
    children := compass.noted_elsewhere(changed_table, ARRAY[record_id], named);
    IF children IS NOT NULL THEN
      said := said || (place || jsonb_build_object('outcome', 'held', 'reason', 'used',
        'by_table', 'private_notes', 'by_ids', to_jsonb(children)));
    END IF;
    IF said <> '[]' THEN RETURN said; END IF;
    EXECUTE format('DELETE FROM %s WHERE id = $1', target) USING record_id;
  END IF;

  GET DIAGNOSTICS written = ROW_COUNT;
  IF written <> 1 THEN RETURN jsonb_build_array(place || '{"outcome": "refused", "reason": "not_allowed"}'); END IF;
  RETURN NULL;
END
$$;

-- The row that stands in the way of a unique rule, when the caller may see it.
CREATE FUNCTION compass.rival(change jsonb, rule text) RETURNS jsonb
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  target regclass;
  key_columns text;
  found jsonb;
BEGIN
  SELECT c.conrelid::regclass, string_agg(format('t.%1$I = w.%1$I', a.attname), ' AND ')
  INTO target, key_columns
  FROM pg_catalog.pg_constraint AS c
  JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = ANY (c.conkey)
  WHERE c.conname = rule AND c.contype = 'u' AND c.conrelid = to_regclass(format('public.%I', change ->> 'table'))
  GROUP BY c.conrelid;
  IF target IS NULL THEN RETURN NULL; END IF;
  EXECUTE format(
    'SELECT to_jsonb(t) FROM %1$s AS t, jsonb_populate_record(NULL::%1$s, $1) AS w WHERE %2$s LIMIT 1', target, key_columns)
  INTO found USING compass.plain_numbers(coalesce(nullif(change -> 'set', 'null'), '{}'));
  RETURN found;
END
$$;

-- Many rows at once: PostgreSQL plans a statement under row security anew each time, so that changes which are alike (the same table, operation
-- and columns) are one statement.
--
-- Applies changes of one table, operation and set of columns as the caller; false, and nothing is done, when something stands against one.
CREATE FUNCTION compass.apply_alike(changes jsonb, named text[]) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' AS $$
DECLARE
  changed_table CONSTANT text := changes -> 0 ->> 'table';
  op CONSTANT text := changes -> 0 ->> 'op';
  me CONSTANT uuid := auth.uid();
  never_compared text[];
  target regclass;
  ids uuid[];
  before jsonb[];
  after jsonb[];
  here bigint;
  written bigint;
  against boolean;
  hanging record;
BEGIN
  SELECT t.never_compared INTO never_compared FROM compass.shared_tables AS t
  WHERE t.name = changed_table AND t.name NOT IN ('handles', 'family_code_usage_log');
  IF never_compared IS NULL OR op NOT IN ('insert', 'update', 'delete') THEN RETURN false; END IF;
  target := format('public.%I', changed_table)::regclass;
  SELECT array_agg(r.id), array_agg(r.was), array_agg(r.wanted || CASE
      WHEN r.wanted ->> 'updated_by' IS NULL THEN '{}' ELSE jsonb_build_object('updated_by', me) END)
  INTO ids, before, after
  FROM (
    SELECT (c.value ->> 'id')::uuid AS id,
      compass.plain_numbers(coalesce(nullif(c.value -> 'was', 'null'), '{}')) AS was,
      compass.plain_numbers(coalesce(nullif(c.value -> 'set', 'null'), '{}')) AS wanted
    FROM jsonb_array_elements(changes) AS c
  ) AS r;
  IF array_position(ids, NULL) IS NOT NULL THEN RETURN false; END IF;
  PERFORM compass.check_times(target, before || after);
  EXECUTE format('SELECT count(*) FROM %s AS t WHERE t.id = ANY ($1)', target) INTO here USING ids;

  IF op = 'insert' THEN
    IF here > 0 THEN RETURN false; END IF;
    EXECUTE format('INSERT INTO %1$s (%2$s) SELECT %2$s FROM unnest($1, $2) AS s(own_id, members),
        jsonb_populate_record(NULL::%1$s, s.members || jsonb_build_object(''id'', s.own_id))',
      target, compass.columns_in(target, after[1] || '{"id": null}')) USING ids, after;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written <> cardinality(ids) THEN RAISE EXCEPTION USING ERRCODE = 'CS002'; END IF;
    RETURN true;
  END IF;

  PERFORM compass.columns_in(target, before[1] || after[1]);
  IF op = 'update' THEN
    IF here <> cardinality(ids) OR after[1] = '{}' OR after[1] ? 'id'
      OR NOT before[1] ?& ARRAY(SELECT jsonb_object_keys(after[1]))
    THEN
      RETURN false;
    END IF;
    -- Members of JSON that two devices changed apart are merged one by one.
    EXECUTE format('
      WITH locked AS MATERIALIZED (
        SELECT t.id, to_jsonb(t) AS here FROM %1$s AS t WHERE t.id = ANY ($1) FOR NO KEY UPDATE)
      SELECT count(DISTINCT l.id), coalesce(bool_or(NOT k.name = ANY ($4)
        AND l.here -> k.name IS DISTINCT FROM b.was -> k.name
        AND l.here -> k.name IS DISTINCT FROM b.wanted -> k.name), false)
      FROM locked AS l JOIN unnest($1, $2, $3) AS s(id, was, wanted) ON s.id = l.id
      CROSS JOIN LATERAL (SELECT to_jsonb(jsonb_populate_record(NULL::%1$s, s.was)) AS was,
        to_jsonb(jsonb_populate_record(NULL::%1$s, s.wanted)) AS wanted OFFSET 0) AS b
      CROSS JOIN LATERAL jsonb_object_keys(s.wanted) AS k(name)', target)
    INTO written, against USING ids, before, after, never_compared;
    IF against OR written <> cardinality(ids) THEN RETURN false; END IF;
    EXECUTE format('UPDATE %1$s AS t SET (%2$s) = (SELECT %2$s FROM jsonb_populate_record(NULL::%1$s, s.members))
      FROM unnest($1, $2) AS s(own_id, members) WHERE t.id = s.own_id AND t.id = ANY ($1)',
      target, compass.columns_in(target, after[1])) USING ids, after;
    GET DIAGNOSTICS written = ROW_COUNT;
    IF written <> cardinality(ids) THEN RAISE EXCEPTION USING ERRCODE = 'CS002'; END IF;
    RETURN true;
  END IF;

  EXECUTE format('
    WITH found AS MATERIALIZED (SELECT t.id, to_jsonb(t) AS here FROM %1$s AS t WHERE t.id = ANY ($1))
    SELECT EXISTS (
      SELECT 1 FROM found AS f JOIN unnest($1, $2) AS s(id, was) ON s.id = f.id
      CROSS JOIN LATERAL (SELECT to_jsonb(jsonb_populate_record(NULL::%1$s, s.was)) AS was OFFSET 0) AS b
      CROSS JOIN LATERAL jsonb_object_keys(s.was) AS k(name)
      WHERE NOT k.name = ANY ($3) AND f.here -> k.name IS DISTINCT FROM b.was -> k.name)', target)
  INTO against USING ids, before, never_compared;
  IF against THEN RETURN false; END IF;
  FOR hanging IN
    SELECT c.conrelid::regclass AS child, r.relname, a.attname FROM pg_catalog.pg_constraint AS c
    JOIN pg_catalog.pg_class AS r ON r.oid = c.conrelid
    JOIN pg_catalog.pg_attribute AS a ON a.attrelid = c.conrelid AND a.attnum = c.conkey[1]
    WHERE c.contype = 'f' AND c.confrelid = target
      AND r.relname IN (SELECT t.name FROM compass.shared_tables AS t) ORDER BY 2, 3
  LOOP
    EXECUTE format('SELECT EXISTS (SELECT 1 FROM %s AS t WHERE t.%I = ANY ($1) AND NOT %L || t.id = ANY ($2))',
      hanging.child, hanging.attname, hanging.relname || ' ')
    INTO against USING ids, named;
    IF against THEN RETURN false; END IF;
  END LOOP;
  IF compass.noted_elsewhere(changed_table, ids, named) IS NOT NULL THEN RETURN false; END IF;
  EXECUTE format('DELETE FROM %s AS t WHERE t.id = ANY ($1)', target) USING ids;
  GET DIAGNOSTICS written = ROW_COUNT;
  IF written <> here THEN RAISE EXCEPTION USING ERRCODE = 'CS002'; END IF;
  RETURN true;
EXCEPTION
  -- Nobody's fault: the whole request is made again.
  WHEN deadlock_detected OR serialization_failure OR lock_not_available THEN RAISE;
  -- Which of them it was is found out one by one.
  WHEN OTHERS THEN RETURN false;
END
$$;

-- What makes two changes alike: one statement can do both.
CREATE FUNCTION compass.form_of(change jsonb) RETURNS text
  LANGUAGE plpgsql IMMUTABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  set_columns text := '';
  was_columns text := '';
BEGIN
  IF jsonb_typeof(change -> 'set') = 'object' THEN
    set_columns := (SELECT coalesce(string_agg(k, ',' ORDER BY k), '') FROM jsonb_object_keys(change -> 'set') AS k);
  END IF;
  IF jsonb_typeof(change -> 'was') = 'object' THEN
    was_columns := (SELECT coalesce(string_agg(k, ',' ORDER BY k), '') FROM jsonb_object_keys(change -> 'was') AS k);
  END IF;
  RETURN concat_ws(' ', change ->> 'op', change ->> 'table', set_columns, was_columns);
END
$$;

-- Applies changes of which each record has one, those that are alike in one statement; false, and nothing is done, when something stands
-- against one. What is judged at the end of a step (keys, rules that are deferred) is left for then.
CREATE FUNCTION compass.apply_together(changes jsonb, named text[]) RETURNS boolean
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  alike jsonb;
BEGIN
  -- Within one step the order of changes matters only where two are about one record, or one of them is a condition of another.
  IF (SELECT count(DISTINCT (c ->> 'table', lower(c ->> 'id'))) < count(*) FROM jsonb_array_elements(changes) AS c) THEN RETURN false; END IF;
  FOR alike IN
    SELECT jsonb_agg(c.value ORDER BY c.place) FROM jsonb_array_elements(changes) WITH ORDINALITY AS c(value, place)
    GROUP BY compass.form_of(c.value) ORDER BY min(c.place)
  LOOP
    IF NOT compass.apply_alike(alike, named) THEN RAISE EXCEPTION USING ERRCODE = 'CS002'; END IF;
  END LOOP;
  RETURN true;
EXCEPTION
  WHEN SQLSTATE 'CS002' THEN RETURN false;
END
$$;

-- What an error says of a step, and of the change that met it; null for one that is no judgement of the step.
CREATE FUNCTION compass.objection(
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
    'now', CASE WHEN state = '23505' AND change IS NOT NULL THEN compass.rival(change, rule) END));
END
$$;

-- Applies changes in their order, or says what stands against each. Together as far as they go; what does not is halved until it is known
-- which it was.
CREATE FUNCTION compass.apply_changes(changes jsonb, named text[]) RETURNS jsonb
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
      GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, rule = CONSTRAINT_NAME, detail = PG_EXCEPTION_DETAIL,
        where_table = TABLE_NAME, where_column = COLUMN_NAME;
      said := compass.objection(state, rule, detail, where_table, where_column, change);
      IF said IS NULL THEN RAISE; END IF;
      against := against || said;
  END;
  RETURN against;
END
$$;

CREATE FUNCTION compass.judge_step(step jsonb) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most_changes CONSTANT integer := 500;
  most_bytes CONSTANT integer := 262144;
  me CONSTANT uuid := auth.uid();
  step_id uuid;
  step_part integer;
  digest bytea;
  known bytea;
  changes jsonb;
  places jsonb;
  named text[];
  against jsonb := '[]';
  said jsonb;
  outcome text := 'applied';
  state text; rule text; detail text; where_table text; where_column text;
BEGIN
  -- Bound to this step by the caller: whatever cannot be read is the step's fault and no other's.
  BEGIN
    step_id := step ->> 'id';
    step_part := coalesce((step ->> 'part')::integer, 1);
    changes := step -> 'changes';
    IF step_id IS NULL OR jsonb_typeof(changes) IS DISTINCT FROM 'array' THEN
      RETURN jsonb_build_object('id', step -> 'id', 'part', step -> 'part', 'outcome', 'refused',
        'details', '[{"outcome": "refused", "reason": "malformed"}]'::jsonb);
    END IF;
    IF (step ->> 'person')::uuid IS DISTINCT FROM me THEN
      RETURN jsonb_build_object('id', step_id, 'part', step_part, 'outcome', 'refused',
        'details', '[{"outcome": "refused", "reason": "another_person"}]'::jsonb);
    END IF;
    IF jsonb_array_length(changes) > most_changes OR octet_length(step::text) > most_bytes THEN
      RETURN jsonb_build_object('id', step_id, 'part', step_part, 'outcome', 'refused', 'details', jsonb_build_array(
        jsonb_build_object('outcome', 'refused', 'reason', 'too_large', 'changes', most_changes, 'bytes', most_bytes)));
    END IF;

    -- The text of jsonb is one for one value, whatever the order of members.
    digest := sha256(convert_to(step::text, 'UTF8'));
    SELECT s.digest INTO known FROM compass.steps AS s WHERE s.person = me AND s.id = step_id AND s.part = step_part;
    IF known IS NOT NULL THEN
      RETURN CASE WHEN known = digest THEN jsonb_build_object('id', step_id, 'part', step_part, 'outcome', 'known')
        ELSE jsonb_build_object('id', step_id, 'part', step_part, 'outcome', 'refused',
          'details', '[{"outcome": "refused", "reason": "another_step_has_this_id"}]'::jsonb) END;
    END IF;

    SELECT coalesce(array_agg((c ->> 'table') || ' ' || lower(c ->> 'id')), '{}')
    INTO named FROM jsonb_array_elements(changes) AS c WHERE c ->> 'op' IN ('delete', 'update');

    SET CONSTRAINTS ALL DEFERRED;
    places := (
      SELECT jsonb_agg(to_jsonb(compass.places_of(c.value ->> 'table', (c.value ->> 'id')::uuid)) ORDER BY c.place)
      FROM jsonb_array_elements(changes) WITH ORDINALITY AS c(value, place));
    against := compass.apply_changes(changes, named);
    IF against <> '[]' THEN RAISE EXCEPTION USING ERRCODE = 'CS001'; END IF;
    -- Now, or a key that leads nowhere would fail at the commit, after "applied".
    SET CONSTRAINTS ALL IMMEDIATE;

    PERFORM compass.record_step(step, digest, places);
    SET CONSTRAINTS ALL DEFERRED;
  EXCEPTION
    -- Nobody's fault: the whole request is made again.
    WHEN deadlock_detected OR serialization_failure OR lock_not_available THEN RAISE;
    WHEN SQLSTATE 'CS001' THEN
      outcome := CASE WHEN against @> '[{"outcome": "refused"}]' THEN 'refused' ELSE 'held' END;
    WHEN OTHERS THEN
      GET STACKED DIAGNOSTICS state = RETURNED_SQLSTATE, rule = CONSTRAINT_NAME, detail = PG_EXCEPTION_DETAIL,
        where_table = TABLE_NAME, where_column = COLUMN_NAME;
      said := compass.objection(state, rule, detail, where_table, where_column, NULL);
      -- A full disk, a lost connection: no judgement of the step.
      IF said IS NULL THEN RAISE; END IF;
      against := against || said;
      outcome := CASE WHEN against @> '[{"outcome": "refused"}]' THEN 'refused' ELSE 'held' END;
  END;
  RETURN jsonb_strip_nulls(jsonb_build_object(
    'id', coalesce(to_jsonb(step_id), step -> 'id'), 'part', step_part, 'outcome', outcome, 'details', nullif(against, '[]')));
END
$$;

-- Steps in their order, each whole or not at all: [{id, person, athlete, operation, summary, at, part, parts,
-- changes: [{table, id, op, was, set}]}] → [{id, part, outcome, details}].
--
-- The outcome is `applied`, `known` (it was applied before), `held` (somebody changed what it builds on) or `refused` (a rule).
--
-- It answers what it judged within half of the time that a statement has; the caller sends the rest again.
CREATE FUNCTION compass.judge_steps(steps jsonb) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most_steps CONSTANT integer := 100;
  budget CONSTANT interval := nullif(current_setting('statement_timeout')::interval, '0') / 2;
  step jsonb;
  said jsonb := '[]';
BEGIN
  IF auth.uid() IS NULL THEN
    RAISE EXCEPTION 'Sign in to send steps.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF jsonb_typeof(steps) IS DISTINCT FROM 'array' OR jsonb_array_length(steps) > most_steps THEN
    RAISE EXCEPTION 'A push is a list of at most % steps.', most_steps USING ERRCODE = 'program_limit_exceeded';
  END IF;
  PERFORM compass.lock_my_scopes();
  FOR step IN SELECT e.value FROM jsonb_array_elements(steps) WITH ORDINALITY AS e(value, place) ORDER BY e.place LOOP
    EXIT WHEN said <> '[]' AND clock_timestamp() > statement_timestamp() + budget;
    said := said || jsonb_build_array(compass.judge_step(step));
  END LOOP;
  RETURN said;
END
$$;

-- Steps build on what the device knows: of another era nothing is judged, and a device that learns the era from the answer brings back first
-- what the server lacks. A server that was restored from a backup and counts on in its era would take back what devices have sent since: where
-- `reached`, {scope: revision} of the caller's cursors, is beyond what is here, nothing is judged either.
--
-- → as judge_steps answers; {era} where it is another one; {behind: true} where the device knows more than the server.
CREATE FUNCTION public.compass_push(steps jsonb, era uuid DEFAULT NULL, reached jsonb DEFAULT NULL) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp SET jit = off AS $$
DECLARE
  own CONSTANT uuid := (SELECT s.era FROM compass.server AS s);
BEGIN
  IF $2 <> own THEN RETURN jsonb_build_object('era', own); END IF;
  IF EXISTS (
    SELECT 1 FROM jsonb_each_text(coalesce($3, '{}')) AS r(scope, revision) JOIN compass.scopes AS s ON s.id = r.scope::uuid
    WHERE s.id = ANY ((SELECT compass.my_scopes())::uuid[]) AND s.revision < r.revision::bigint)
  THEN
    RETURN '{"behind": true}';
  END IF;
  RETURN compass.judge_steps($1);
END
$$;

-- Keys and rules that wait for the end of a transaction are checked before the answer. A server that sends its statements as one pipeline has
-- no transaction block, and PostgreSQL logs a warning for each SET CONSTRAINTS outside of one; in a function it does not.
CREATE FUNCTION compass.check_constraints() RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  SET CONSTRAINTS ALL IMMEDIATE;
END
$$;

-- What two people contradict each other in is what they meant: when a task was completed, a suggestion dismissed or a notification read
-- follows from it, and the later one stands. A row that two devices made alike is one row.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

UPDATE compass.shared_tables AS t SET never_compared = t.never_compared || more.columns
FROM (VALUES ('athlete_task', '{completed_at}'::text[]), ('suggestion', '{completed_at,dismissed_at,surfaced_at}'),
  ('notifications', '{read_at}')) AS more(name, columns) WHERE t.name = more.name;

-- Applies one change as the caller, or says what stands against it: a list of {outcome: held | refused, reason, table, id, ...}.
-- `named` are the rows that the step itself deletes or changes, as `table id`.
CREATE OR REPLACE FUNCTION compass.apply_change(change jsonb, named text[]) RETURNS jsonb
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
    -- A note that another device of the caller's wrote on it would go unseen.
    IF changed_table IN ('schools', 'coaches') THEN
      SELECT array_agg(n.id) INTO children FROM public.private_notes AS n
      WHERE n.user_id = auth.uid() AND n.record_id = (change ->> 'id')::uuid AND n.table_name = changed_table
        AND NOT 'private_notes ' || n.id = ANY (named);
      IF children IS NOT NULL THEN
        said := said || (place || jsonb_build_object('outcome', 'held', 'reason', 'used',
          'by_table', 'private_notes', 'by_ids', to_jsonb(children)));
      END IF;
    END IF;
    IF said <> '[]' THEN RETURN said; END IF;
    EXECUTE format('DELETE FROM %s WHERE id = $1', target) USING record_id;
  END IF;

  GET DIAGNOSTICS written = ROW_COUNT;
  IF written <> 1 THEN RETURN jsonb_build_array(place || '{"outcome": "refused", "reason": "not_allowed"}'); END IF;
  RETURN NULL;
END
$$;

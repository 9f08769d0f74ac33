-- Many rows at once: PostgreSQL plans a statement under row security anew for each row of a step, which took most of a push. Changes that
-- follow each other and are alike (the same table, operation and columns) are one statement. What stands against one of them is still
-- said of each: then they are judged one by one, as before.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

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

CREATE OR REPLACE FUNCTION compass.judge_step(step jsonb) RETURNS jsonb
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
  change jsonb;
  alike jsonb;
  here_before jsonb[];
  places jsonb := '[]';
  named text[];
  against jsonb := '[]';
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
    FOR alike IN
      SELECT jsonb_agg(c.value ORDER BY c.place)
      FROM (
        SELECT s.*, s.place - row_number() OVER (PARTITION BY s.form ORDER BY s.place) AS run
        FROM (
          SELECT e.value, e.place, compass.form_of(e.value) AS form
          FROM jsonb_array_elements(changes) WITH ORDINALITY AS e(value, place)
        ) AS s
      ) AS c
      GROUP BY c.form, c.run ORDER BY min(c.place)
    LOOP
      here_before := ARRAY(
        SELECT to_jsonb(compass.places_of(c.value ->> 'table', (c.value ->> 'id')::uuid))
        FROM jsonb_array_elements(alike) WITH ORDINALITY AS c(value, place) ORDER BY c.place);
      IF jsonb_array_length(alike) = 1 OR NOT compass.apply_alike(alike, named) THEN
        FOR change IN SELECT e.value FROM jsonb_array_elements(alike) WITH ORDINALITY AS e(value, place) ORDER BY e.place LOOP
          against := against || coalesce(compass.apply_change(change, named), '[]');
        END LOOP;
      END IF;
      places := places || to_jsonb(here_before);
    END LOOP;
    change := NULL;
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
      outcome := CASE
        WHEN state IN ('23503', '23505') THEN 'held'
        WHEN left(state, 2) IN ('0A', '22', '23', '54') OR state IN ('42501', '42703') THEN 'refused'
      END;
      -- A full disk, a lost connection: no judgement of the step.
      IF outcome IS NULL THEN RAISE; END IF;
      against := against || jsonb_strip_nulls(jsonb_build_object(
        'outcome', outcome,
        'reason', CASE
          WHEN state = '23503' THEN 'parent_missing'
          WHEN state = '23505' AND rule LIKE '%\_pkey' THEN 'id_taken'
          WHEN state = '23505' THEN 'not_unique'
          WHEN state = '42501' THEN 'not_allowed'
          WHEN state IN ('23514', '23502') THEN 'rule'
          WHEN state LIKE '54%' THEN 'too_large'
          WHEN left(state, 2) IN ('0A', '22') THEN 'unreadable_value'
          ELSE 'malformed' END,
        'rule', nullif(rule, ''), 'table', coalesce(change ->> 'table', nullif(where_table, '')), 'id', change -> 'id',
        'column', nullif(where_column, ''),
        -- The titles of what is to be done first are everybody's; other details may quote a row that is hidden.
        'detail', CASE WHEN rule = 'task_is_unlocked' THEN detail END,
        'now', CASE WHEN state = '23505' AND change IS NOT NULL THEN compass.rival(change, rule) END));
      -- An id that is somebody else's row is no id: nothing that waiting could mend.
      IF against @> '[{"reason": "id_taken"}]' OR against @> '[{"outcome": "refused"}]' THEN outcome := 'refused'; END IF;
  END;
  RETURN jsonb_strip_nulls(jsonb_build_object(
    'id', coalesce(to_jsonb(step_id), step -> 'id'), 'part', step_part, 'outcome', outcome, 'details', nullif(against, '[]')));
END
$$;

-- Steps in their order, each whole or not at all (0011). It answers what it judged within half of the time that a statement has; the
-- caller sends the rest again.
CREATE OR REPLACE FUNCTION compass.judge_steps(steps jsonb) RETURNS jsonb
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

REVOKE ALL ON FUNCTION compass.apply_alike(jsonb, text[]), compass.form_of(jsonb) FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION compass.apply_alike(jsonb, text[]), compass.form_of(jsonb) TO authenticated, service_role;

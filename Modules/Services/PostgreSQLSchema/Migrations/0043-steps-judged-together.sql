-- Steps that add rows are judged together. A device that had no connection for a while sends many small steps at once, and PostgreSQL planned
-- each statement of each step again.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- As `keep_step` did for one step; `places` has the scopes of each change of each step.
CREATE FUNCTION compass.keep_steps(steps jsonb, digests bytea[], places jsonb) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  mine CONSTANT uuid[] := compass.my_scopes();
  athletes CONSTANT uuid[] := compass.my_athletes();
  numbers bigint[];
BEGIN
  WITH kept AS (
    INSERT INTO compass.steps (person, id, part, parts, digest, athlete, operation, summary, at)
    SELECT auth.uid(), (s.value ->> 'id')::uuid, coalesce((s.value ->> 'part')::integer, 1), coalesce((s.value ->> 'parts')::integer, 1),
      digests[s.place], (s.value ->> 'athlete')::uuid, coalesce(s.value ->> 'operation', ''), coalesce(s.value ->> 'summary', ''),
      coalesce((s.value ->> 'at')::timestamptz, now())
    FROM jsonb_array_elements(steps) WITH ORDINALITY AS s(value, place) ORDER BY s.place
    RETURNING number)
  SELECT array_agg(k.number ORDER BY k.number) INTO numbers FROM kept AS k;
  INSERT INTO compass.step_changes (step, place, scopes, table_name, id, op, was, set)
  SELECT numbers[s.place], e.place,
    ARRAY(
      SELECT p.scope FROM (
        SELECT b::uuid FROM jsonb_array_elements_text(places #> ARRAY[(s.place - 1)::text, (e.place - 1)::text]) AS b
        UNION SELECT unnest(compass.places_of(c.table_name, c.id))) AS p(scope)
      WHERE (p.scope = ANY (mine) OR c.table_name = 'parent_view_log' AND p.scope = ANY (athletes))
        AND (c.op <> 'insert' OR EXISTS (
          SELECT 1 FROM compass.changes AS n JOIN compass.scopes AS s ON s.id = n.scope
          WHERE n.id = c.id AND n.table_name = c.table_name AND n.revision = s.revision AND s.taken_by = pg_current_xact_id())
          -- A part that came in halves before may come whole again, and then stands for its halves.
          OR EXISTS (
            SELECT 1 FROM compass.steps AS half JOIN compass.step_changes AS told ON told.step = half.number
            WHERE half.person = auth.uid() AND half.id = (s.value ->> 'id')::uuid AND told.table_name = c.table_name AND told.id = c.id
              AND told.op = 'insert' AND told.scopes <> '{}'))),
    c.table_name, c.id, c.op, nullif(e.value -> 'was', 'null'), nullif(e.value -> 'set', 'null')
  FROM jsonb_array_elements(steps) WITH ORDINALITY AS s(value, place)
  CROSS JOIN LATERAL jsonb_array_elements(s.value -> 'changes') WITH ORDINALITY AS e(value, place)
  CROSS JOIN LATERAL (SELECT e.value ->> 'table' AS table_name, (e.value ->> 'id')::uuid AS id, e.value ->> 'op' AS op) AS c;
END
$$;

CREATE FUNCTION compass.record_steps(steps jsonb, digests bytea[], places jsonb) RETURNS void
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  IF EXISTS (SELECT 1 FROM jsonb_array_elements(steps) AS s WHERE s ->> 'at' !~ '^\s*[0-9]{4}-[0-9]{2}-[0-9]{2}') THEN
    RAISE EXCEPTION 'No moment: at' USING ERRCODE = 'invalid_datetime_format', COLUMN = 'at';
  END IF;
  PERFORM compass.keep_steps(steps, digests, places);
END
$$;

CREATE OR REPLACE FUNCTION compass.record_step(step jsonb, digest bytea, places jsonb) RETURNS void
  LANGUAGE sql SET search_path = pg_catalog, pg_temp AS $$
  SELECT compass.record_steps(jsonb_build_array(step), ARRAY[digest], jsonb_build_array(places))
$$;
DROP FUNCTION compass.keep_step(jsonb, bytea, jsonb);

-- Returns the digests of steps that can be judged together: whole new steps of the caller, which only add rows and are not too large together.
-- Returns null if one of the steps is of another kind.
--
-- Changes and deletions are judged with their own step alone: the steps of a group see one another's rows, so a later step could fulfil a rule for
-- an earlier one. For the same reason no group adds progress of tasks, which has to follow the order of the tasks, or families and members, which
-- decide in which scopes other rows are.
CREATE FUNCTION compass.digests_of_new(steps jsonb) RETURNS bytea[]
  LANGUAGE plpgsql STABLE SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most_changes CONSTANT integer := 100;
  most_bytes CONSTANT integer := 262144;
  me CONSTANT uuid := auth.uid();
  digests bytea[];
BEGIN
  IF octet_length(steps::text) > most_bytes THEN RETURN NULL; END IF;
  IF EXISTS (
    SELECT 1 FROM jsonb_array_elements(steps) AS s
    WHERE jsonb_typeof(s -> 'changes') IS DISTINCT FROM 'array' OR (s ->> 'person')::uuid IS DISTINCT FROM me OR s ->> 'id' IS NULL
      OR coalesce((s ->> 'part')::integer, 1) <> 1 OR coalesce((s ->> 'parts')::integer, 1) <> 1)
    OR (SELECT count(DISTINCT (s ->> 'id')::uuid) < count(*) FROM jsonb_array_elements(steps) AS s)
    OR EXISTS (
      SELECT 1 FROM jsonb_array_elements(steps) AS s JOIN compass.steps AS known ON known.id = (s ->> 'id')::uuid WHERE known.person = me)
    OR (SELECT count(*) > most_changes OR NOT coalesce(bool_and(
        c ->> 'op' = 'insert' AND c ->> 'table' NOT IN ('athlete_task', 'users', 'family_units', 'family_members')), false)
      FROM jsonb_array_elements(steps) AS s CROSS JOIN LATERAL jsonb_array_elements(s -> 'changes') AS c)
  THEN
    RETURN NULL;
  END IF;
  SELECT array_agg(sha256(convert_to(s.value::text, 'UTF8')) ORDER BY s.place) INTO digests
  FROM jsonb_array_elements(steps) WITH ORDINALITY AS s(value, place);
  RETURN digests;
END
$$;

-- Applies steps in which no record is changed twice, as the caller, and keeps them. Returns null, and changes nothing, if one of them cannot be
-- applied.
CREATE FUNCTION compass.judge_together(steps jsonb) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  digests bytea[];
  places jsonb;
BEGIN
  digests := compass.digests_of_new(steps);
  IF digests IS NULL THEN RETURN NULL; END IF;
  SET CONSTRAINTS ALL DEFERRED;
  places := (
    SELECT jsonb_agg((
      SELECT coalesce(jsonb_agg(to_jsonb(compass.places_of(c.value ->> 'table', (c.value ->> 'id')::uuid)) ORDER BY c.place), '[]')
      FROM jsonb_array_elements(s.value -> 'changes') WITH ORDINALITY AS c(value, place)) ORDER BY s.place)
    FROM jsonb_array_elements(steps) WITH ORDINALITY AS s(value, place));
  IF NOT compass.apply_together((
    SELECT jsonb_agg(c.value ORDER BY s.place, c.place) FROM jsonb_array_elements(steps) WITH ORDINALITY AS s(value, place)
    CROSS JOIN LATERAL jsonb_array_elements(s.value -> 'changes') WITH ORDINALITY AS c(value, place)), '{}')
  THEN
    RETURN NULL;
  END IF;
  -- Now, or a key that leads nowhere would fail at the commit, after "applied".
  SET CONSTRAINTS ALL IMMEDIATE;
  PERFORM compass.record_steps(steps, digests, places);
  SET CONSTRAINTS ALL DEFERRED;
  RETURN (
    SELECT jsonb_agg(jsonb_build_object('id', (s.value ->> 'id')::uuid, 'part', 1, 'outcome', 'applied') ORDER BY s.place)
    FROM jsonb_array_elements(steps) WITH ORDINALITY AS s(value, place));
EXCEPTION
  -- These errors are not caused by a step. The client sends the request again.
  WHEN deadlock_detected OR serialization_failure OR lock_not_available THEN RAISE;
  WHEN OTHERS THEN RETURN NULL;
END
$$;

-- Judges steps in their order. It tries them together first, and then each half, down to single steps. It returns the answers to the first steps,
-- as many as it judged until `latest`, and at least one.
CREATE FUNCTION compass.judge_in_order(steps jsonb, latest timestamptz) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  size CONSTANT integer := jsonb_array_length(steps);
  half jsonb;
  said jsonb;
BEGIN
  IF size = 1 THEN RETURN jsonb_build_array(compass.judge_step(steps -> 0)); END IF;
  IF coalesce(clock_timestamp() <= latest, true) THEN said := compass.judge_together(steps); END IF;
  IF said IS NOT NULL THEN RETURN said; END IF;
  said := '[]';
  FOR half IN
    SELECT jsonb_agg(s.value ORDER BY s.place) FROM jsonb_array_elements(steps) WITH ORDINALITY AS s(value, place)
    GROUP BY s.place > size / 2 ORDER BY min(s.place)
  LOOP
    EXIT WHEN said <> '[]' AND (jsonb_array_length(said) < size / 2 OR clock_timestamp() > latest);
    said := said || compass.judge_in_order(half, latest);
  END LOOP;
  RETURN said;
END
$$;

-- As before, but steps that only add rows are judged together.
CREATE OR REPLACE FUNCTION compass.judge_each_step(steps jsonb) RETURNS jsonb
  LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most_steps CONSTANT integer := 100;
  budget CONSTANT interval := nullif(current_setting('statement_timeout')::interval, '0') / 2;
BEGIN
  IF auth.uid() IS NULL THEN
    RAISE EXCEPTION 'Sign in to send steps.' USING ERRCODE = 'insufficient_privilege';
  END IF;
  IF jsonb_typeof(steps) IS DISTINCT FROM 'array' OR jsonb_array_length(steps) > most_steps THEN
    RAISE EXCEPTION 'A push is a list of at most % steps.', most_steps USING ERRCODE = 'program_limit_exceeded';
  END IF;
  PERFORM compass.lock_my_scopes();
  IF jsonb_array_length(steps) = 0 THEN RETURN '[]'; END IF;
  RETURN compass.judge_in_order(steps, statement_timestamp() + budget);
END
$$;

REVOKE ALL ON FUNCTION
  compass.keep_steps(jsonb, bytea[], jsonb), compass.record_steps(jsonb, bytea[], jsonb), compass.digests_of_new(jsonb),
  compass.judge_together(jsonb), compass.judge_in_order(jsonb, timestamptz)
  FROM PUBLIC, anon, authenticated, service_role;
GRANT EXECUTE ON FUNCTION
  compass.keep_steps(jsonb, bytea[], jsonb), compass.record_steps(jsonb, bytea[], jsonb), compass.digests_of_new(jsonb),
  compass.judge_together(jsonb), compass.judge_in_order(jsonb, timestamptz)
  TO authenticated, service_role;

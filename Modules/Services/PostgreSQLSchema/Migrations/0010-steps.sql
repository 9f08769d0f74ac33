-- Steps that were applied, and how long they are kept. How they are judged: 0011.
SELECT set_config('role', 'compass_owner', true)
WHERE EXISTS (SELECT 1 FROM pg_catalog.pg_roles WHERE rolname = 'compass_owner');

-- What was applied. The digest tells a step that is sent again from another one under its id.
CREATE TABLE compass.steps (
  number bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  person uuid NOT NULL REFERENCES public.users ON DELETE CASCADE,
  id uuid NOT NULL,
  part integer NOT NULL DEFAULT 1,
  parts integer NOT NULL DEFAULT 1 CHECK (part BETWEEN 1 AND parts),
  digest bytea NOT NULL,
  athlete uuid,
  operation compass.words NOT NULL,
  summary compass.words NOT NULL,
  at compass.instant NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT now(),
  UNIQUE (person, id, part)
);
CREATE INDEX steps_by_time ON compass.steps (applied_at);

CREATE TABLE compass.step_changes (
  step bigint NOT NULL REFERENCES compass.steps ON DELETE CASCADE,
  place integer NOT NULL,
  scopes uuid[] NOT NULL,
  table_name text COLLATE "C" NOT NULL,
  id uuid NOT NULL,
  op text NOT NULL CHECK (op IN ('insert', 'update', 'delete')),
  was jsonb,
  set jsonb,
  PRIMARY KEY (step, place)
);
CREATE INDEX step_changes_of_record ON compass.step_changes (id, table_name, step);
CREATE INDEX step_changes_of_scope ON compass.step_changes USING gin (scopes);
CREATE POLICY seen ON compass.step_changes FOR SELECT TO authenticated
  USING (scopes && (SELECT compass.my_scopes())::uuid[]);
CREATE POLICY seen ON compass.steps FOR SELECT TO authenticated
  USING (person = (SELECT auth.uid()) OR EXISTS (SELECT 1 FROM compass.step_changes AS c WHERE c.step = number));

-- Where a record is, or was until this transaction, as the triggers noted it.
CREATE FUNCTION compass.places_of(changed_table text, record uuid) RETURNS uuid[]
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT coalesce(array_agg(c.scope), '{}') FROM compass.changes AS c
    WHERE c.id = record AND c.table_name = changed_table
      AND (NOT c.gone OR c.revision = (
        SELECT s.revision FROM compass.scopes AS s WHERE s.id = c.scope AND s.taken_by = pg_current_xact_id())));
END
$$;

-- Keeps a step that was applied, in the caller's name. `places` are the scopes in which each change was found; those that
-- the caller has nothing to do with are left out, or a stranger's deletion of what is not there for them would stand in
-- another family's history.
CREATE FUNCTION compass.record_step(step jsonb, digest bytea, places jsonb) RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  concerned CONSTANT uuid[] := compass.my_scopes() || compass.my_athletes();
  step_number bigint;
BEGIN
  INSERT INTO compass.steps (person, id, part, parts, digest, athlete, operation, summary, at)
  VALUES (auth.uid(), (step ->> 'id')::uuid, coalesce((step ->> 'part')::integer, 1),
    coalesce((step ->> 'parts')::integer, 1), digest, (step ->> 'athlete')::uuid,
    coalesce(step ->> 'operation', ''), coalesce(step ->> 'summary', ''),
    coalesce((step ->> 'at')::timestamptz, now()))
  RETURNING number INTO step_number;
  INSERT INTO compass.step_changes (step, place, scopes, table_name, id, op, was, set)
  SELECT step_number, e.place,
    ARRAY(
      SELECT p.scope FROM (
        SELECT b::uuid FROM jsonb_array_elements_text(places -> (e.place - 1)::integer) AS b
        UNION SELECT unnest(compass.places_of(e.value ->> 'table', (e.value ->> 'id')::uuid))) AS p(scope)
      WHERE p.scope = ANY (concerned)),
    e.value ->> 'table', (e.value ->> 'id')::uuid, e.value ->> 'op',
    nullif(e.value -> 'was', 'null'), nullif(e.value -> 'set', 'null')
  FROM jsonb_array_elements(step -> 'changes') WITH ORDINALITY AS e(value, place);
END
$$;

-- Bytes that a person's steps took on a day. Twenty rows changed over and over fill a disk as well as many rows do.
CREATE TABLE compass.step_room (
  person uuid PRIMARY KEY REFERENCES public.users ON DELETE CASCADE,
  day date NOT NULL,
  bytes bigint NOT NULL
);

CREATE FUNCTION compass.count_steps() RETURNS trigger
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
DECLARE
  most CONSTANT bigint := 134217728;
  today CONSTANT date := (now() AT TIME ZONE 'UTC')::date;
  taken bigint;
BEGIN
  IF auth.uid() IS NULL THEN RETURN NULL; END IF;
  INSERT INTO compass.step_room AS r (person, day, bytes)
  SELECT auth.uid(), today, coalesce(sum(200 + coalesce(octet_length(n.was::text), 0) + coalesce(octet_length(n.set::text), 0)), 0) FROM new_rows AS n
  ON CONFLICT (person) DO UPDATE SET day = excluded.day,
    bytes = CASE WHEN r.day = excluded.day THEN r.bytes ELSE 0 END + excluded.bytes
  RETURNING bytes INTO taken;
  -- No fault of the step: the same one is taken tomorrow. The class 53 is about room, and ends the request.
  IF taken > most THEN
    RAISE EXCEPTION 'The day''s room for steps is used up.' USING ERRCODE = 'configuration_limit_exceeded';
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_steps AFTER INSERT ON compass.step_changes REFERENCING NEW TABLE AS new_rows
  FOR EACH STATEMENT EXECUTE FUNCTION compass.count_steps();

CREATE FUNCTION compass.size_of_step(step bigint) RETURNS bigint
  LANGUAGE plpgsql STABLE SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  RETURN (
    SELECT count(*) FROM compass.step_changes AS c WHERE c.step = size_of_step.step);
END
$$;

-- What others did, newest first: the steps of which the caller may see at least one change. A summary tells of the
-- whole step, so it is left out when a part of the step is hidden.
--
-- → [{number, person, id, part, parts, athlete, operation, summary, at, changes: [{table, id, op, was, set}]}]
CREATE FUNCTION public.compass_history(before bigint DEFAULT NULL, "limit" integer DEFAULT 100) RETURNS jsonb
  LANGUAGE sql STABLE SET search_path = pg_catalog, pg_temp SET timezone = 'UTC' SET jit = off AS $$
  SELECT coalesce(jsonb_agg(jsonb_build_object(
    'number', s.number, 'person', s.person, 'id', s.id, 'part', s.part, 'parts', s.parts, 'athlete', s.athlete,
    'operation', s.operation, 'at', s.at, 'changes', s.changes,
    'summary', CASE WHEN jsonb_array_length(s.changes) = compass.size_of_step(s.number) THEN s.summary END)
    ORDER BY s.number DESC), '[]')
  FROM (
    SELECT t.*, seen.changes FROM compass.steps AS t
    CROSS JOIN LATERAL (
      SELECT jsonb_agg(jsonb_build_object(
        'table', c.table_name, 'id', c.id, 'op', c.op, 'was', c.was, 'set', c.set) ORDER BY c.place) AS changes
      FROM compass.step_changes AS c WHERE c.step = t.number
    ) AS seen
    WHERE ($1 IS NULL OR t.number < $1) AND seen.changes IS NOT NULL
    ORDER BY t.number DESC LIMIT least(greatest($2, 1), 500)
  ) AS s
$$;

-- Steps are kept a year, what is gone 180 days; the notes on what is gone for good go with it. For the server's own
-- clock, once a day.
CREATE FUNCTION compass.forget() RETURNS void
  LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, pg_temp AS $$
BEGIN
  DELETE FROM compass.steps AS s WHERE s.applied_at < now() - interval '1 year';
  DELETE FROM public.audit_logs AS a WHERE a.created_at < now() - interval '1 year';
  WITH old AS (
    DELETE FROM compass.changes AS c WHERE c.gone AND c.at < now() - interval '180 days'
    RETURNING c.scope, c.table_name, c.id, c.revision
  ), notes AS (
    DELETE FROM public.private_notes AS n USING old AS o WHERE o.table_name = n.table_name AND o.id = n.record_id
      AND NOT EXISTS (SELECT 1 FROM compass.changes AS c WHERE c.id = n.record_id AND c.table_name = n.table_name AND NOT c.gone)
  )
  UPDATE compass.scopes AS s SET forgotten = greatest(s.forgotten, o.revision)
  FROM (SELECT old.scope, max(old.revision) AS revision FROM old GROUP BY 1) AS o WHERE s.id = o.scope;
END
$$;
